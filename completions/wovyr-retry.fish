# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_wovyr_retry_global_optspecs
    string join \n o/output= color= q/quiet v/verbose tz= url= tenant= h/help V/version
end

function __fish_wovyr_retry_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_wovyr_retry_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_wovyr_retry_using_subcommand
    set -l cmd (__fish_wovyr_retry_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c wovyr-retry -n "__fish_wovyr_retry_needs_command" -s o -l output -d 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full, concise, sarif, github and junit, policy test has junit' -r -f -a "table\t'Aligned columns for people; long texts are cut'
wide\t'Aligned columns for people: more of them, nothing cut'
json\t'One JSON document'
jsonl\t'One JSON value a line'
yaml\t'One YAML document'
csv\t'Comma-separated values under a header line'
name\t'The ids or names alone, one a line'
full\t'`policy lint`: findings with the source they point at (its default)'
concise\t'`policy lint`: one finding a line'
sarif\t'`policy lint`: a SARIF 2.1.0 log; findings do not change the exit code'
github\t'`policy lint`: GitHub workflow commands'
junit\t'`policy lint` and `policy test`: XML as `JUnit` writes it'"
complete -c wovyr-retry -n "__fish_wovyr_retry_needs_command" -l color -d 'When to use colours: auto, always or never; auto heeds `NO_COLOR`' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set to anything but the empty text'
always\t'Always'
never\t'Never'"
complete -c wovyr-retry -n "__fish_wovyr_retry_needs_command" -l tz -d 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_needs_command" -l url -d 'Where the engine listens; the token comes from `WOVYR_TOKEN`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_needs_command" -l tenant -d 'Whose activities, dead letters and policies' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_needs_command" -s q -l quiet -d 'Only data and errors'
complete -c wovyr-retry -n "__fish_wovyr_retry_needs_command" -s v -l verbose -d 'More of what happens on standard error; twice for still more'
complete -c wovyr-retry -n "__fish_wovyr_retry_needs_command" -s h -l help -d 'Print help'
complete -c wovyr-retry -n "__fish_wovyr_retry_needs_command" -s V -l version -d 'Print version'
complete -c wovyr-retry -n "__fish_wovyr_retry_needs_command" -f -a "demo" -d 'Watch the whole story on this machine: failures, retries, dead letters, replay'
complete -c wovyr-retry -n "__fish_wovyr_retry_needs_command" -f -a "serve" -d 'Run the engine'
complete -c wovyr-retry -n "__fish_wovyr_retry_needs_command" -f -a "worker" -d 'Take activities from queues and run a command for each'
complete -c wovyr-retry -n "__fish_wovyr_retry_needs_command" -f -a "policy" -d 'Policy files, and the policies of the engine'
complete -c wovyr-retry -n "__fish_wovyr_retry_needs_command" -f -a "simulate" -d 'Show when a policy tries again, and when no more'
complete -c wovyr-retry -n "__fish_wovyr_retry_needs_command" -f -a "activity" -d 'Live state'
complete -c wovyr-retry -n "__fish_wovyr_retry_needs_command" -f -a "dlq" -d 'The dead letter queue'
complete -c wovyr-retry -n "__fish_wovyr_retry_needs_command" -f -a "op" -d 'Bulk operations that the engine carries out'
complete -c wovyr-retry -n "__fish_wovyr_retry_needs_command" -f -a "metrics" -d 'Show counts and rates'
complete -c wovyr-retry -n "__fish_wovyr_retry_needs_command" -f -a "completions" -d 'Print the completion script of a shell'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand demo" -l for -d 'End after this time, e.g. 20s or 1m30s' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand demo" -s o -l output -d 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full, concise, sarif, github and junit, policy test has junit' -r -f -a "table\t'Aligned columns for people; long texts are cut'
wide\t'Aligned columns for people: more of them, nothing cut'
json\t'One JSON document'
jsonl\t'One JSON value a line'
yaml\t'One YAML document'
csv\t'Comma-separated values under a header line'
name\t'The ids or names alone, one a line'
full\t'`policy lint`: findings with the source they point at (its default)'
concise\t'`policy lint`: one finding a line'
sarif\t'`policy lint`: a SARIF 2.1.0 log; findings do not change the exit code'
github\t'`policy lint`: GitHub workflow commands'
junit\t'`policy lint` and `policy test`: XML as `JUnit` writes it'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand demo" -l color -d 'When to use colours: auto, always or never; auto heeds `NO_COLOR`' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set to anything but the empty text'
always\t'Always'
never\t'Never'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand demo" -l tz -d 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand demo" -l url -d 'Where the engine listens; the token comes from `WOVYR_TOKEN`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand demo" -l tenant -d 'Whose activities, dead letters and policies' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand demo" -s q -l quiet -d 'Only data and errors'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand demo" -s v -l verbose -d 'More of what happens on standard error; twice for still more'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand demo" -s h -l help -d 'Print help'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand serve" -l store -d 'Where everything is kept: sqlite:PATH; by default ~/.wovyr/retry/engine.db' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand serve" -l listen -d 'The loopback address to listen on; port 0 takes a free one' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand serve" -s o -l output -d 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full, concise, sarif, github and junit, policy test has junit' -r -f -a "table\t'Aligned columns for people; long texts are cut'
wide\t'Aligned columns for people: more of them, nothing cut'
json\t'One JSON document'
jsonl\t'One JSON value a line'
yaml\t'One YAML document'
csv\t'Comma-separated values under a header line'
name\t'The ids or names alone, one a line'
full\t'`policy lint`: findings with the source they point at (its default)'
concise\t'`policy lint`: one finding a line'
sarif\t'`policy lint`: a SARIF 2.1.0 log; findings do not change the exit code'
github\t'`policy lint`: GitHub workflow commands'
junit\t'`policy lint` and `policy test`: XML as `JUnit` writes it'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand serve" -l color -d 'When to use colours: auto, always or never; auto heeds `NO_COLOR`' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set to anything but the empty text'
always\t'Always'
never\t'Never'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand serve" -l tz -d 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand serve" -l url -d 'Where the engine listens; the token comes from `WOVYR_TOKEN`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand serve" -l tenant -d 'Whose activities, dead letters and policies' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand serve" -s q -l quiet -d 'Only data and errors'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand serve" -s v -l verbose -d 'More of what happens on standard error; twice for still more'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand serve" -s h -l help -d 'Print help'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand worker" -l queue -d 'A queue to take from; several times for several' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand worker" -l type -d 'An activity type to take, all unless given; several times for several' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand worker" -l concurrency -d 'Commands that run at a time' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand worker" -l worker-id -d 'The worker\'s name in history and logs; host and process id unless given' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand worker" -l exec -d 'The command, split into words as a shell does; no shell runs' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand worker" -s o -l output -d 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full, concise, sarif, github and junit, policy test has junit' -r -f -a "table\t'Aligned columns for people; long texts are cut'
wide\t'Aligned columns for people: more of them, nothing cut'
json\t'One JSON document'
jsonl\t'One JSON value a line'
yaml\t'One YAML document'
csv\t'Comma-separated values under a header line'
name\t'The ids or names alone, one a line'
full\t'`policy lint`: findings with the source they point at (its default)'
concise\t'`policy lint`: one finding a line'
sarif\t'`policy lint`: a SARIF 2.1.0 log; findings do not change the exit code'
github\t'`policy lint`: GitHub workflow commands'
junit\t'`policy lint` and `policy test`: XML as `JUnit` writes it'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand worker" -l color -d 'When to use colours: auto, always or never; auto heeds `NO_COLOR`' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set to anything but the empty text'
always\t'Always'
never\t'Never'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand worker" -l tz -d 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand worker" -l url -d 'Where the engine listens; the token comes from `WOVYR_TOKEN`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand worker" -l tenant -d 'Whose activities, dead letters and policies' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand worker" -s q -l quiet -d 'Only data and errors'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand worker" -s v -l verbose -d 'More of what happens on standard error; twice for still more'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand worker" -s h -l help -d 'Print help'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and not __fish_seen_subcommand_from lint explain rules schema test show import publish list activate rollback history verify lock diff" -s o -l output -d 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full, concise, sarif, github and junit, policy test has junit' -r -f -a "table\t'Aligned columns for people; long texts are cut'
wide\t'Aligned columns for people: more of them, nothing cut'
json\t'One JSON document'
jsonl\t'One JSON value a line'
yaml\t'One YAML document'
csv\t'Comma-separated values under a header line'
name\t'The ids or names alone, one a line'
full\t'`policy lint`: findings with the source they point at (its default)'
concise\t'`policy lint`: one finding a line'
sarif\t'`policy lint`: a SARIF 2.1.0 log; findings do not change the exit code'
github\t'`policy lint`: GitHub workflow commands'
junit\t'`policy lint` and `policy test`: XML as `JUnit` writes it'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and not __fish_seen_subcommand_from lint explain rules schema test show import publish list activate rollback history verify lock diff" -l color -d 'When to use colours: auto, always or never; auto heeds `NO_COLOR`' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set to anything but the empty text'
always\t'Always'
never\t'Never'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and not __fish_seen_subcommand_from lint explain rules schema test show import publish list activate rollback history verify lock diff" -l tz -d 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and not __fish_seen_subcommand_from lint explain rules schema test show import publish list activate rollback history verify lock diff" -l url -d 'Where the engine listens; the token comes from `WOVYR_TOKEN`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and not __fish_seen_subcommand_from lint explain rules schema test show import publish list activate rollback history verify lock diff" -l tenant -d 'Whose activities, dead letters and policies' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and not __fish_seen_subcommand_from lint explain rules schema test show import publish list activate rollback history verify lock diff" -s q -l quiet -d 'Only data and errors'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and not __fish_seen_subcommand_from lint explain rules schema test show import publish list activate rollback history verify lock diff" -s v -l verbose -d 'More of what happens on standard error; twice for still more'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and not __fish_seen_subcommand_from lint explain rules schema test show import publish list activate rollback history verify lock diff" -s h -l help -d 'Print help'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and not __fish_seen_subcommand_from lint explain rules schema test show import publish list activate rollback history verify lock diff" -f -a "lint" -d 'Find mistakes in policy files'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and not __fish_seen_subcommand_from lint explain rules schema test show import publish list activate rollback history verify lock diff" -f -a "explain" -d 'Say what a rule finds, why, and how to mend it'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and not __fish_seen_subcommand_from lint explain rules schema test show import publish list activate rollback history verify lock diff" -f -a "rules" -d 'List the rules of lint'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and not __fish_seen_subcommand_from lint explain rules schema test show import publish list activate rollback history verify lock diff" -f -a "schema" -d 'Print the JSON Schema of policy files, for editors'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and not __fish_seen_subcommand_from lint explain rules schema test show import publish list activate rollback history verify lock diff" -f -a "test" -d 'Hold policies to what is expected of them'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and not __fish_seen_subcommand_from lint explain rules schema test show import publish list activate rollback history verify lock diff" -f -a "show" -d 'Show what a policy file comes to, and where each value is from'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and not __fish_seen_subcommand_from lint explain rules schema test show import publish list activate rollback history verify lock diff" -f -a "import" -d 'Make policies of another system\'s retry rules'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and not __fish_seen_subcommand_from lint explain rules schema test show import publish list activate rollback history verify lock diff" -f -a "publish" -d 'Publish a policy file as the next version of a policy on the engine'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and not __fish_seen_subcommand_from lint explain rules schema test show import publish list activate rollback history verify lock diff" -f -a "list" -d 'List the policies of the engine'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and not __fish_seen_subcommand_from lint explain rules schema test show import publish list activate rollback history verify lock diff" -f -a "activate" -d 'Make a published version the one that new activities get'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and not __fish_seen_subcommand_from lint explain rules schema test show import publish list activate rollback history verify lock diff" -f -a "rollback" -d 'Go back to an older version'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and not __fish_seen_subcommand_from lint explain rules schema test show import publish list activate rollback history verify lock diff" -f -a "history" -d 'Show who published and activated what, when and why'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and not __fish_seen_subcommand_from lint explain rules schema test show import publish list activate rollback history verify lock diff" -f -a "verify" -d 'Check that stored versions are what was published'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and not __fish_seen_subcommand_from lint explain rules schema test show import publish list activate rollback history verify lock diff" -f -a "lock" -d 'Keep the versions of policy files in a lock file'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and not __fish_seen_subcommand_from lint explain rules schema test show import publish list activate rollback history verify lock diff" -f -a "diff" -d 'Compare two policies by what they do'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from lint" -l stdin-filename -d 'What standard input is called in the findings' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from lint" -l from -d 'The files are another system\'s: lint what they would become (dapr, argo-workflows, auto, …)' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from lint" -l fail-on -d 'The mildest finding that makes the exit code 1; warning unless a configuration says otherwise' -r -f -a "error\t'Errors only'
warning\t'Warnings, too'
info\t'Everything'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from lint" -l select -d 'The rules that count, by the beginnings of their codes or by name' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from lint" -l ignore -d 'Rules that do not count, besides those of the configuration' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from lint" -l config -d 'The configuration for all files, instead of the nearest wovyr-retry.toml' -r -F
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from lint" -s o -l output -d 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full, concise, sarif, github and junit, policy test has junit' -r -f -a "table\t'Aligned columns for people; long texts are cut'
wide\t'Aligned columns for people: more of them, nothing cut'
json\t'One JSON document'
jsonl\t'One JSON value a line'
yaml\t'One YAML document'
csv\t'Comma-separated values under a header line'
name\t'The ids or names alone, one a line'
full\t'`policy lint`: findings with the source they point at (its default)'
concise\t'`policy lint`: one finding a line'
sarif\t'`policy lint`: a SARIF 2.1.0 log; findings do not change the exit code'
github\t'`policy lint`: GitHub workflow commands'
junit\t'`policy lint` and `policy test`: XML as `JUnit` writes it'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from lint" -l color -d 'When to use colours: auto, always or never; auto heeds `NO_COLOR`' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set to anything but the empty text'
always\t'Always'
never\t'Never'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from lint" -l tz -d 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from lint" -l url -d 'Where the engine listens; the token comes from `WOVYR_TOKEN`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from lint" -l tenant -d 'Whose activities, dead letters and policies' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from lint" -l fix -d 'Apply the fixes after which each policy decides as before'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from lint" -l unsafe-fixes -d 'Apply the fixes that need a person\'s judgement, too'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from lint" -l diff -d 'Show what fixes would change, and change nothing'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from lint" -s q -l quiet -d 'Only data and errors'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from lint" -s v -l verbose -d 'More of what happens on standard error; twice for still more'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from lint" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from explain" -s o -l output -d 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full, concise, sarif, github and junit, policy test has junit' -r -f -a "table\t'Aligned columns for people; long texts are cut'
wide\t'Aligned columns for people: more of them, nothing cut'
json\t'One JSON document'
jsonl\t'One JSON value a line'
yaml\t'One YAML document'
csv\t'Comma-separated values under a header line'
name\t'The ids or names alone, one a line'
full\t'`policy lint`: findings with the source they point at (its default)'
concise\t'`policy lint`: one finding a line'
sarif\t'`policy lint`: a SARIF 2.1.0 log; findings do not change the exit code'
github\t'`policy lint`: GitHub workflow commands'
junit\t'`policy lint` and `policy test`: XML as `JUnit` writes it'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from explain" -l color -d 'When to use colours: auto, always or never; auto heeds `NO_COLOR`' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set to anything but the empty text'
always\t'Always'
never\t'Never'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from explain" -l tz -d 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from explain" -l url -d 'Where the engine listens; the token comes from `WOVYR_TOKEN`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from explain" -l tenant -d 'Whose activities, dead letters and policies' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from explain" -s q -l quiet -d 'Only data and errors'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from explain" -s v -l verbose -d 'More of what happens on standard error; twice for still more'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from explain" -s h -l help -d 'Print help'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from rules" -s o -l output -d 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full, concise, sarif, github and junit, policy test has junit' -r -f -a "table\t'Aligned columns for people; long texts are cut'
wide\t'Aligned columns for people: more of them, nothing cut'
json\t'One JSON document'
jsonl\t'One JSON value a line'
yaml\t'One YAML document'
csv\t'Comma-separated values under a header line'
name\t'The ids or names alone, one a line'
full\t'`policy lint`: findings with the source they point at (its default)'
concise\t'`policy lint`: one finding a line'
sarif\t'`policy lint`: a SARIF 2.1.0 log; findings do not change the exit code'
github\t'`policy lint`: GitHub workflow commands'
junit\t'`policy lint` and `policy test`: XML as `JUnit` writes it'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from rules" -l color -d 'When to use colours: auto, always or never; auto heeds `NO_COLOR`' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set to anything but the empty text'
always\t'Always'
never\t'Never'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from rules" -l tz -d 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from rules" -l url -d 'Where the engine listens; the token comes from `WOVYR_TOKEN`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from rules" -l tenant -d 'Whose activities, dead letters and policies' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from rules" -s q -l quiet -d 'Only data and errors'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from rules" -s v -l verbose -d 'More of what happens on standard error; twice for still more'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from rules" -s h -l help -d 'Print help'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from schema" -s o -l output -d 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full, concise, sarif, github and junit, policy test has junit' -r -f -a "table\t'Aligned columns for people; long texts are cut'
wide\t'Aligned columns for people: more of them, nothing cut'
json\t'One JSON document'
jsonl\t'One JSON value a line'
yaml\t'One YAML document'
csv\t'Comma-separated values under a header line'
name\t'The ids or names alone, one a line'
full\t'`policy lint`: findings with the source they point at (its default)'
concise\t'`policy lint`: one finding a line'
sarif\t'`policy lint`: a SARIF 2.1.0 log; findings do not change the exit code'
github\t'`policy lint`: GitHub workflow commands'
junit\t'`policy lint` and `policy test`: XML as `JUnit` writes it'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from schema" -l color -d 'When to use colours: auto, always or never; auto heeds `NO_COLOR`' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set to anything but the empty text'
always\t'Always'
never\t'Never'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from schema" -l tz -d 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from schema" -l url -d 'Where the engine listens; the token comes from `WOVYR_TOKEN`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from schema" -l tenant -d 'Whose activities, dead letters and policies' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from schema" -s q -l quiet -d 'Only data and errors'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from schema" -s v -l verbose -d 'More of what happens on standard error; twice for still more'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from schema" -s h -l help -d 'Print help'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from test" -s o -l output -d 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full, concise, sarif, github and junit, policy test has junit' -r -f -a "table\t'Aligned columns for people; long texts are cut'
wide\t'Aligned columns for people: more of them, nothing cut'
json\t'One JSON document'
jsonl\t'One JSON value a line'
yaml\t'One YAML document'
csv\t'Comma-separated values under a header line'
name\t'The ids or names alone, one a line'
full\t'`policy lint`: findings with the source they point at (its default)'
concise\t'`policy lint`: one finding a line'
sarif\t'`policy lint`: a SARIF 2.1.0 log; findings do not change the exit code'
github\t'`policy lint`: GitHub workflow commands'
junit\t'`policy lint` and `policy test`: XML as `JUnit` writes it'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from test" -l color -d 'When to use colours: auto, always or never; auto heeds `NO_COLOR`' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set to anything but the empty text'
always\t'Always'
never\t'Never'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from test" -l tz -d 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from test" -l url -d 'Where the engine listens; the token comes from `WOVYR_TOKEN`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from test" -l tenant -d 'Whose activities, dead letters and policies' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from test" -s q -l quiet -d 'Only data and errors'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from test" -s v -l verbose -d 'More of what happens on standard error; twice for still more'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from test" -s h -l help -d 'Print help'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from show" -l policy -d 'Which policy, if the file holds several' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from show" -l activity -d 'What holds for this activity type' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from show" -s o -l output -d 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full, concise, sarif, github and junit, policy test has junit' -r -f -a "table\t'Aligned columns for people; long texts are cut'
wide\t'Aligned columns for people: more of them, nothing cut'
json\t'One JSON document'
jsonl\t'One JSON value a line'
yaml\t'One YAML document'
csv\t'Comma-separated values under a header line'
name\t'The ids or names alone, one a line'
full\t'`policy lint`: findings with the source they point at (its default)'
concise\t'`policy lint`: one finding a line'
sarif\t'`policy lint`: a SARIF 2.1.0 log; findings do not change the exit code'
github\t'`policy lint`: GitHub workflow commands'
junit\t'`policy lint` and `policy test`: XML as `JUnit` writes it'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from show" -l color -d 'When to use colours: auto, always or never; auto heeds `NO_COLOR`' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set to anything but the empty text'
always\t'Always'
never\t'Never'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from show" -l tz -d 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from show" -l url -d 'Where the engine listens; the token comes from `WOVYR_TOKEN`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from show" -l tenant -d 'Whose activities, dead letters and policies' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from show" -l origins -d 'Where each value comes from'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from show" -s q -l quiet -d 'Only data and errors'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from show" -s v -l verbose -d 'More of what happens on standard error; twice for still more'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from show" -s h -l help -d 'Print help'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from import" -l from -d 'The other system' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from import" -l out -d 'Write each policy to a file of its own in this directory; files that are there stay' -r -F
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from import" -s o -l output -d 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full, concise, sarif, github and junit, policy test has junit' -r -f -a "table\t'Aligned columns for people; long texts are cut'
wide\t'Aligned columns for people: more of them, nothing cut'
json\t'One JSON document'
jsonl\t'One JSON value a line'
yaml\t'One YAML document'
csv\t'Comma-separated values under a header line'
name\t'The ids or names alone, one a line'
full\t'`policy lint`: findings with the source they point at (its default)'
concise\t'`policy lint`: one finding a line'
sarif\t'`policy lint`: a SARIF 2.1.0 log; findings do not change the exit code'
github\t'`policy lint`: GitHub workflow commands'
junit\t'`policy lint` and `policy test`: XML as `JUnit` writes it'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from import" -l color -d 'When to use colours: auto, always or never; auto heeds `NO_COLOR`' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set to anything but the empty text'
always\t'Always'
never\t'Never'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from import" -l tz -d 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from import" -l url -d 'Where the engine listens; the token comes from `WOVYR_TOKEN`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from import" -l tenant -d 'Whose activities, dead letters and policies' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from import" -s q -l quiet -d 'Only data and errors'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from import" -s v -l verbose -d 'More of what happens on standard error; twice for still more'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from import" -s h -l help -d 'Print help'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from publish" -l policy -d 'Which policy, if the file holds several' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from publish" -l name -d 'The policy\'s name on the engine; needed if the file does not say it' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from publish" -l message -d 'What changed, for the history' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from publish" -l if-version -d 'Publish only if the newest version is this one; 0: if there is none' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from publish" -s o -l output -d 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full, concise, sarif, github and junit, policy test has junit' -r -f -a "table\t'Aligned columns for people; long texts are cut'
wide\t'Aligned columns for people: more of them, nothing cut'
json\t'One JSON document'
jsonl\t'One JSON value a line'
yaml\t'One YAML document'
csv\t'Comma-separated values under a header line'
name\t'The ids or names alone, one a line'
full\t'`policy lint`: findings with the source they point at (its default)'
concise\t'`policy lint`: one finding a line'
sarif\t'`policy lint`: a SARIF 2.1.0 log; findings do not change the exit code'
github\t'`policy lint`: GitHub workflow commands'
junit\t'`policy lint` and `policy test`: XML as `JUnit` writes it'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from publish" -l color -d 'When to use colours: auto, always or never; auto heeds `NO_COLOR`' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set to anything but the empty text'
always\t'Always'
never\t'Never'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from publish" -l tz -d 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from publish" -l url -d 'Where the engine listens; the token comes from `WOVYR_TOKEN`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from publish" -l tenant -d 'Whose activities, dead letters and policies' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from publish" -l activate -d 'New activities get it at once'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from publish" -s q -l quiet -d 'Only data and errors'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from publish" -s v -l verbose -d 'More of what happens on standard error; twice for still more'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from publish" -s h -l help -d 'Print help'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from list" -l limit -d 'The most rows' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from list" -s o -l output -d 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full, concise, sarif, github and junit, policy test has junit' -r -f -a "table\t'Aligned columns for people; long texts are cut'
wide\t'Aligned columns for people: more of them, nothing cut'
json\t'One JSON document'
jsonl\t'One JSON value a line'
yaml\t'One YAML document'
csv\t'Comma-separated values under a header line'
name\t'The ids or names alone, one a line'
full\t'`policy lint`: findings with the source they point at (its default)'
concise\t'`policy lint`: one finding a line'
sarif\t'`policy lint`: a SARIF 2.1.0 log; findings do not change the exit code'
github\t'`policy lint`: GitHub workflow commands'
junit\t'`policy lint` and `policy test`: XML as `JUnit` writes it'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from list" -l color -d 'When to use colours: auto, always or never; auto heeds `NO_COLOR`' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set to anything but the empty text'
always\t'Always'
never\t'Never'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from list" -l tz -d 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from list" -l url -d 'Where the engine listens; the token comes from `WOVYR_TOKEN`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from list" -l tenant -d 'Whose activities, dead letters and policies' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from list" -l all -d 'Every row, written as they come'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from list" -s q -l quiet -d 'Only data and errors'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from list" -s v -l verbose -d 'More of what happens on standard error; twice for still more'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from list" -s h -l help -d 'Print help'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from activate" -l if-active -d 'Activate only if this is the active version now' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from activate" -l reason -d 'Why, for the history' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from activate" -s o -l output -d 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full, concise, sarif, github and junit, policy test has junit' -r -f -a "table\t'Aligned columns for people; long texts are cut'
wide\t'Aligned columns for people: more of them, nothing cut'
json\t'One JSON document'
jsonl\t'One JSON value a line'
yaml\t'One YAML document'
csv\t'Comma-separated values under a header line'
name\t'The ids or names alone, one a line'
full\t'`policy lint`: findings with the source they point at (its default)'
concise\t'`policy lint`: one finding a line'
sarif\t'`policy lint`: a SARIF 2.1.0 log; findings do not change the exit code'
github\t'`policy lint`: GitHub workflow commands'
junit\t'`policy lint` and `policy test`: XML as `JUnit` writes it'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from activate" -l color -d 'When to use colours: auto, always or never; auto heeds `NO_COLOR`' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set to anything but the empty text'
always\t'Always'
never\t'Never'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from activate" -l tz -d 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from activate" -l url -d 'Where the engine listens; the token comes from `WOVYR_TOKEN`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from activate" -l tenant -d 'Whose activities, dead letters and policies' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from activate" -s q -l quiet -d 'Only data and errors'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from activate" -s v -l verbose -d 'More of what happens on standard error; twice for still more'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from activate" -s h -l help -d 'Print help'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from rollback" -l to -d 'The version to go back to; the one that was active before unless given' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from rollback" -l reason -d 'Why, for the history' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from rollback" -s o -l output -d 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full, concise, sarif, github and junit, policy test has junit' -r -f -a "table\t'Aligned columns for people; long texts are cut'
wide\t'Aligned columns for people: more of them, nothing cut'
json\t'One JSON document'
jsonl\t'One JSON value a line'
yaml\t'One YAML document'
csv\t'Comma-separated values under a header line'
name\t'The ids or names alone, one a line'
full\t'`policy lint`: findings with the source they point at (its default)'
concise\t'`policy lint`: one finding a line'
sarif\t'`policy lint`: a SARIF 2.1.0 log; findings do not change the exit code'
github\t'`policy lint`: GitHub workflow commands'
junit\t'`policy lint` and `policy test`: XML as `JUnit` writes it'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from rollback" -l color -d 'When to use colours: auto, always or never; auto heeds `NO_COLOR`' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set to anything but the empty text'
always\t'Always'
never\t'Never'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from rollback" -l tz -d 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from rollback" -l url -d 'Where the engine listens; the token comes from `WOVYR_TOKEN`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from rollback" -l tenant -d 'Whose activities, dead letters and policies' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from rollback" -s q -l quiet -d 'Only data and errors'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from rollback" -s v -l verbose -d 'More of what happens on standard error; twice for still more'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from rollback" -s h -l help -d 'Print help'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from history" -s o -l output -d 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full, concise, sarif, github and junit, policy test has junit' -r -f -a "table\t'Aligned columns for people; long texts are cut'
wide\t'Aligned columns for people: more of them, nothing cut'
json\t'One JSON document'
jsonl\t'One JSON value a line'
yaml\t'One YAML document'
csv\t'Comma-separated values under a header line'
name\t'The ids or names alone, one a line'
full\t'`policy lint`: findings with the source they point at (its default)'
concise\t'`policy lint`: one finding a line'
sarif\t'`policy lint`: a SARIF 2.1.0 log; findings do not change the exit code'
github\t'`policy lint`: GitHub workflow commands'
junit\t'`policy lint` and `policy test`: XML as `JUnit` writes it'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from history" -l color -d 'When to use colours: auto, always or never; auto heeds `NO_COLOR`' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set to anything but the empty text'
always\t'Always'
never\t'Never'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from history" -l tz -d 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from history" -l url -d 'Where the engine listens; the token comes from `WOVYR_TOKEN`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from history" -l tenant -d 'Whose activities, dead letters and policies' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from history" -s q -l quiet -d 'Only data and errors'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from history" -s v -l verbose -d 'More of what happens on standard error; twice for still more'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from history" -s h -l help -d 'Print help'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from verify" -s o -l output -d 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full, concise, sarif, github and junit, policy test has junit' -r -f -a "table\t'Aligned columns for people; long texts are cut'
wide\t'Aligned columns for people: more of them, nothing cut'
json\t'One JSON document'
jsonl\t'One JSON value a line'
yaml\t'One YAML document'
csv\t'Comma-separated values under a header line'
name\t'The ids or names alone, one a line'
full\t'`policy lint`: findings with the source they point at (its default)'
concise\t'`policy lint`: one finding a line'
sarif\t'`policy lint`: a SARIF 2.1.0 log; findings do not change the exit code'
github\t'`policy lint`: GitHub workflow commands'
junit\t'`policy lint` and `policy test`: XML as `JUnit` writes it'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from verify" -l color -d 'When to use colours: auto, always or never; auto heeds `NO_COLOR`' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set to anything but the empty text'
always\t'Always'
never\t'Never'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from verify" -l tz -d 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from verify" -l url -d 'Where the engine listens; the token comes from `WOVYR_TOKEN`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from verify" -l tenant -d 'Whose activities, dead letters and policies' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from verify" -s q -l quiet -d 'Only data and errors'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from verify" -s v -l verbose -d 'More of what happens on standard error; twice for still more'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from verify" -s h -l help -d 'Print help'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from lock" -l lock -d 'The lock file' -r -F
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from lock" -s o -l output -d 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full, concise, sarif, github and junit, policy test has junit' -r -f -a "table\t'Aligned columns for people; long texts are cut'
wide\t'Aligned columns for people: more of them, nothing cut'
json\t'One JSON document'
jsonl\t'One JSON value a line'
yaml\t'One YAML document'
csv\t'Comma-separated values under a header line'
name\t'The ids or names alone, one a line'
full\t'`policy lint`: findings with the source they point at (its default)'
concise\t'`policy lint`: one finding a line'
sarif\t'`policy lint`: a SARIF 2.1.0 log; findings do not change the exit code'
github\t'`policy lint`: GitHub workflow commands'
junit\t'`policy lint` and `policy test`: XML as `JUnit` writes it'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from lock" -l color -d 'When to use colours: auto, always or never; auto heeds `NO_COLOR`' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set to anything but the empty text'
always\t'Always'
never\t'Never'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from lock" -l tz -d 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from lock" -l url -d 'Where the engine listens; the token comes from `WOVYR_TOKEN`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from lock" -l tenant -d 'Whose activities, dead letters and policies' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from lock" -l check -d 'Write nothing; say what is not as locked'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from lock" -s q -l quiet -d 'Only data and errors'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from lock" -s v -l verbose -d 'More of what happens on standard error; twice for still more'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from lock" -s h -l help -d 'Print help'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from diff" -l policy -d 'Which policy, where a file holds several' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from diff" -s o -l output -d 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full, concise, sarif, github and junit, policy test has junit' -r -f -a "table\t'Aligned columns for people; long texts are cut'
wide\t'Aligned columns for people: more of them, nothing cut'
json\t'One JSON document'
jsonl\t'One JSON value a line'
yaml\t'One YAML document'
csv\t'Comma-separated values under a header line'
name\t'The ids or names alone, one a line'
full\t'`policy lint`: findings with the source they point at (its default)'
concise\t'`policy lint`: one finding a line'
sarif\t'`policy lint`: a SARIF 2.1.0 log; findings do not change the exit code'
github\t'`policy lint`: GitHub workflow commands'
junit\t'`policy lint` and `policy test`: XML as `JUnit` writes it'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from diff" -l color -d 'When to use colours: auto, always or never; auto heeds `NO_COLOR`' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set to anything but the empty text'
always\t'Always'
never\t'Never'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from diff" -l tz -d 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from diff" -l url -d 'Where the engine listens; the token comes from `WOVYR_TOKEN`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from diff" -l tenant -d 'Whose activities, dead letters and policies' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from diff" -l exit-code -d 'Exit 1 if there is a behavioural or breaking change'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from diff" -s q -l quiet -d 'Only data and errors'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from diff" -s v -l verbose -d 'More of what happens on standard error; twice for still more'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand policy; and __fish_seen_subcommand_from diff" -s h -l help -d 'Print help'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -l policy -d 'Which policy, if the file holds several' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -l activity -d 'What happens to this activity type' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -l from -d 'Read the file as another system\'s, with that system\'s own rules: dapr, temporal, step-functions, argo-workflows, argo-cd, cloud-tasks, wovyr, or auto' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -l strategy -d 'fixed, linear or exponential' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -l initial -d 'The first delay' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -l max -d 'The longest delay' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -l multiplier -d 'The growth factor: 1, or 1.01 to 100' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -l attempts -d 'Runs, the first included: up to 1,000,000' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -l jitter -d 'off, true, a factor such as 0.1, full, equal or decorrelated' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -l failures -d 'How they end, in order: an HTTP status, timeout, crash, a failure type such as `CardDeclined` or `HttpError:busy`, ok; the last holds for the rest' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -l outage -d 'Attempts that start from FROM until before TO fail with HTTP 503, others succeed; may be repeated' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -l fail-rate -d 'The share of attempts outside an outage that fail with HTTP 503, such as 0.3 or 30%' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -l retry-after -d 'The downstream asks for this wait with every failure, or with that of one attempt: 10s@2; may be repeated' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -l runtime -d 'How long an attempt runs, unless the policy\'s activity timeout ends it first' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -l as -d 'The activity whose delays these are: TENANT/WORKFLOW/EXECUTION/ACTIVITY[#GENERATION]' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -l seed -d 'Draws for nobody in particular' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -l runs -d 'Shows how as many runs with seeds of their own are distributed; up to 1,000,000,000' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -l start -d 'When attempt 1 starts, such as 2026-11-30T19:40:12Z; now unless given' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -l svg -d 'Draws the schedule into an SVG file' -r -F
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -l fleet -d 'Simulates this many activities together, up to 1,000,000, and the policy with and without its jitter, budget and breaker; --outage says when their downstream is down' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -l capacity -d 'Calls that the downstream works off, such as 500/s; more have to queue' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -l latency -d 'The time that a call takes beside waiting for its turn; 100ms unless given' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -l timeout -d 'The time that a caller waits for an answer; the policy\'s activity timeout unless given' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -l spread -d 'Starts the activities at random moments over this time; all at once unless given' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -l per-execution -d 'Activities that share one execution, its budget and its deadline' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -l until -d 'Ends the simulation; an hour after the last start and outage unless given' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -l solve -d 'Proposes parameters instead: attempts, first-delay, last-delay and window (all delays together) with =, <= or >=, such as \'attempts<=10, window=2h\'; values given stay as given' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -l compare -d 'Shows two or three policies side by side: files, or NAME@VERSION of the engine' -r -F
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -s o -l output -d 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full, concise, sarif, github and junit, policy test has junit' -r -f -a "table\t'Aligned columns for people; long texts are cut'
wide\t'Aligned columns for people: more of them, nothing cut'
json\t'One JSON document'
jsonl\t'One JSON value a line'
yaml\t'One YAML document'
csv\t'Comma-separated values under a header line'
name\t'The ids or names alone, one a line'
full\t'`policy lint`: findings with the source they point at (its default)'
concise\t'`policy lint`: one finding a line'
sarif\t'`policy lint`: a SARIF 2.1.0 log; findings do not change the exit code'
github\t'`policy lint`: GitHub workflow commands'
junit\t'`policy lint` and `policy test`: XML as `JUnit` writes it'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -l color -d 'When to use colours: auto, always or never; auto heeds `NO_COLOR`' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set to anything but the empty text'
always\t'Always'
never\t'Never'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -l tz -d 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -l url -d 'Where the engine listens; the token comes from `WOVYR_TOKEN`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -l tenant -d 'Whose activities, dead letters and policies' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -l all -d 'Every attempt; people see 100 unless asked for'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -l chart -d 'Draws the schedule in the terminal'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -l no-jitter -d 'Leaves out the policy\'s jitter'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -l no-budget -d 'Leaves out its retry budget'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -l no-breaker -d 'Leaves out its circuit breaker'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -s q -l quiet -d 'Only data and errors'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -s v -l verbose -d 'More of what happens on standard error; twice for still more'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -s h -l help -d 'Print help'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and not __fish_seen_subcommand_from model" -a "model" -d 'Reproduce a published model of retries, or list them'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and __fish_seen_subcommand_from model" -l trials -d 'Trials of each case; as many as were published unless given' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and __fish_seen_subcommand_from model" -l seed -d 'Draws other random numbers' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and __fish_seen_subcommand_from model" -s o -l output -d 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full, concise, sarif, github and junit, policy test has junit' -r -f -a "table\t'Aligned columns for people; long texts are cut'
wide\t'Aligned columns for people: more of them, nothing cut'
json\t'One JSON document'
jsonl\t'One JSON value a line'
yaml\t'One YAML document'
csv\t'Comma-separated values under a header line'
name\t'The ids or names alone, one a line'
full\t'`policy lint`: findings with the source they point at (its default)'
concise\t'`policy lint`: one finding a line'
sarif\t'`policy lint`: a SARIF 2.1.0 log; findings do not change the exit code'
github\t'`policy lint`: GitHub workflow commands'
junit\t'`policy lint` and `policy test`: XML as `JUnit` writes it'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and __fish_seen_subcommand_from model" -l color -d 'When to use colours: auto, always or never; auto heeds `NO_COLOR`' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set to anything but the empty text'
always\t'Always'
never\t'Never'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and __fish_seen_subcommand_from model" -l tz -d 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and __fish_seen_subcommand_from model" -l url -d 'Where the engine listens; the token comes from `WOVYR_TOKEN`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and __fish_seen_subcommand_from model" -l tenant -d 'Whose activities, dead letters and policies' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and __fish_seen_subcommand_from model" -s q -l quiet -d 'Only data and errors'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and __fish_seen_subcommand_from model" -s v -l verbose -d 'More of what happens on standard error; twice for still more'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand simulate; and __fish_seen_subcommand_from model" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand activity; and not __fish_seen_subcommand_from list show" -s o -l output -d 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full, concise, sarif, github and junit, policy test has junit' -r -f -a "table\t'Aligned columns for people; long texts are cut'
wide\t'Aligned columns for people: more of them, nothing cut'
json\t'One JSON document'
jsonl\t'One JSON value a line'
yaml\t'One YAML document'
csv\t'Comma-separated values under a header line'
name\t'The ids or names alone, one a line'
full\t'`policy lint`: findings with the source they point at (its default)'
concise\t'`policy lint`: one finding a line'
sarif\t'`policy lint`: a SARIF 2.1.0 log; findings do not change the exit code'
github\t'`policy lint`: GitHub workflow commands'
junit\t'`policy lint` and `policy test`: XML as `JUnit` writes it'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand activity; and not __fish_seen_subcommand_from list show" -l color -d 'When to use colours: auto, always or never; auto heeds `NO_COLOR`' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set to anything but the empty text'
always\t'Always'
never\t'Never'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand activity; and not __fish_seen_subcommand_from list show" -l tz -d 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand activity; and not __fish_seen_subcommand_from list show" -l url -d 'Where the engine listens; the token comes from `WOVYR_TOKEN`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand activity; and not __fish_seen_subcommand_from list show" -l tenant -d 'Whose activities, dead letters and policies' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand activity; and not __fish_seen_subcommand_from list show" -s q -l quiet -d 'Only data and errors'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand activity; and not __fish_seen_subcommand_from list show" -s v -l verbose -d 'More of what happens on standard error; twice for still more'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand activity; and not __fish_seen_subcommand_from list show" -s h -l help -d 'Print help'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand activity; and not __fish_seen_subcommand_from list show" -f -a "list" -d 'List activities'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand activity; and not __fish_seen_subcommand_from list show" -f -a "show" -d 'Show one activity: where it is, when it is tried next, what it gave'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand activity; and __fish_seen_subcommand_from list" -l where -d 'Only what this holds for: `state = "delayed" and attempts > 3`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand activity; and __fish_seen_subcommand_from list" -l limit -d 'The most rows' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand activity; and __fish_seen_subcommand_from list" -s o -l output -d 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full, concise, sarif, github and junit, policy test has junit' -r -f -a "table\t'Aligned columns for people; long texts are cut'
wide\t'Aligned columns for people: more of them, nothing cut'
json\t'One JSON document'
jsonl\t'One JSON value a line'
yaml\t'One YAML document'
csv\t'Comma-separated values under a header line'
name\t'The ids or names alone, one a line'
full\t'`policy lint`: findings with the source they point at (its default)'
concise\t'`policy lint`: one finding a line'
sarif\t'`policy lint`: a SARIF 2.1.0 log; findings do not change the exit code'
github\t'`policy lint`: GitHub workflow commands'
junit\t'`policy lint` and `policy test`: XML as `JUnit` writes it'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand activity; and __fish_seen_subcommand_from list" -l color -d 'When to use colours: auto, always or never; auto heeds `NO_COLOR`' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set to anything but the empty text'
always\t'Always'
never\t'Never'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand activity; and __fish_seen_subcommand_from list" -l tz -d 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand activity; and __fish_seen_subcommand_from list" -l url -d 'Where the engine listens; the token comes from `WOVYR_TOKEN`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand activity; and __fish_seen_subcommand_from list" -l tenant -d 'Whose activities, dead letters and policies' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand activity; and __fish_seen_subcommand_from list" -l all -d 'Every row, written as they come'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand activity; and __fish_seen_subcommand_from list" -s q -l quiet -d 'Only data and errors'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand activity; and __fish_seen_subcommand_from list" -s v -l verbose -d 'More of what happens on standard error; twice for still more'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand activity; and __fish_seen_subcommand_from list" -s h -l help -d 'Print help'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand activity; and __fish_seen_subcommand_from show" -s o -l output -d 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full, concise, sarif, github and junit, policy test has junit' -r -f -a "table\t'Aligned columns for people; long texts are cut'
wide\t'Aligned columns for people: more of them, nothing cut'
json\t'One JSON document'
jsonl\t'One JSON value a line'
yaml\t'One YAML document'
csv\t'Comma-separated values under a header line'
name\t'The ids or names alone, one a line'
full\t'`policy lint`: findings with the source they point at (its default)'
concise\t'`policy lint`: one finding a line'
sarif\t'`policy lint`: a SARIF 2.1.0 log; findings do not change the exit code'
github\t'`policy lint`: GitHub workflow commands'
junit\t'`policy lint` and `policy test`: XML as `JUnit` writes it'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand activity; and __fish_seen_subcommand_from show" -l color -d 'When to use colours: auto, always or never; auto heeds `NO_COLOR`' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set to anything but the empty text'
always\t'Always'
never\t'Never'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand activity; and __fish_seen_subcommand_from show" -l tz -d 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand activity; and __fish_seen_subcommand_from show" -l url -d 'Where the engine listens; the token comes from `WOVYR_TOKEN`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand activity; and __fish_seen_subcommand_from show" -l tenant -d 'Whose activities, dead letters and policies' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand activity; and __fish_seen_subcommand_from show" -l history -d 'With every event since it was scheduled'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand activity; and __fish_seen_subcommand_from show" -s q -l quiet -d 'Only data and errors'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand activity; and __fish_seen_subcommand_from show" -s v -l verbose -d 'More of what happens on standard error; twice for still more'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand activity; and __fish_seen_subcommand_from show" -s h -l help -d 'Print help'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and not __fish_seen_subcommand_from list show replay purge" -s o -l output -d 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full, concise, sarif, github and junit, policy test has junit' -r -f -a "table\t'Aligned columns for people; long texts are cut'
wide\t'Aligned columns for people: more of them, nothing cut'
json\t'One JSON document'
jsonl\t'One JSON value a line'
yaml\t'One YAML document'
csv\t'Comma-separated values under a header line'
name\t'The ids or names alone, one a line'
full\t'`policy lint`: findings with the source they point at (its default)'
concise\t'`policy lint`: one finding a line'
sarif\t'`policy lint`: a SARIF 2.1.0 log; findings do not change the exit code'
github\t'`policy lint`: GitHub workflow commands'
junit\t'`policy lint` and `policy test`: XML as `JUnit` writes it'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and not __fish_seen_subcommand_from list show replay purge" -l color -d 'When to use colours: auto, always or never; auto heeds `NO_COLOR`' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set to anything but the empty text'
always\t'Always'
never\t'Never'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and not __fish_seen_subcommand_from list show replay purge" -l tz -d 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and not __fish_seen_subcommand_from list show replay purge" -l url -d 'Where the engine listens; the token comes from `WOVYR_TOKEN`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and not __fish_seen_subcommand_from list show replay purge" -l tenant -d 'Whose activities, dead letters and policies' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and not __fish_seen_subcommand_from list show replay purge" -s q -l quiet -d 'Only data and errors'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and not __fish_seen_subcommand_from list show replay purge" -s v -l verbose -d 'More of what happens on standard error; twice for still more'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and not __fish_seen_subcommand_from list show replay purge" -s h -l help -d 'Print help'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and not __fish_seen_subcommand_from list show replay purge" -f -a "list" -d 'List dead letters'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and not __fish_seen_subcommand_from list show replay purge" -f -a "show" -d 'Show one dead letter: why it died, its history, its payload'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and not __fish_seen_subcommand_from list show replay purge" -f -a "replay" -d 'Start the next generation of dead activities'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and not __fish_seen_subcommand_from list show replay purge" -f -a "purge" -d 'Put dead letters out of sight'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from list" -l where -d 'Only what this holds for: `type = "ChargeCard" and attempts > 3`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from list" -l limit -d 'The most rows' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from list" -s o -l output -d 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full, concise, sarif, github and junit, policy test has junit' -r -f -a "table\t'Aligned columns for people; long texts are cut'
wide\t'Aligned columns for people: more of them, nothing cut'
json\t'One JSON document'
jsonl\t'One JSON value a line'
yaml\t'One YAML document'
csv\t'Comma-separated values under a header line'
name\t'The ids or names alone, one a line'
full\t'`policy lint`: findings with the source they point at (its default)'
concise\t'`policy lint`: one finding a line'
sarif\t'`policy lint`: a SARIF 2.1.0 log; findings do not change the exit code'
github\t'`policy lint`: GitHub workflow commands'
junit\t'`policy lint` and `policy test`: XML as `JUnit` writes it'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from list" -l color -d 'When to use colours: auto, always or never; auto heeds `NO_COLOR`' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set to anything but the empty text'
always\t'Always'
never\t'Never'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from list" -l tz -d 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from list" -l url -d 'Where the engine listens; the token comes from `WOVYR_TOKEN`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from list" -l tenant -d 'Whose activities, dead letters and policies' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from list" -l all -d 'Every row, written as they come'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from list" -s q -l quiet -d 'Only data and errors'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from list" -s v -l verbose -d 'More of what happens on standard error; twice for still more'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from list" -s h -l help -d 'Print help'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from show" -s o -l output -d 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full, concise, sarif, github and junit, policy test has junit' -r -f -a "table\t'Aligned columns for people; long texts are cut'
wide\t'Aligned columns for people: more of them, nothing cut'
json\t'One JSON document'
jsonl\t'One JSON value a line'
yaml\t'One YAML document'
csv\t'Comma-separated values under a header line'
name\t'The ids or names alone, one a line'
full\t'`policy lint`: findings with the source they point at (its default)'
concise\t'`policy lint`: one finding a line'
sarif\t'`policy lint`: a SARIF 2.1.0 log; findings do not change the exit code'
github\t'`policy lint`: GitHub workflow commands'
junit\t'`policy lint` and `policy test`: XML as `JUnit` writes it'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from show" -l color -d 'When to use colours: auto, always or never; auto heeds `NO_COLOR`' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set to anything but the empty text'
always\t'Always'
never\t'Never'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from show" -l tz -d 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from show" -l url -d 'Where the engine listens; the token comes from `WOVYR_TOKEN`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from show" -l tenant -d 'Whose activities, dead letters and policies' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from show" -s q -l quiet -d 'Only data and errors'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from show" -s v -l verbose -d 'More of what happens on standard error; twice for still more'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from show" -s h -l help -d 'Print help'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l where -d 'All that this holds for: `type = "ChargeCard" and age < 2h`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l rate -d 'The pace: 50/s, or unlimited; needed above 1,000 dead letters' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l reason -d 'Why, for the history' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from replay" -s o -l output -d 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full, concise, sarif, github and junit, policy test has junit' -r -f -a "table\t'Aligned columns for people; long texts are cut'
wide\t'Aligned columns for people: more of them, nothing cut'
json\t'One JSON document'
jsonl\t'One JSON value a line'
yaml\t'One YAML document'
csv\t'Comma-separated values under a header line'
name\t'The ids or names alone, one a line'
full\t'`policy lint`: findings with the source they point at (its default)'
concise\t'`policy lint`: one finding a line'
sarif\t'`policy lint`: a SARIF 2.1.0 log; findings do not change the exit code'
github\t'`policy lint`: GitHub workflow commands'
junit\t'`policy lint` and `policy test`: XML as `JUnit` writes it'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l color -d 'When to use colours: auto, always or never; auto heeds `NO_COLOR`' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set to anything but the empty text'
always\t'Always'
never\t'Never'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l tz -d 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l url -d 'Where the engine listens; the token comes from `WOVYR_TOKEN`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l tenant -d 'Whose activities, dead letters and policies' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l all -d 'Every dead letter of the tenant'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from replay" -s y -l yes -d 'Do it without asking'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l dry-run -d 'Show what it would change, and change nothing'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l no-wait -d 'Return as soon as the engine has taken it'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l same-policy -d 'Keep the policy version they died under instead of the one that is active now'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l force -d 'Overrule the guards: a closed execution, three replays already'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from replay" -s q -l quiet -d 'Only data and errors'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from replay" -s v -l verbose -d 'More of what happens on standard error; twice for still more'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from replay" -s h -l help -d 'Print help'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l where -d 'All that this holds for: `type = "ChargeCard" and age < 2h`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l rate -d 'The pace: 50/s, or unlimited; needed above 1,000 dead letters' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l reason -d 'Why, for the history' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from purge" -s o -l output -d 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full, concise, sarif, github and junit, policy test has junit' -r -f -a "table\t'Aligned columns for people; long texts are cut'
wide\t'Aligned columns for people: more of them, nothing cut'
json\t'One JSON document'
jsonl\t'One JSON value a line'
yaml\t'One YAML document'
csv\t'Comma-separated values under a header line'
name\t'The ids or names alone, one a line'
full\t'`policy lint`: findings with the source they point at (its default)'
concise\t'`policy lint`: one finding a line'
sarif\t'`policy lint`: a SARIF 2.1.0 log; findings do not change the exit code'
github\t'`policy lint`: GitHub workflow commands'
junit\t'`policy lint` and `policy test`: XML as `JUnit` writes it'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l color -d 'When to use colours: auto, always or never; auto heeds `NO_COLOR`' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set to anything but the empty text'
always\t'Always'
never\t'Never'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l tz -d 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l url -d 'Where the engine listens; the token comes from `WOVYR_TOKEN`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l tenant -d 'Whose activities, dead letters and policies' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l all -d 'Every dead letter of the tenant'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from purge" -s y -l yes -d 'Do it without asking'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l dry-run -d 'Show what it would change, and change nothing'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l no-wait -d 'Return as soon as the engine has taken it'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from purge" -s q -l quiet -d 'Only data and errors'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from purge" -s v -l verbose -d 'More of what happens on standard error; twice for still more'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand dlq; and __fish_seen_subcommand_from purge" -s h -l help -d 'Print help'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand op; and not __fish_seen_subcommand_from list show watch" -s o -l output -d 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full, concise, sarif, github and junit, policy test has junit' -r -f -a "table\t'Aligned columns for people; long texts are cut'
wide\t'Aligned columns for people: more of them, nothing cut'
json\t'One JSON document'
jsonl\t'One JSON value a line'
yaml\t'One YAML document'
csv\t'Comma-separated values under a header line'
name\t'The ids or names alone, one a line'
full\t'`policy lint`: findings with the source they point at (its default)'
concise\t'`policy lint`: one finding a line'
sarif\t'`policy lint`: a SARIF 2.1.0 log; findings do not change the exit code'
github\t'`policy lint`: GitHub workflow commands'
junit\t'`policy lint` and `policy test`: XML as `JUnit` writes it'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand op; and not __fish_seen_subcommand_from list show watch" -l color -d 'When to use colours: auto, always or never; auto heeds `NO_COLOR`' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set to anything but the empty text'
always\t'Always'
never\t'Never'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand op; and not __fish_seen_subcommand_from list show watch" -l tz -d 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand op; and not __fish_seen_subcommand_from list show watch" -l url -d 'Where the engine listens; the token comes from `WOVYR_TOKEN`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand op; and not __fish_seen_subcommand_from list show watch" -l tenant -d 'Whose activities, dead letters and policies' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand op; and not __fish_seen_subcommand_from list show watch" -s q -l quiet -d 'Only data and errors'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand op; and not __fish_seen_subcommand_from list show watch" -s v -l verbose -d 'More of what happens on standard error; twice for still more'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand op; and not __fish_seen_subcommand_from list show watch" -s h -l help -d 'Print help'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand op; and not __fish_seen_subcommand_from list show watch" -f -a "list" -d 'List operations'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand op; and not __fish_seen_subcommand_from list show watch" -f -a "show" -d 'Show one operation and the items that it could not do'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand op; and not __fish_seen_subcommand_from list show watch" -f -a "watch" -d 'Follow an operation to its end'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand op; and __fish_seen_subcommand_from list" -l limit -d 'The most rows' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand op; and __fish_seen_subcommand_from list" -s o -l output -d 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full, concise, sarif, github and junit, policy test has junit' -r -f -a "table\t'Aligned columns for people; long texts are cut'
wide\t'Aligned columns for people: more of them, nothing cut'
json\t'One JSON document'
jsonl\t'One JSON value a line'
yaml\t'One YAML document'
csv\t'Comma-separated values under a header line'
name\t'The ids or names alone, one a line'
full\t'`policy lint`: findings with the source they point at (its default)'
concise\t'`policy lint`: one finding a line'
sarif\t'`policy lint`: a SARIF 2.1.0 log; findings do not change the exit code'
github\t'`policy lint`: GitHub workflow commands'
junit\t'`policy lint` and `policy test`: XML as `JUnit` writes it'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand op; and __fish_seen_subcommand_from list" -l color -d 'When to use colours: auto, always or never; auto heeds `NO_COLOR`' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set to anything but the empty text'
always\t'Always'
never\t'Never'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand op; and __fish_seen_subcommand_from list" -l tz -d 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand op; and __fish_seen_subcommand_from list" -l url -d 'Where the engine listens; the token comes from `WOVYR_TOKEN`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand op; and __fish_seen_subcommand_from list" -l tenant -d 'Whose activities, dead letters and policies' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand op; and __fish_seen_subcommand_from list" -l all -d 'Every row, written as they come'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand op; and __fish_seen_subcommand_from list" -s q -l quiet -d 'Only data and errors'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand op; and __fish_seen_subcommand_from list" -s v -l verbose -d 'More of what happens on standard error; twice for still more'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand op; and __fish_seen_subcommand_from list" -s h -l help -d 'Print help'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand op; and __fish_seen_subcommand_from show" -s o -l output -d 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full, concise, sarif, github and junit, policy test has junit' -r -f -a "table\t'Aligned columns for people; long texts are cut'
wide\t'Aligned columns for people: more of them, nothing cut'
json\t'One JSON document'
jsonl\t'One JSON value a line'
yaml\t'One YAML document'
csv\t'Comma-separated values under a header line'
name\t'The ids or names alone, one a line'
full\t'`policy lint`: findings with the source they point at (its default)'
concise\t'`policy lint`: one finding a line'
sarif\t'`policy lint`: a SARIF 2.1.0 log; findings do not change the exit code'
github\t'`policy lint`: GitHub workflow commands'
junit\t'`policy lint` and `policy test`: XML as `JUnit` writes it'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand op; and __fish_seen_subcommand_from show" -l color -d 'When to use colours: auto, always or never; auto heeds `NO_COLOR`' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set to anything but the empty text'
always\t'Always'
never\t'Never'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand op; and __fish_seen_subcommand_from show" -l tz -d 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand op; and __fish_seen_subcommand_from show" -l url -d 'Where the engine listens; the token comes from `WOVYR_TOKEN`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand op; and __fish_seen_subcommand_from show" -l tenant -d 'Whose activities, dead letters and policies' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand op; and __fish_seen_subcommand_from show" -s q -l quiet -d 'Only data and errors'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand op; and __fish_seen_subcommand_from show" -s v -l verbose -d 'More of what happens on standard error; twice for still more'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand op; and __fish_seen_subcommand_from show" -s h -l help -d 'Print help'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand op; and __fish_seen_subcommand_from watch" -s o -l output -d 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full, concise, sarif, github and junit, policy test has junit' -r -f -a "table\t'Aligned columns for people; long texts are cut'
wide\t'Aligned columns for people: more of them, nothing cut'
json\t'One JSON document'
jsonl\t'One JSON value a line'
yaml\t'One YAML document'
csv\t'Comma-separated values under a header line'
name\t'The ids or names alone, one a line'
full\t'`policy lint`: findings with the source they point at (its default)'
concise\t'`policy lint`: one finding a line'
sarif\t'`policy lint`: a SARIF 2.1.0 log; findings do not change the exit code'
github\t'`policy lint`: GitHub workflow commands'
junit\t'`policy lint` and `policy test`: XML as `JUnit` writes it'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand op; and __fish_seen_subcommand_from watch" -l color -d 'When to use colours: auto, always or never; auto heeds `NO_COLOR`' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set to anything but the empty text'
always\t'Always'
never\t'Never'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand op; and __fish_seen_subcommand_from watch" -l tz -d 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand op; and __fish_seen_subcommand_from watch" -l url -d 'Where the engine listens; the token comes from `WOVYR_TOKEN`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand op; and __fish_seen_subcommand_from watch" -l tenant -d 'Whose activities, dead letters and policies' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand op; and __fish_seen_subcommand_from watch" -s q -l quiet -d 'Only data and errors'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand op; and __fish_seen_subcommand_from watch" -s v -l verbose -d 'More of what happens on standard error; twice for still more'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand op; and __fish_seen_subcommand_from watch" -s h -l help -d 'Print help'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand metrics" -s o -l output -d 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full, concise, sarif, github and junit, policy test has junit' -r -f -a "table\t'Aligned columns for people; long texts are cut'
wide\t'Aligned columns for people: more of them, nothing cut'
json\t'One JSON document'
jsonl\t'One JSON value a line'
yaml\t'One YAML document'
csv\t'Comma-separated values under a header line'
name\t'The ids or names alone, one a line'
full\t'`policy lint`: findings with the source they point at (its default)'
concise\t'`policy lint`: one finding a line'
sarif\t'`policy lint`: a SARIF 2.1.0 log; findings do not change the exit code'
github\t'`policy lint`: GitHub workflow commands'
junit\t'`policy lint` and `policy test`: XML as `JUnit` writes it'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand metrics" -l color -d 'When to use colours: auto, always or never; auto heeds `NO_COLOR`' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set to anything but the empty text'
always\t'Always'
never\t'Never'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand metrics" -l tz -d 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand metrics" -l url -d 'Where the engine listens; the token comes from `WOVYR_TOKEN`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand metrics" -l tenant -d 'Whose activities, dead letters and policies' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand metrics" -s q -l quiet -d 'Only data and errors'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand metrics" -s v -l verbose -d 'More of what happens on standard error; twice for still more'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand metrics" -s h -l help -d 'Print help'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand completions" -s o -l output -d 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full, concise, sarif, github and junit, policy test has junit' -r -f -a "table\t'Aligned columns for people; long texts are cut'
wide\t'Aligned columns for people: more of them, nothing cut'
json\t'One JSON document'
jsonl\t'One JSON value a line'
yaml\t'One YAML document'
csv\t'Comma-separated values under a header line'
name\t'The ids or names alone, one a line'
full\t'`policy lint`: findings with the source they point at (its default)'
concise\t'`policy lint`: one finding a line'
sarif\t'`policy lint`: a SARIF 2.1.0 log; findings do not change the exit code'
github\t'`policy lint`: GitHub workflow commands'
junit\t'`policy lint` and `policy test`: XML as `JUnit` writes it'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand completions" -l color -d 'When to use colours: auto, always or never; auto heeds `NO_COLOR`' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set to anything but the empty text'
always\t'Always'
never\t'Never'"
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand completions" -l tz -d 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand completions" -l url -d 'Where the engine listens; the token comes from `WOVYR_TOKEN`' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand completions" -l tenant -d 'Whose activities, dead letters and policies' -r
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand completions" -s q -l quiet -d 'Only data and errors'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand completions" -s v -l verbose -d 'More of what happens on standard error; twice for still more'
complete -c wovyr-retry -n "__fish_wovyr_retry_using_subcommand completions" -s h -l help -d 'Print help'
