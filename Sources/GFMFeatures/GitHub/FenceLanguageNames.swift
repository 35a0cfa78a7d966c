// The languages that GitHub knows and their aliases, from its library linguist 7.22.1, which has this licence:
//
// Copyright (c) 2017 GitHub, Inc.
//
// Permission is hereby granted, free of charge, to any person
// obtaining a copy of this software and associated documentation
// files (the "Software"), to deal in the Software without
// restriction, including without limitation the rights to use,
// copy, modify, merge, publish, distribute, sublicense, and/or sell
// copies of the Software, and to permit persons to whom the
// Software is furnished to do so, subject to the following
// conditions:
//
// The above copyright notice and this permission notice shall be
// included in all copies or substantial portions of the Software.
//
// THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND,
// EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES
// OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
// NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT
// HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY,
// WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING
// FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR
// OTHER DEALINGS IN THE SOFTWARE.

enum FenceLanguageNames {
  /// A line for each language: `* ` where it is among the popular ones, its name, a tab, and what fences call it, its own
  /// name first, a space between two. In alphabetical order.
  static let text = """
    1C Enterprise\t1c-enterprise
    2-Dimensional Array\t2-dimensional-array
    4D\t4d
    ABAP\tabap
    ABAP CDS\tabap-cds
    ABNF\tabnf
    ActionScript\tactionscript actionscript3 as3
    Ada\tada ada95 ada2005
    Adobe Font Metrics\tadobe-font-metrics acfm amfm
    Agda\tagda
    AGS Script\tags-script ags
    AIDL\taidl
    AL\tal
    Alloy\talloy
    Alpine Abuild\talpine-abuild abuild apkbuild
    Altium Designer\taltium-designer altium
    AMPL\tampl
    AngelScript\tangelscript
    Ant Build System\tant-build-system
    Antlers\tantlers
    ANTLR\tantlr
    ApacheConf\tapacheconf aconf apache
    Apex\tapex
    API Blueprint\tapi-blueprint
    APL\tapl
    Apollo Guidance Computer\tapollo-guidance-computer
    AppleScript\tapplescript osascript
    Arc\tarc
    AsciiDoc\tasciidoc
    ASL\tasl
    ASN.1\tasn.1
    ASP.NET\tasp.net aspx aspx-vb
    AspectJ\taspectj
    Assembly\tassembly asm nasm
    Astro\tastro
    Asymptote\tasymptote
    ATS\tats ats2
    Augeas\taugeas
    AutoHotkey\tautohotkey ahk
    AutoIt\tautoit au3 autoit3 autoitscript
    Avro IDL\tavro-idl
    Awk\tawk
    Ballerina\tballerina
    BASIC\tbasic
    Batchfile\tbatchfile bat batch dosbatch winbatch
    Beef\tbeef
    Befunge\tbefunge
    Berry\tberry be
    BibTeX\tbibtex
    Bicep\tbicep
    Bikeshed\tbikeshed
    Bison\tbison
    BitBake\tbitbake
    Blade\tblade
    BlitzBasic\tblitzbasic b3d blitz3d blitzplus bplus
    BlitzMax\tblitzmax bmax
    Bluespec\tbluespec
    Boo\tboo
    Boogie\tboogie
    Brainfuck\tbrainfuck
    BrighterScript\tbrighterscript
    Brightscript\tbrightscript
    Browserslist\tbrowserslist
    * C\tc
    * C#\tc# csharp cake cakescript
    * C++\tc++ cpp
    C-ObjDump\tc-objdump
    C2hs Haskell\tc2hs-haskell c2hs
    Cabal Config\tcabal-config cabal
    Cadence\tcadence
    Cairo\tcairo
    CameLIGO\tcameligo
    CAP CDS\tcap-cds cds
    Cap'n Proto\tcap'n-proto
    CartoCSS\tcartocss carto
    Ceylon\tceylon
    Chapel\tchapel chpl
    Charity\tcharity
    Checksums\tchecksums checksum hash hashes sum sums
    ChucK\tchuck
    CIL\tcil
    Cirru\tcirru
    Clarion\tclarion
    Clarity\tclarity
    Classic ASP\tclassic-asp asp
    Clean\tclean
    Click\tclick
    CLIPS\tclips
    Clojure\tclojure
    Closure Templates\tclosure-templates soy
    Cloud Firestore Security Rules\tcloud-firestore-security-rules
    CMake\tcmake
    COBOL\tcobol
    CODEOWNERS\tcodeowners
    CodeQL\tcodeql ql
    * CoffeeScript\tcoffeescript coffee coffee-script
    ColdFusion\tcoldfusion cfm cfml
    ColdFusion CFC\tcoldfusion-cfc cfc
    COLLADA\tcollada
    Common Lisp\tcommon-lisp lisp
    Common Workflow Language\tcommon-workflow-language cwl
    Component Pascal\tcomponent-pascal
    CoNLL-U\tconll-u conll conll-x
    Cool\tcool
    Coq\tcoq
    Cpp-ObjDump\tcpp-objdump c++-objdump
    Creole\tcreole
    Crystal\tcrystal
    CSON\tcson
    Csound\tcsound csound-orc
    Csound Document\tcsound-document csound-csd
    Csound Score\tcsound-score csound-sco
    * CSS\tcss
    CSV\tcsv
    Cuda\tcuda
    CUE\tcue
    Cue Sheet\tcue-sheet
    cURL Config\tcurl-config curlrc
    Curry\tcurry
    CWeb\tcweb
    Cycript\tcycript
    Cython\tcython pyrex
    D\td dlang
    D-ObjDump\td-objdump
    Dafny\tdafny
    Darcs Patch\tdarcs-patch dpatch
    * Dart\tdart
    DataWeave\tdataweave
    Debian Package Control File\tdebian-package-control-file
    DenizenScript\tdenizenscript
    desktop\tdesktop
    Dhall\tdhall
    Diff\tdiff udiff
    DIGITAL Command Language\tdigital-command-language dcl
    dircolors\tdircolors
    DirectX 3D File\tdirectx-3d-file
    * DM\tdm byond
    DNS Zone\tdns-zone
    Dockerfile\tdockerfile containerfile
    Dogescript\tdogescript
    DTrace\tdtrace dtrace-script
    Dylan\tdylan
    E\te
    E-mail\te-mail email eml mail mbox
    Eagle\teagle
    Earthly\tearthly earthfile
    Easybuild\teasybuild
    EBNF\tebnf
    eC\tec
    Ecere Projects\tecere-projects
    ECL\tecl
    ECLiPSe\teclipse
    EditorConfig\teditorconfig editor-config
    Edje Data Collection\tedje-data-collection
    edn\tedn
    Eiffel\teiffel
    EJS\tejs
    * Elixir\telixir
    Elm\telm
    Emacs Lisp\temacs-lisp elisp emacs
    EmberScript\temberscript
    EQ\teq
    Erlang\terlang
    Euphoria\teuphoria
    F#\tf# fsharp
    F*\tf* fstar
    Factor\tfactor
    Fancy\tfancy
    Fantom\tfantom
    Faust\tfaust
    Fennel\tfennel
    FIGlet Font\tfiglet-font figfont
    Filebench WML\tfilebench-wml
    Filterscript\tfilterscript
    fish\tfish
    Fluent\tfluent
    FLUX\tflux
    Formatted\tformatted
    Forth\tforth
    Fortran\tfortran
    Fortran Free Form\tfortran-free-form
    FreeBasic\tfreebasic fb
    FreeMarker\tfreemarker ftl
    Frege\tfrege
    Futhark\tfuthark
    G-code\tg-code
    Game Maker Language\tgame-maker-language
    GAML\tgaml
    GAMS\tgams
    GAP\tgap
    GCC Machine Description\tgcc-machine-description
    GDB\tgdb
    GDScript\tgdscript
    GEDCOM\tgedcom
    Gemfile.lock\tgemfile.lock
    Genero\tgenero
    Genero Forms\tgenero-forms
    Genie\tgenie
    Genshi\tgenshi xml+genshi xml+kid
    Gentoo Ebuild\tgentoo-ebuild
    Gentoo Eclass\tgentoo-eclass
    Gerber Image\tgerber-image rs-274x
    Gettext Catalog\tgettext-catalog pot
    Gherkin\tgherkin cucumber
    Git Attributes\tgit-attributes gitattributes
    Git Config\tgit-config gitconfig gitmodules
    Git Revision List\tgit-revision-list
    Gleam\tgleam
    GLSL\tglsl
    Glyph\tglyph
    Glyph Bitmap Distribution Format\tglyph-bitmap-distribution-format
    GN\tgn
    Gnuplot\tgnuplot
    * Go\tgo golang
    Go Checksums\tgo-checksums go.sum
    Go Module\tgo-module go.mod
    Golo\tgolo
    Gosu\tgosu
    Grace\tgrace
    Gradle\tgradle
    Grammatical Framework\tgrammatical-framework gf
    Graph Modeling Language\tgraph-modeling-language
    GraphQL\tgraphql
    Graphviz (DOT)\tgraphviz-(dot)
    * Groovy\tgroovy
    Groovy Server Pages\tgroovy-server-pages gsp
    GSC\tgsc
    Hack\thack
    Haml\thaml
    Handlebars\thandlebars hbs htmlbars
    HAProxy\thaproxy
    Harbour\tharbour
    Haskell\thaskell
    Haxe\thaxe
    HCL\thcl terraform
    HiveQL\thiveql
    HLSL\thlsl
    HolyC\tholyc
    hoon\thoon
    * HTML\thtml xhtml
    HTML+ECR\thtml+ecr ecr
    HTML+EEX\thtml+eex eex heex leex
    HTML+ERB\thtml+erb erb rhtml html+ruby
    HTML+PHP\thtml+php
    HTML+Razor\thtml+razor razor
    HTTP\thttp
    HXML\thxml
    Hy\thy hylang
    HyPhy\thyphy
    IDL\tidl
    Idris\tidris
    Ignore List\tignore-list ignore gitignore git-ignore
    IGOR Pro\tigor-pro igor igorpro
    ImageJ Macro\timagej-macro ijm
    Inform 7\tinform-7 i7 inform7
    INI\tini dosini
    Inno Setup\tinno-setup
    Io\tio
    Ioke\tioke
    IRC log\tirc-log irc
    Isabelle\tisabelle
    Isabelle ROOT\tisabelle-root
    J\tj
    Janet\tjanet
    JAR Manifest\tjar-manifest
    Jasmin\tjasmin
    * Java\tjava
    Java Properties\tjava-properties
    Java Server Pages\tjava-server-pages jsp
    * JavaScript\tjavascript js node
    JavaScript+ERB\tjavascript+erb
    Jest Snapshot\tjest-snapshot
    JetBrains MPS\tjetbrains-mps mps
    JFlex\tjflex
    Jinja\tjinja django html+django html+jinja htmldjango
    Jison\tjison
    Jison Lex\tjison-lex
    Jolie\tjolie
    jq\tjq
    JSON\tjson geojson jsonl topojson
    JSON with Comments\tjson-with-comments jsonc
    JSON5\tjson5
    JSONiq\tjsoniq
    JSONLD\tjsonld
    Jsonnet\tjsonnet
    Julia\tjulia
    Jupyter Notebook\tjupyter-notebook
    Kaitai Struct\tkaitai-struct ksy
    KakouneScript\tkakounescript kak kakscript
    KiCad Layout\tkicad-layout pcbnew
    KiCad Legacy Layout\tkicad-legacy-layout
    KiCad Schematic\tkicad-schematic
    Kit\tkit
    * Kotlin\tkotlin
    KRL\tkrl
    Kusto\tkusto
    kvlang\tkvlang
    LabVIEW\tlabview
    Lark\tlark
    Lasso\tlasso lassoscript
    Latte\tlatte
    Lean\tlean
    Less\tless less-css
    Lex\tlex flex
    LFE\tlfe
    LigoLANG\tligolang
    LilyPond\tlilypond
    Limbo\tlimbo
    Linker Script\tlinker-script
    Linux Kernel Module\tlinux-kernel-module
    Liquid\tliquid
    Literate Agda\tliterate-agda
    Literate CoffeeScript\tliterate-coffeescript litcoffee
    Literate Haskell\tliterate-haskell lhaskell lhs
    LiveScript\tlivescript live-script ls
    LLVM\tllvm
    Logos\tlogos
    Logtalk\tlogtalk
    LOLCODE\tlolcode
    LookML\tlookml
    LoomScript\tloomscript
    LSL\tlsl
    LTspice Symbol\tltspice-symbol
    Lua\tlua
    M\tm mumps
    M4\tm4
    M4Sugar\tm4sugar autoconf
    Macaulay2\tmacaulay2 m2
    Makefile\tmakefile bsdmake make mf
    Mako\tmako
    Markdown\tmarkdown pandoc
    Marko\tmarko markojs
    Mask\tmask
    Mathematica\tmathematica mma wolfram wl
    MATLAB\tmatlab octave
    Maven POM\tmaven-pom
    Max\tmax max/msp maxmsp
    MAXScript\tmaxscript
    mcfunction\tmcfunction
    Mercury\tmercury
    Meson\tmeson
    Metal\tmetal
    Microsoft Developer Studio Project\tmicrosoft-developer-studio-project
    Microsoft Visual Studio Solution\tmicrosoft-visual-studio-solution
    MiniD\tminid
    MiniYAML\tminiyaml
    Mint\tmint
    Mirah\tmirah
    mIRC Script\tmirc-script
    MLIR\tmlir
    Modelica\tmodelica
    Modula-2\tmodula-2
    Modula-3\tmodula-3
    Module Management System\tmodule-management-system
    Monkey\tmonkey
    Monkey C\tmonkey-c
    Moocode\tmoocode
    MoonScript\tmoonscript
    Motoko\tmotoko
    Motorola 68K Assembly\tmotorola-68k-assembly m68k
    Move\tmove
    MQL4\tmql4
    MQL5\tmql5
    MTML\tmtml
    MUF\tmuf
    mupad\tmupad
    Muse\tmuse amusewiki
    Mustache\tmustache
    Myghty\tmyghty
    nanorc\tnanorc
    Nasal\tnasal
    NASL\tnasl
    NCL\tncl
    Nearley\tnearley
    Nemerle\tnemerle
    NEON\tneon ne-on
    nesC\tnesc
    NetLinx\tnetlinx
    NetLinx+ERB\tnetlinx+erb
    NetLogo\tnetlogo
    NewLisp\tnewlisp
    Nextflow\tnextflow
    Nginx\tnginx
    Nim\tnim
    Ninja\tninja
    Nit\tnit
    Nix\tnix nixos
    NL\tnl
    NPM Config\tnpm-config npmrc
    NSIS\tnsis
    Nu\tnu nush
    NumPy\tnumpy
    Nunjucks\tnunjucks njk
    NWScript\tnwscript
    ObjDump\tobjdump
    Object Data Instance Notation\tobject-data-instance-notation
    * Objective-C\tobjective-c obj-c objc objectivec
    Objective-C++\tobjective-c++ obj-c++ objc++ objectivec++
    Objective-J\tobjective-j obj-j objectivej objj
    ObjectScript\tobjectscript
    OCaml\tocaml
    Odin\todin odinlang odin-lang
    Omgrofl\tomgrofl
    ooc\tooc
    Opa\topa
    Opal\topal
    Open Policy Agent\topen-policy-agent
    OpenCL\topencl
    OpenEdge ABL\topenedge-abl progress openedge abl
    OpenQASM\topenqasm
    OpenRC runscript\topenrc-runscript openrc
    OpenSCAD\topenscad
    OpenStep Property List\topenstep-property-list
    OpenType Feature File\topentype-feature-file afdko
    Org\torg
    Ox\tox
    Oxygene\toxygene
    Oz\toz
    P4\tp4
    Pan\tpan
    Papyrus\tpapyrus
    Parrot\tparrot
    Parrot Assembly\tparrot-assembly pasm
    Parrot Internal Representation\tparrot-internal-representation pir
    Pascal\tpascal delphi objectpascal
    Pawn\tpawn
    PEG.js\tpeg.js
    Pep8\tpep8
    * Perl\tperl cperl
    * PHP\tphp inc
    Pic\tpic
    Pickle\tpickle
    PicoLisp\tpicolisp
    PigLatin\tpiglatin
    Pike\tpike
    PlantUML\tplantuml
    PLpgSQL\tplpgsql
    PLSQL\tplsql
    Pod\tpod
    Pod 6\tpod-6
    PogoScript\tpogoscript
    Pony\tpony
    Portugol\tportugol
    PostCSS\tpostcss
    PostScript\tpostscript postscr
    POV-Ray SDL\tpov-ray-sdl pov-ray povray
    PowerBuilder\tpowerbuilder
    * PowerShell\tpowershell posh pwsh
    Prisma\tprisma
    Processing\tprocessing
    Procfile\tprocfile
    Proguard\tproguard
    Prolog\tprolog
    Promela\tpromela
    Propeller Spin\tpropeller-spin
    Protocol Buffer\tprotocol-buffer protobuf
    Protocol Buffer Text Format\tprotocol-buffer-text-format
    Public Key\tpublic-key
    Pug\tpug
    Puppet\tpuppet
    Pure Data\tpure-data
    PureBasic\tpurebasic
    PureScript\tpurescript
    * Python\tpython python3 rusthon
    Python console\tpython-console pycon
    Python traceback\tpython-traceback
    q\tq
    Q#\tq# qsharp
    QMake\tqmake
    QML\tqml
    Qt Script\tqt-script
    Quake\tquake
    R\tr rscript splus
    Racket\tracket
    Ragel\tragel ragel-rb ragel-ruby
    Raku\traku perl6 perl-6
    RAML\traml
    Rascal\trascal
    Raw token data\traw-token-data raw
    RDoc\trdoc
    Readline Config\treadline-config inputrc readline
    REALbasic\trealbasic
    Reason\treason
    ReasonLIGO\treasonligo
    Rebol\trebol
    Record Jar\trecord-jar
    Red\tred red/system
    Redcode\tredcode
    Redirect Rules\tredirect-rules redirects
    Regular Expression\tregular-expression regexp regex
    Ren'Py\tren'py renpy
    RenderScript\trenderscript
    ReScript\trescript
    reStructuredText\trestructuredtext rst
    REXX\trexx arexx
    Rich Text Format\trich-text-format
    Ring\tring
    Riot\triot
    RMarkdown\trmarkdown
    RobotFramework\trobotframework
    robots.txt\trobots.txt robots
    Roff\troff groff man manpage man-page mdoc nroff troff
    Roff Manpage\troff-manpage
    Rouge\trouge
    RouterOS Script\trouteros-script
    RPC\trpc rpcgen oncrpc xdr
    RPGLE\trpgle sqlrpgle
    RPM Spec\trpm-spec specfile
    * Ruby\truby jruby macruby rake rb rbx
    RUNOFF\trunoff
    * Rust\trust rs
    Sage\tsage
    SaltStack\tsaltstack saltstate salt
    SAS\tsas
    Sass\tsass
    * Scala\tscala
    Scaml\tscaml
    Scheme\tscheme
    Scilab\tscilab
    SCSS\tscss
    sed\tsed
    Self\tself
    SELinux Policy\tselinux-policy sepolicy
    ShaderLab\tshaderlab
    * Shell\tshell sh shell-script bash zsh
    ShellCheck Config\tshellcheck-config shellcheckrc
    ShellSession\tshellsession console
    Shen\tshen
    Sieve\tsieve
    Singularity\tsingularity
    Slash\tslash
    Slice\tslice
    Slim\tslim
    Smali\tsmali
    Smalltalk\tsmalltalk squeak
    Smarty\tsmarty
    SmPL\tsmpl coccinelle
    SMT\tsmt
    Solidity\tsolidity
    Soong\tsoong
    SourcePawn\tsourcepawn sourcemod
    SPARQL\tsparql
    Spline Font Database\tspline-font-database
    SQF\tsqf
    SQL\tsql
    SQLPL\tsqlpl
    Squirrel\tsquirrel
    SRecode Template\tsrecode-template
    SSH Config\tssh-config
    Stan\tstan
    Standard ML\tstandard-ml sml
    STAR\tstar
    Starlark\tstarlark bazel bzl
    Stata\tstata
    STL\tstl stla
    STON\tston
    StringTemplate\tstringtemplate
    Stylus\tstylus
    SubRip Text\tsubrip-text
    SugarSS\tsugarss
    SuperCollider\tsupercollider
    Svelte\tsvelte
    SVG\tsvg
    * Swift\tswift
    SWIG\tswig
    SystemVerilog\tsystemverilog
    Talon\ttalon
    Tcl\ttcl
    Tcsh\ttcsh
    Tea\ttea
    Terra\tterra
    TeX\ttex latex
    Texinfo\ttexinfo
    Text\ttext fundamental
    Textile\ttextile
    TextMate Properties\ttextmate-properties tm-properties
    Thrift\tthrift
    TI Program\tti-program
    TLA\ttla
    TOML\ttoml
    TSQL\ttsql
    TSV\ttsv
    TSX\ttsx
    Turing\tturing
    Turtle\tturtle
    Twig\ttwig
    TXL\ttxl
    Type Language\ttype-language tl
    * TypeScript\ttypescript ts
    Unified Parallel C\tunified-parallel-c
    Unity3D Asset\tunity3d-asset
    Unix Assembly\tunix-assembly gas
    Uno\tuno
    UnrealScript\tunrealscript
    UrWeb\turweb ur/web ur
    V\tv vlang
    Vala\tvala
    Valve Data Format\tvalve-data-format keyvalues vdf
    VBA\tvba vb6
    VBScript\tvbscript
    VCL\tvcl
    Velocity Template Language\tvelocity-template-language vtl velocity
    Verilog\tverilog
    VHDL\tvhdl
    Vim Help File\tvim-help-file help vimhelp
    Vim Script\tvim-script vim viml nvim
    Vim Snippet\tvim-snippet snipmate ultisnip ultisnips neosnippet
    Visual Basic .NET\tvisual-basic-.net vbnet vb.net
    Volt\tvolt
    Vue\tvue
    Vyper\tvyper
    Wavefront Material\twavefront-material
    Wavefront Object\twavefront-object
    wdl\twdl
    Web Ontology Language\tweb-ontology-language
    WebAssembly\twebassembly wast wasm
    WebIDL\twebidl
    WebVTT\twebvtt vtt
    Wget Config\twget-config wgetrc
    Whiley\twhiley
    Wikitext\twikitext mediawiki wiki
    Win32 Message File\twin32-message-file
    Windows Registry Entries\twindows-registry-entries
    wisp\twisp
    Witcher Script\twitcher-script
    Wollok\twollok
    World of Warcraft Addon Data\tworld-of-warcraft-addon-data
    Wren\twren wrenlang
    X BitMap\tx-bitmap xbm
    X Font Directory Index\tx-font-directory-index
    X PixMap\tx-pixmap xpm
    X10\tx10 xten
    xBase\txbase advpl clipper foxpro
    XC\txc
    XCompose\txcompose
    XML\txml rss xsd wsdl
    XML Property List\txml-property-list
    Xojo\txojo
    Xonsh\txonsh
    XPages\txpages
    XProc\txproc
    XQuery\txquery
    XS\txs
    XSLT\txslt xsl
    Xtend\txtend
    Yacc\tyacc
    YAML\tyaml yml
    YANG\tyang
    YARA\tyara
    YASnippet\tyasnippet snippet yas
    Yul\tyul
    ZAP\tzap
    Zeek\tzeek bro
    ZenScript\tzenscript
    Zephir\tzephir
    Zig\tzig
    ZIL\tzil
    Zimpl\tzimpl
    """
}
