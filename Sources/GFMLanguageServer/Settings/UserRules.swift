import GFMFeatures
import LanguageServerProtocol
import RegularExpressions

// What becomes of the user's rules in a session.

extension Session {
  /// A rule as documents have it; `nil` for one that paints nothing: the legend does not have its type, or it took too
  /// long once.
  func textRule(_ rule: UserRule) -> TextRule? {
    guard !exhaustedPatterns.contains(rule.pattern), let type = tokenLegend.type(named: rule.tokenType) else {
      return nil
    }
    return TextRule(scope: rule.scope, pattern: rule.pattern, type: type, modifiers: rule.modifiers)
  }

  /// Rules that came too late to add a type to the legend, which was agreed upon at the start.
  func problemsOfLegend() -> [SettingsProblem] {
    configuration.rules.filter { tokenLegend.type(named: $0.tokenType) == nil }.map { rule in
      .wrongRule(
        UserRule.title(rule.name), in: "gfm.rules",
        "its \"tokenType\" \(rule.tokenType) is new, and new types count from the server's next start on")
    }
  }

  /// Tells the user of rules that took too long, and reads the documents without them.
  ///
  /// Called after each event and each idle step: at the most one answer is given from a text that such a rule has read in
  /// part, and then the client is told to ask again.
  func dropExhaustedRules() {
    guard phase == .running else { return }
    let exhausted = configuration.rules.filter { $0.pattern.isExhausted && !exhaustedPatterns.contains($0.pattern) }
    guard !exhausted.isEmpty else { return }
    for rule in exhausted {
      exhaustedPatterns.insert(rule.pattern)
      let message = """
        The rule \(UserRule.title(rule.name)) in gfm.rules takes too long on your text. \
        It is off until the rules change.
        """
      log.warning(message)
      notify("window/showMessage", ShowMessageParams(type: .warning, message: message))
    }
    parseDocumentsAgain()
  }
}
