# Completion of aha(1) for bash.

_aha_options() {
  case $1 in
    analyze) echo "--max-seconds --json --help" ;;
    info | recover | devices | effects | formats) echo "--json --help" ;;
    mix)
      echo "--output --seconds --rate --format --bits --quality --no-dither --gain" \
        "--accept-damaged --max-frames --max-bytes" \
        "--no-limiter --json --quiet --help"
      ;;
    play) echo "--device --seconds --accept-damaged --max-frames --max-bytes --help" ;;
    record)
      echo "--output --source --device --output-device --seconds --format --bits --quality" \
        "--no-dither --accept-damaged --max-frames --max-bytes --replace --help"
      ;;
    project) _aha_project_options "$2" ;;
    piece) _aha_piece_options "$2" ;;
    bounce)
      echo "--output --from --to --no-tail --track --bus --stems --lufs --ceiling --threads" \
        "--rate --format --bits --quality --no-dither --no-limiter --json --quiet --help"
      ;;
    cover) echo "--output --audio --title --artist --key --check --help" ;;
    waveform | spectrogram) echo "--output --size --foreground --background --help" ;;
    login)
      echo "--client-id --client-secret-file --redirect --scope --authorize-url --token-url" \
        "--revoke-url --api-url --ca-file --no-browser --no-listener --application --user" \
        "--timeout --json --help"
      ;;
    accounts) echo "--json --help" ;;
    request)
      echo "--account --parameter --file --header --body --type --output --retries" \
        "--max-bytes --ca-file --json --help"
      ;;
    drop)
      echo "--to --title --artist --description --unlisted --audio --preview --cover" \
        "--attachment --attachment-type"
      _aha_destination_options
      ;;
    drops)
      echo "--resume --cancel --forget --application"
      _aha_destination_options
      ;;
    destinations)
      echo "--check"
      _aha_destination_options
      ;;
    open)
      echo "--output --type --no-preview --no-cover --no-attachment --account --allow-private" \
        "--ca-file --json --help"
      ;;
    library) _aha_library_options "$2" ;;
    history) echo "--by --count --back --png --library --json --help" ;;
    register-scheme) echo "--exec --remove --check --help" ;;
    help | logout) echo "--help" ;;
    *) echo "--help --version" ;;
  esac
}

# Of the commands of aha library.
_aha_library_options() {
  case $1 in
    scan)
      echo "--ignore --hidden --depth --most --follow-links --no-hashes --watch --threads" \
        "--library --json --help"
      ;;
    list | search)
      echo "--state --origin --order --sha256 --count --no-check --library --json --help"
      ;;
    sync)
      echo "--feed --whole --most --library"
      _aha_destination_options
      ;;
    fetch)
      echo "--output --from --library"
      _aha_destination_options
      ;;
    check | analyze | kin | duplicates | forget) echo "--library --json --help" ;;
    *) echo "--help" ;;
  esac
}

# How destinations are reached.
_aha_destination_options() {
  echo "--user --password-file --endpoint --region --virtual-host --nextcloud --public-url" \
    "--chunk --license --genre --tags --downloadable --acl --ca-file --json --help"
}

_aha_project_options() {
  case $1 in
    new) echo "--title --tempo --time --rate --help" ;;
    add) echo "--bus --effect --to --marker --help" ;;
    automate) echo "--mode --clear --help" ;;
    show) echo "--json --points --help" ;;
    plot) echo "--output --width --height --from --to --dark --help" ;;
    *) echo "--help" ;;
  esac
}

_aha_piece_options() {
  case $1 in
    new)
      echo "--audio --guess --title --artist --description --length --tempo --loop --time" \
        "--key --based-on --attachment --attachment-bytes --unlisted --json --help"
      ;;
    show | validate | key) echo "--json --help" ;;
    *) echo "--help" ;;
  esac
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

# The services that a piece can go to, and accounts there. A folder is a file name.
_aha_services() {
  echo dropbox soundcloud allihoopa
  _aha_accounts | grep -E '^(dropbox|soundcloud|allihoopa)/'
}

# The drops that were made, as ids.
_aha_drops() {
  "${COMP_WORDS[0]}" drops --json 2>/dev/null | sed -n 's/^.*"drop":"\([0-9a-f]*\)".*/\1/p'
}

# The values of the option before the cursor; fails for an option whose value can be anything.
_aha_values() {
  case $1 in
    --format) echo "wav rf64 w64 aiff caf flac ogg opus mp3" ;;
    --bits) echo "16 24 32f" ;;
    --effect) _aha_effects ;;
    --mode) echo "off read touch latch write" ;;
    --source) echo "mic master" ;;
    --device | --output-device) _aha_devices ;;
    --account) _aha_accounts ;;
    --to) _aha_services ;;
    --by) echo "day week month" ;;
    --state) echo "playable undecodable missing downloadable remote-only all" ;;
    --origin) echo "folder drop take piece remote" ;;
    --order) echo "newest title played length" ;;
    *) return 1 ;;
  esac
}

_aha() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local verb=${COMP_WORDS[1]} words
  local verbs="info analyze mix play record recover project bounce piece cover waveform spectrogram"
  verbs+=" login logout accounts request drop drops open destinations register-scheme library"
  verbs+=" history devices effects formats help"
  local parts="new add set remove automate show undo redo plot" part=${COMP_WORDS[2]}
  local piece_parts="new show validate key embed"
  local library_parts="scan list search sync fetch check analyze kin duplicates forget"
  [ "$COMP_CWORD" -eq 1 ] && verb=
  # bash takes "=" for a word of its own.
  [ "$before" = "=" ] && before=${COMP_WORDS[COMP_CWORD - 2]}
  if [ "$word" = "=" ]; then word= && before=${COMP_WORDS[COMP_CWORD - 1]}; fi

  COMPREPLY=()
  if words=$(_aha_values "$before"); then
    :
  elif [[ $word == -* ]]; then
    words=$(_aha_options "$verb" "$part")
  elif [[ "$verb,$COMP_CWORD" == project,2 || "$verb $part,$COMP_CWORD" == "help project,3" ]]; then
    words=$parts
  elif [[ "$verb,$COMP_CWORD" == piece,2 || "$verb $part,$COMP_CWORD" == "help piece,3" ]]; then
    words=$piece_parts
  elif [[ "$verb,$COMP_CWORD" == library,2 || "$verb $part,$COMP_CWORD" == "help library,3" ]]; then
    words=$library_parts
  elif [ -z "$verb" ] || [ "$verb" = help ]; then
    words=$verbs
  elif [ "$verb" = login ]; then
    words="soundcloud dropbox allihoopa oauth2"
  elif [ "$verb" = logout ]; then
    words=$(_aha_accounts)
  elif [ "$verb" = drops ]; then
    words=$(_aha_drops)
  elif [ "$verb" = destinations ]; then
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
