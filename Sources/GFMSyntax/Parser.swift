/// Parses text into blocks.
enum Parser {
  static func parse(_ text: [UInt8], options: SyntaxOptions) -> [Block] {
    [Block(bytes: text, tree: SyntaxTree())]
  }
}
