/// What the server calls itself.
public enum ServerIdentity {
  public static let name = "gfm-language-server"
  public static let version = "0.1.0"
}
