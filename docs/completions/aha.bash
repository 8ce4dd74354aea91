# Completion of aha(1) for bash.

# The options of a command, from its help.
_aha_options() {
  [ -n "$1" ] || echo "--help --version"
  case "$1 $2" in
    *" -"*) _aha_help "$1" ;;
    project* | piece* | library*) _aha_help "$1" "$2" ;;
    "destinations "[a-z]*) _aha_help "$1" "$2" || _aha_help "$1" ;;
    *) _aha_help "$1" ;;
  esac | sed -n 's/^  \(-., \|    \)\(--[a-z0-9-]*\).*/\2/p'
}

# The commands, or those of a group, from the help.
_aha_commands() {
  _aha_help "$@" | sed -n '/^Options:/q; s/^  \([a-z-]*\)  *[A-Z].*/\1/p'
}

_aha_help() {
  "${COMP_WORDS[0]}" help "$@" 2>/dev/null
}

# The names of the effects, as the command knows them.
_aha_effects() {
  "${COMP_WORDS[0]}" effects --json 2>/dev/null | sed 's/^{"effect":"\([a-z0-9_]*\)".*/\1/'
}

# The devices that there are now, and the one that needs no hardware. An id may hold spaces.
_aha_devices() {
  echo null
  "${COMP_WORDS[0]}" devices --json 2>/dev/null | sed -n 's/^{"id":"\([^" ]*\)".*/\1/p'
}

# The accounts that are signed in.
_aha_accounts() {
  "${COMP_WORDS[0]}" accounts 2>/dev/null
}

# The names of saved destinations.
_aha_names() {
  "${COMP_WORDS[0]}" destinations show --json 2>/dev/null |
    sed -n 's/^{"destination":"\([^"]*\)".*/\1/p'
}

# The services that a piece can go to, accounts there, and saved names. A folder is a file name.
_aha_services() {
  _aha_names
  _aha_accounts | grep -E '^(dropbox|soundcloud|allihoopa)/'
  echo dropbox soundcloud allihoopa
}

# The drops that were made, as ids.
_aha_drops() {
  "${COMP_WORDS[0]}" drops --json 2>/dev/null | sed -n 's/^.*"drop":"\([0-9a-f]*\)".*/\1/p'
}

# The values of the option before the cursor; fails for an option whose value can be anything.
_aha_values() {
  case $1 in
    --format) echo "wav rf64 w64 aiff caf flac ogg opus mp3 m4a alac" ;;
    --bits) echo "16 24 32f" ;;
    --effect) _aha_effects ;;
    --mode) echo "off read touch latch write" ;;
    --source) echo "mic master" ;;
    --device | --output-device) _aha_devices ;;
    --account) _aha_accounts ;;
    --to | --from) _aha_services ;;
    --by) echo "day week month" ;;
    --state) echo "playable undecodable missing downloadable remote-only all" ;;
    --origin) echo "folder drop take piece remote" ;;
    --order) echo "newest title played length" ;;
    *) return 1 ;;
  esac
}

_aha() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local verb=${COMP_WORDS[1]} part=${COMP_WORDS[2]} words
  [ "$COMP_CWORD" -eq 1 ] && verb=
  # bash takes "=" for a word of its own.
  [ "$before" = "=" ] && before=${COMP_WORDS[COMP_CWORD - 2]}
  if [ "$word" = "=" ]; then word= && before=${COMP_WORDS[COMP_CWORD - 1]}; fi

  COMPREPLY=()
  if words=$(_aha_values "$before"); then
    :
  elif [[ $word == -* ]]; then
    words=$(_aha_options "$verb" "$part")
  elif [ "$verb,$COMP_CWORD" = destinations,2 ]; then
    words="$(_aha_commands destinations) $(_aha_services)"
  elif [[ "$verb $part" =~ ^destinations\ (show|remove)$ ]]; then
    words=$(_aha_names)
  elif [[ "$verb,$COMP_CWORD" =~ ^(project|piece|library),2$ ]]; then
    words=$(_aha_commands "$verb")
  elif [[ "$verb $part,$COMP_CWORD" =~ ^help\ (project|piece|library|destinations),3$ ]]; then
    words=$(_aha_commands "$part")
  elif [ -z "$verb" ] || [ "$verb" = help ]; then
    words=$(_aha_commands)
  elif [ "$verb" = login ]; then
    words="soundcloud dropbox allihoopa oauth2"
  elif [ "$verb" = logout ]; then
    words=$(_aha_accounts)
  elif [ "$verb" = drops ]; then
    words=$(_aha_drops)
  elif [ "$verb $part" = "library sync" ]; then
    words=$(_aha_services)
  elif [ "$verb" = destinations ] && [ "$part,$COMP_CWORD" != add,3 ]; then
    words=$(_aha_services)
  elif [ "$verb,$COMP_CWORD" = request,2 ]; then
    words="GET POST PUT PATCH DELETE HEAD"
  elif [ "$verb" = effects ]; then
    words=$(_aha_effects)
  else
    return # file names: the default that complete has below
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}

complete -o bashdefault -o default -F _aha aha
