# bash completion for gfm-language-server
_gfm_language_server() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
  # Bash splits words at '='.
  if [ "$current" = = ]; then
    current=
  elif [ "$previous" = = ]; then
    previous=${COMP_WORDS[COMP_CWORD-2]}
  fi
  COMPREPLY=()
  case $previous in
    --color) mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$current") && return ;;
    --theme) mapfile -t COMPREPLY < <(compgen -W 'auto light dark' -- "$current") && return ;;
    --log-level) mapfile -t COMPREPLY < <(compgen -W 'error warning info debug' -- "$current") && return ;;
    --log-file) mapfile -t COMPREPLY < <(compgen -f -- "$current") && return ;;
    --clientProcessId) return ;;
  esac
  local words=
  [ "$COMP_CWORD" -eq 1 ] && command=
  case $command in
    highlight) words='--color --theme --help' ;;
    syntax) words='--tokens --help' ;;
    settings) words='--json --help' ;;
    *)
      words='--stdio --clientProcessId --log-level --log-file --version --help'
      [ "$COMP_CWORD" -eq 1 ] && words+=' highlight syntax settings'
      ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  case $command in
    highlight | syntax) [[ $current == -* ]] || mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
  esac
}
complete -o filenames -F _gfm_language_server gfm-language-server
