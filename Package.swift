// swift-tools-version: 6.1

import PackageDescription

/// Settings for every target: strict imports, and existentials spelled out.
let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "gfm-language-server",
  products: [
    .executable(name: "gfm-language-server", targets: ["gfm-language-server"])
  ],
  targets: [
    // MARK: CCMarkGFM
    // The C parser, from the system's libcmark-gfm.
    .systemLibrary(
      name: "CCMarkGFM",
      pkgConfig: "libcmark-gfm",
      providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]
    ),

    // MARK: CPCRE2
    // Regular expressions with bounded cost, from the system's libpcre2.
    .systemLibrary(
      name: "CPCRE2",
      pkgConfig: "libpcre2-8",
      providers: [.apt(["libpcre2-dev"])]
    ),

    // MARK: RegularExpressions
    // The door to the regular expressions.
    .target(
      name: "RegularExpressions",
      dependencies: ["CPCRE2"],
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "RegularExpressionsTests",
      dependencies: ["RegularExpressions"],
      swiftSettings: swiftSettings
    ),

    // MARK: CYAML
    // The C parser of front matter, from the system's libyaml.
    .systemLibrary(
      name: "CYAML",
      pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"])]
    ),

    // MARK: YAMLSyntax
    // The Swift wrapper of libyaml.
    .target(
      name: "YAMLSyntax",
      dependencies: ["CYAML"],
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "YAMLSyntaxTests",
      dependencies: ["YAMLSyntax"],
      swiftSettings: swiftSettings
    ),

    // MARK: CMalloc
    // The C library's own functions about memory, which Swift's module of it leaves out.
    .systemLibrary(name: "CMalloc"),

    // MARK: MarkdownText
    // Bytes, characters, lines, columns, edits and selections. Depends on nothing.
    .target(
      name: "MarkdownText",
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "MarkdownTextTests",
      dependencies: ["MarkdownText", "TestSupport"],
      swiftSettings: swiftSettings
    ),

    // MARK: GFMSyntax
    // Documents, blocks and exact ranges. No Foundation.
    .target(
      name: "GFMSyntax",
      dependencies: ["CCMarkGFM", "MarkdownText"],
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "GFMSyntaxTests",
      dependencies: ["GFMSyntax", "MarkdownText", "TestSupport"],
      resources: [.copy("Fixtures")],
      swiftSettings: swiftSettings
    ),

    // MARK: GFMFeatures
    // A folder a kind of feature: pure functions on a document, in byte offsets.
    .target(
      name: "GFMFeatures",
      dependencies: ["GFMSyntax", "MarkdownText", "RegularExpressions", "YAMLSyntax"],
      exclude: ["GitHub/Data/languages.LICENSE", "GitHub/Data/shortcodes.LICENSE"],
      resources: [
        // In the program itself, which stays one file.
        .embedInCode("GitHub/Data/languages.txt"),
        .embedInCode("GitHub/Data/shortcodes.txt"),
      ],
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "GFMFeaturesTests",
      dependencies: ["GFMFeatures", "GFMSyntax", "MarkdownText", "RegularExpressions", "TestSupport"],
      resources: [.copy("Fixtures")],
      swiftSettings: swiftSettings
    ),

    // MARK: LanguageServerProtocol
    // The protocol's message types, named as in its specification.
    .target(
      name: "LanguageServerProtocol",
      swiftSettings: swiftSettings
    ),

    // MARK: JSONRPC
    // Framing, request ids and errors over a pair of file descriptors.
    .target(
      name: "JSONRPC",
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "JSONRPCTests",
      dependencies: ["JSONRPC", "TestSupport"],
      swiftSettings: swiftSettings
    ),

    // MARK: GFMLanguageServer
    // Session state and dispatch; the one place where byte offsets become positions.
    .target(
      name: "GFMLanguageServer",
      dependencies: [
        "GFMFeatures", "GFMSyntax", "JSONRPC", "LanguageServerProtocol", "MarkdownText", "RegularExpressions",
        .target(name: "CMalloc", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "GFMLanguageServerTests",
      dependencies: [
        "GFMFeatures", "GFMLanguageServer", "GFMSyntax", "JSONRPC", "LanguageServerProtocol", "MarkdownText",
        "RegularExpressions", "TestSupport", "gfm-language-server",
      ],
      resources: [.copy("Fixtures")],
      swiftSettings: swiftSettings
    ),

    // MARK: gfm-language-server
    .executableTarget(
      name: "gfm-language-server",
      dependencies: ["GFMFeatures", "GFMLanguageServer", "GFMSyntax", "JSONRPC", "MarkdownText"],
      swiftSettings: swiftSettings
    ),

    // MARK: gfm-benchmark
    // What a keystroke costs, beside a full parse of the same text.
    .executableTarget(
      name: "gfm-benchmark",
      dependencies: ["GFMFeatures", "GFMLanguageServer", "GFMSyntax", "JSONRPC", "MarkdownText"],
      exclude: ["peers"],
      swiftSettings: swiftSettings
    ),

    // MARK: TestSupport
    // Marked texts, case files and the corpus, for the tests of every target.
    .target(
      name: "TestSupport",
      dependencies: ["GFMSyntax", "MarkdownText"],
      path: "Tests/TestSupport",
      swiftSettings: swiftSettings
    ),

    // MARK: FuzzTargets
    // What is fuzzed: with fixed seeds by the tests, by hand by libFuzzer.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "GFMFeatures", "GFMLanguageServer", "GFMSyntax", "JSONRPC", "LanguageServerProtocol", "MarkdownText",
        "TestSupport",
      ],
      path: "Tests/FuzzTargets",
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "FuzzTargetsTests",
      dependencies: ["FuzzTargets", "TestSupport"],
      swiftSettings: swiftSettings
    ),
  ],
  swiftLanguageModes: [.v6]
)

// The fuzzers that are guided by coverage, which only libFuzzer can link: `Tests/fuzz/run` builds and runs them.
if Context.environment["GFM_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "gfm-fuzz",
      dependencies: ["FuzzTargets", "GFMLanguageServer"],
      path: "Tests/fuzz",
      exclude: ["run", "dictionary"],
      swiftSettings: swiftSettings
    ))
}
