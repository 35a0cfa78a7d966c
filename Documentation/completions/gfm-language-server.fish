# fish completion for gfm-language-server
set -l command gfm-language-server
set -l subcommands highlight syntax settings

complete -c $command -f
complete -c $command -n "not __fish_seen_subcommand_from $subcommands" -a highlight -d 'Print files in colour'
complete -c $command -n "not __fish_seen_subcommand_from $subcommands" -a syntax -d 'Print syntax trees'
complete -c $command -n "not __fish_seen_subcommand_from $subcommands" -a settings -d 'Print the settings'
complete -c $command -n "not __fish_seen_subcommand_from $subcommands" -l stdio -d 'Use standard input and output'
complete -c $command -n "not __fish_seen_subcommand_from $subcommands" -l clientProcessId -x -d 'Exit when this process ends'
complete -c $command -n "not __fish_seen_subcommand_from $subcommands" -l log-level -x -a 'error warning info debug' \
  -d 'How much to log'
complete -c $command -n "not __fish_seen_subcommand_from $subcommands" -l log-file -r -F -d 'Append the log to a file'
complete -c $command -n "not __fish_seen_subcommand_from $subcommands" -l version -d 'Print the version'
complete -c $command -s h -l help -d 'Print help'
complete -c $command -n '__fish_seen_subcommand_from highlight' -l color -x -a 'auto always never' -d 'When to use colour'
complete -c $command -n '__fish_seen_subcommand_from highlight' -l theme -x -a 'auto light dark' -d 'The background'
complete -c $command -n '__fish_seen_subcommand_from syntax' -l tokens -d 'Also print the tokens'
complete -c $command -n '__fish_seen_subcommand_from settings' -l json -d 'Print a JSON schema'
complete -c $command -n '__fish_seen_subcommand_from highlight syntax' -F
