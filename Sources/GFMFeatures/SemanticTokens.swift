public import GFMSyntax

extension Block {
  /// The block's semantic tokens: in source order, each within a line, without overlap.
  public func semanticTokens() -> [SemanticToken] {
    []
  }
}
