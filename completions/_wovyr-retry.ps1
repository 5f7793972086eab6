
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'wovyr-retry' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'wovyr-retry'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'wovyr-retry' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours: auto, always or never; auto heeds `NO_COLOR`')
            [CompletionResult]::new('--tz', '--tz', [CompletionResultType]::ParameterName, 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30')
            [CompletionResult]::new('--url', '--url', [CompletionResultType]::ParameterName, 'Where the engine listens; the token comes from `WOVYR_TOKEN`')
            [CompletionResult]::new('--tenant', '--tenant', [CompletionResultType]::ParameterName, 'Whose activities, dead letters and policies')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('demo', 'demo', [CompletionResultType]::ParameterValue, 'Watch the whole story on this machine: failures, retries, dead letters, replay')
            [CompletionResult]::new('serve', 'serve', [CompletionResultType]::ParameterValue, 'Run the engine')
            [CompletionResult]::new('worker', 'worker', [CompletionResultType]::ParameterValue, 'Take activities from queues and run a command for each')
            [CompletionResult]::new('policy', 'policy', [CompletionResultType]::ParameterValue, 'Policy files, and the policies of the engine')
            [CompletionResult]::new('simulate', 'simulate', [CompletionResultType]::ParameterValue, 'Show when a policy tries again, and when no more')
            [CompletionResult]::new('activity', 'activity', [CompletionResultType]::ParameterValue, 'Live state')
            [CompletionResult]::new('dlq', 'dlq', [CompletionResultType]::ParameterValue, 'The dead letter queue')
            [CompletionResult]::new('op', 'op', [CompletionResultType]::ParameterValue, 'Bulk operations that the engine carries out')
            [CompletionResult]::new('metrics', 'metrics', [CompletionResultType]::ParameterValue, 'Show counts and rates')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print the completion script of a shell')
            break
        }
        'wovyr-retry;demo' {
            [CompletionResult]::new('--for', '--for', [CompletionResultType]::ParameterName, 'End after this time, e.g. 20s or 1m30s')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours: auto, always or never; auto heeds `NO_COLOR`')
            [CompletionResult]::new('--tz', '--tz', [CompletionResultType]::ParameterName, 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30')
            [CompletionResult]::new('--url', '--url', [CompletionResultType]::ParameterName, 'Where the engine listens; the token comes from `WOVYR_TOKEN`')
            [CompletionResult]::new('--tenant', '--tenant', [CompletionResultType]::ParameterName, 'Whose activities, dead letters and policies')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'wovyr-retry;serve' {
            [CompletionResult]::new('--store', '--store', [CompletionResultType]::ParameterName, 'Where everything is kept: sqlite:PATH; by default ~/.wovyr/retry/engine.db')
            [CompletionResult]::new('--listen', '--listen', [CompletionResultType]::ParameterName, 'The loopback address to listen on; port 0 takes a free one')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours: auto, always or never; auto heeds `NO_COLOR`')
            [CompletionResult]::new('--tz', '--tz', [CompletionResultType]::ParameterName, 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30')
            [CompletionResult]::new('--url', '--url', [CompletionResultType]::ParameterName, 'Where the engine listens; the token comes from `WOVYR_TOKEN`')
            [CompletionResult]::new('--tenant', '--tenant', [CompletionResultType]::ParameterName, 'Whose activities, dead letters and policies')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'wovyr-retry;worker' {
            [CompletionResult]::new('--queue', '--queue', [CompletionResultType]::ParameterName, 'A queue to take from; several times for several')
            [CompletionResult]::new('--type', '--type', [CompletionResultType]::ParameterName, 'An activity type to take, all unless given; several times for several')
            [CompletionResult]::new('--concurrency', '--concurrency', [CompletionResultType]::ParameterName, 'Commands that run at a time')
            [CompletionResult]::new('--worker-id', '--worker-id', [CompletionResultType]::ParameterName, 'The worker''s name in history and logs; host and process id unless given')
            [CompletionResult]::new('--exec', '--exec', [CompletionResultType]::ParameterName, 'The command, split into words as a shell does; no shell runs')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours: auto, always or never; auto heeds `NO_COLOR`')
            [CompletionResult]::new('--tz', '--tz', [CompletionResultType]::ParameterName, 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30')
            [CompletionResult]::new('--url', '--url', [CompletionResultType]::ParameterName, 'Where the engine listens; the token comes from `WOVYR_TOKEN`')
            [CompletionResult]::new('--tenant', '--tenant', [CompletionResultType]::ParameterName, 'Whose activities, dead letters and policies')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'wovyr-retry;policy' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours: auto, always or never; auto heeds `NO_COLOR`')
            [CompletionResult]::new('--tz', '--tz', [CompletionResultType]::ParameterName, 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30')
            [CompletionResult]::new('--url', '--url', [CompletionResultType]::ParameterName, 'Where the engine listens; the token comes from `WOVYR_TOKEN`')
            [CompletionResult]::new('--tenant', '--tenant', [CompletionResultType]::ParameterName, 'Whose activities, dead letters and policies')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('lint', 'lint', [CompletionResultType]::ParameterValue, 'Find mistakes in policy files')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Show what a policy file comes to, and where each value is from')
            [CompletionResult]::new('import', 'import', [CompletionResultType]::ParameterValue, 'Make policies of another system''s retry rules')
            [CompletionResult]::new('publish', 'publish', [CompletionResultType]::ParameterValue, 'Publish a policy file as the next version of a policy on the engine')
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List the policies of the engine')
            [CompletionResult]::new('activate', 'activate', [CompletionResultType]::ParameterValue, 'Make a published version the one that new activities get')
            [CompletionResult]::new('rollback', 'rollback', [CompletionResultType]::ParameterValue, 'Go back to an older version')
            [CompletionResult]::new('history', 'history', [CompletionResultType]::ParameterValue, 'Show who published and activated what, when and why')
            [CompletionResult]::new('verify', 'verify', [CompletionResultType]::ParameterValue, 'Check that stored versions are what was published')
            [CompletionResult]::new('diff', 'diff', [CompletionResultType]::ParameterValue, 'Compare two policies by what they do')
            break
        }
        'wovyr-retry;policy;lint' {
            [CompletionResult]::new('--stdin-filename', '--stdin-filename', [CompletionResultType]::ParameterName, 'What standard input is called in the findings')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'The files are another system''s: lint what they would become (dapr, argo-workflows, auto, …)')
            [CompletionResult]::new('--fail-on', '--fail-on', [CompletionResultType]::ParameterName, 'The mildest finding that makes the exit code 1')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours: auto, always or never; auto heeds `NO_COLOR`')
            [CompletionResult]::new('--tz', '--tz', [CompletionResultType]::ParameterName, 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30')
            [CompletionResult]::new('--url', '--url', [CompletionResultType]::ParameterName, 'Where the engine listens; the token comes from `WOVYR_TOKEN`')
            [CompletionResult]::new('--tenant', '--tenant', [CompletionResultType]::ParameterName, 'Whose activities, dead letters and policies')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'wovyr-retry;policy;show' {
            [CompletionResult]::new('--policy', '--policy', [CompletionResultType]::ParameterName, 'Which policy, if the file holds several')
            [CompletionResult]::new('--activity', '--activity', [CompletionResultType]::ParameterName, 'What holds for this activity type')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours: auto, always or never; auto heeds `NO_COLOR`')
            [CompletionResult]::new('--tz', '--tz', [CompletionResultType]::ParameterName, 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30')
            [CompletionResult]::new('--url', '--url', [CompletionResultType]::ParameterName, 'Where the engine listens; the token comes from `WOVYR_TOKEN`')
            [CompletionResult]::new('--tenant', '--tenant', [CompletionResultType]::ParameterName, 'Whose activities, dead letters and policies')
            [CompletionResult]::new('--origins', '--origins', [CompletionResultType]::ParameterName, 'Where each value comes from')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'wovyr-retry;policy;import' {
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'The other system')
            [CompletionResult]::new('--out', '--out', [CompletionResultType]::ParameterName, 'Write each policy to a file of its own in this directory; files that are there stay')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours: auto, always or never; auto heeds `NO_COLOR`')
            [CompletionResult]::new('--tz', '--tz', [CompletionResultType]::ParameterName, 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30')
            [CompletionResult]::new('--url', '--url', [CompletionResultType]::ParameterName, 'Where the engine listens; the token comes from `WOVYR_TOKEN`')
            [CompletionResult]::new('--tenant', '--tenant', [CompletionResultType]::ParameterName, 'Whose activities, dead letters and policies')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'wovyr-retry;policy;publish' {
            [CompletionResult]::new('--policy', '--policy', [CompletionResultType]::ParameterName, 'Which policy, if the file holds several')
            [CompletionResult]::new('--name', '--name', [CompletionResultType]::ParameterName, 'The policy''s name on the engine; needed if the file does not say it')
            [CompletionResult]::new('--message', '--message', [CompletionResultType]::ParameterName, 'What changed, for the history')
            [CompletionResult]::new('--if-version', '--if-version', [CompletionResultType]::ParameterName, 'Publish only if the newest version is this one; 0: if there is none')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours: auto, always or never; auto heeds `NO_COLOR`')
            [CompletionResult]::new('--tz', '--tz', [CompletionResultType]::ParameterName, 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30')
            [CompletionResult]::new('--url', '--url', [CompletionResultType]::ParameterName, 'Where the engine listens; the token comes from `WOVYR_TOKEN`')
            [CompletionResult]::new('--tenant', '--tenant', [CompletionResultType]::ParameterName, 'Whose activities, dead letters and policies')
            [CompletionResult]::new('--activate', '--activate', [CompletionResultType]::ParameterName, 'New activities get it at once')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'wovyr-retry;policy;list' {
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'The most rows')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours: auto, always or never; auto heeds `NO_COLOR`')
            [CompletionResult]::new('--tz', '--tz', [CompletionResultType]::ParameterName, 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30')
            [CompletionResult]::new('--url', '--url', [CompletionResultType]::ParameterName, 'Where the engine listens; the token comes from `WOVYR_TOKEN`')
            [CompletionResult]::new('--tenant', '--tenant', [CompletionResultType]::ParameterName, 'Whose activities, dead letters and policies')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'Every row, written as they come')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'wovyr-retry;policy;activate' {
            [CompletionResult]::new('--if-active', '--if-active', [CompletionResultType]::ParameterName, 'Activate only if this is the active version now')
            [CompletionResult]::new('--reason', '--reason', [CompletionResultType]::ParameterName, 'Why, for the history')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours: auto, always or never; auto heeds `NO_COLOR`')
            [CompletionResult]::new('--tz', '--tz', [CompletionResultType]::ParameterName, 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30')
            [CompletionResult]::new('--url', '--url', [CompletionResultType]::ParameterName, 'Where the engine listens; the token comes from `WOVYR_TOKEN`')
            [CompletionResult]::new('--tenant', '--tenant', [CompletionResultType]::ParameterName, 'Whose activities, dead letters and policies')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'wovyr-retry;policy;rollback' {
            [CompletionResult]::new('--to', '--to', [CompletionResultType]::ParameterName, 'The version to go back to; the one that was active before unless given')
            [CompletionResult]::new('--reason', '--reason', [CompletionResultType]::ParameterName, 'Why, for the history')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours: auto, always or never; auto heeds `NO_COLOR`')
            [CompletionResult]::new('--tz', '--tz', [CompletionResultType]::ParameterName, 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30')
            [CompletionResult]::new('--url', '--url', [CompletionResultType]::ParameterName, 'Where the engine listens; the token comes from `WOVYR_TOKEN`')
            [CompletionResult]::new('--tenant', '--tenant', [CompletionResultType]::ParameterName, 'Whose activities, dead letters and policies')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'wovyr-retry;policy;history' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours: auto, always or never; auto heeds `NO_COLOR`')
            [CompletionResult]::new('--tz', '--tz', [CompletionResultType]::ParameterName, 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30')
            [CompletionResult]::new('--url', '--url', [CompletionResultType]::ParameterName, 'Where the engine listens; the token comes from `WOVYR_TOKEN`')
            [CompletionResult]::new('--tenant', '--tenant', [CompletionResultType]::ParameterName, 'Whose activities, dead letters and policies')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'wovyr-retry;policy;verify' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours: auto, always or never; auto heeds `NO_COLOR`')
            [CompletionResult]::new('--tz', '--tz', [CompletionResultType]::ParameterName, 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30')
            [CompletionResult]::new('--url', '--url', [CompletionResultType]::ParameterName, 'Where the engine listens; the token comes from `WOVYR_TOKEN`')
            [CompletionResult]::new('--tenant', '--tenant', [CompletionResultType]::ParameterName, 'Whose activities, dead letters and policies')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'wovyr-retry;policy;diff' {
            [CompletionResult]::new('--policy', '--policy', [CompletionResultType]::ParameterName, 'Which policy, where a file holds several')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours: auto, always or never; auto heeds `NO_COLOR`')
            [CompletionResult]::new('--tz', '--tz', [CompletionResultType]::ParameterName, 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30')
            [CompletionResult]::new('--url', '--url', [CompletionResultType]::ParameterName, 'Where the engine listens; the token comes from `WOVYR_TOKEN`')
            [CompletionResult]::new('--tenant', '--tenant', [CompletionResultType]::ParameterName, 'Whose activities, dead letters and policies')
            [CompletionResult]::new('--exit-code', '--exit-code', [CompletionResultType]::ParameterName, 'Exit 1 if there is a behavioural or breaking change')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'wovyr-retry;simulate' {
            [CompletionResult]::new('--policy', '--policy', [CompletionResultType]::ParameterName, 'Which policy, if the file holds several')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'The file is another system''s, and so are its rules: dapr, step-functions, auto, …')
            [CompletionResult]::new('--activity', '--activity', [CompletionResultType]::ParameterName, 'What happens to this activity type')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'The activity whose delays these are: TENANT/WORKFLOW/EXECUTION/ACTIVITY[#GENERATION]')
            [CompletionResult]::new('--seed', '--seed', [CompletionResultType]::ParameterName, 'Draws the jitter of nobody in particular')
            [CompletionResult]::new('--attempts', '--attempts', [CompletionResultType]::ParameterName, 'The most rows')
            [CompletionResult]::new('--start', '--start', [CompletionResultType]::ParameterName, 'When attempt 1 fails, such as 2026-11-30T19:40:12Z; now unless given')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours: auto, always or never; auto heeds `NO_COLOR`')
            [CompletionResult]::new('--tz', '--tz', [CompletionResultType]::ParameterName, 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30')
            [CompletionResult]::new('--url', '--url', [CompletionResultType]::ParameterName, 'Where the engine listens; the token comes from `WOVYR_TOKEN`')
            [CompletionResult]::new('--tenant', '--tenant', [CompletionResultType]::ParameterName, 'Whose activities, dead letters and policies')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'wovyr-retry;activity' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours: auto, always or never; auto heeds `NO_COLOR`')
            [CompletionResult]::new('--tz', '--tz', [CompletionResultType]::ParameterName, 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30')
            [CompletionResult]::new('--url', '--url', [CompletionResultType]::ParameterName, 'Where the engine listens; the token comes from `WOVYR_TOKEN`')
            [CompletionResult]::new('--tenant', '--tenant', [CompletionResultType]::ParameterName, 'Whose activities, dead letters and policies')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List activities')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Show one activity: where it is, when it is tried next, what it gave')
            break
        }
        'wovyr-retry;activity;list' {
            [CompletionResult]::new('--where', '--where', [CompletionResultType]::ParameterName, 'Only what this holds for: `state = "delayed" and attempts > 3`')
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'The most rows')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours: auto, always or never; auto heeds `NO_COLOR`')
            [CompletionResult]::new('--tz', '--tz', [CompletionResultType]::ParameterName, 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30')
            [CompletionResult]::new('--url', '--url', [CompletionResultType]::ParameterName, 'Where the engine listens; the token comes from `WOVYR_TOKEN`')
            [CompletionResult]::new('--tenant', '--tenant', [CompletionResultType]::ParameterName, 'Whose activities, dead letters and policies')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'Every row, written as they come')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'wovyr-retry;activity;show' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours: auto, always or never; auto heeds `NO_COLOR`')
            [CompletionResult]::new('--tz', '--tz', [CompletionResultType]::ParameterName, 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30')
            [CompletionResult]::new('--url', '--url', [CompletionResultType]::ParameterName, 'Where the engine listens; the token comes from `WOVYR_TOKEN`')
            [CompletionResult]::new('--tenant', '--tenant', [CompletionResultType]::ParameterName, 'Whose activities, dead letters and policies')
            [CompletionResult]::new('--history', '--history', [CompletionResultType]::ParameterName, 'With every event since it was scheduled')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'wovyr-retry;dlq' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours: auto, always or never; auto heeds `NO_COLOR`')
            [CompletionResult]::new('--tz', '--tz', [CompletionResultType]::ParameterName, 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30')
            [CompletionResult]::new('--url', '--url', [CompletionResultType]::ParameterName, 'Where the engine listens; the token comes from `WOVYR_TOKEN`')
            [CompletionResult]::new('--tenant', '--tenant', [CompletionResultType]::ParameterName, 'Whose activities, dead letters and policies')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List dead letters')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Show one dead letter: why it died, its history, its payload')
            [CompletionResult]::new('replay', 'replay', [CompletionResultType]::ParameterValue, 'Start the next generation of dead activities')
            [CompletionResult]::new('purge', 'purge', [CompletionResultType]::ParameterValue, 'Put dead letters out of sight')
            break
        }
        'wovyr-retry;dlq;list' {
            [CompletionResult]::new('--where', '--where', [CompletionResultType]::ParameterName, 'Only what this holds for: `type = "ChargeCard" and attempts > 3`')
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'The most rows')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours: auto, always or never; auto heeds `NO_COLOR`')
            [CompletionResult]::new('--tz', '--tz', [CompletionResultType]::ParameterName, 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30')
            [CompletionResult]::new('--url', '--url', [CompletionResultType]::ParameterName, 'Where the engine listens; the token comes from `WOVYR_TOKEN`')
            [CompletionResult]::new('--tenant', '--tenant', [CompletionResultType]::ParameterName, 'Whose activities, dead letters and policies')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'Every row, written as they come')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'wovyr-retry;dlq;show' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours: auto, always or never; auto heeds `NO_COLOR`')
            [CompletionResult]::new('--tz', '--tz', [CompletionResultType]::ParameterName, 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30')
            [CompletionResult]::new('--url', '--url', [CompletionResultType]::ParameterName, 'Where the engine listens; the token comes from `WOVYR_TOKEN`')
            [CompletionResult]::new('--tenant', '--tenant', [CompletionResultType]::ParameterName, 'Whose activities, dead letters and policies')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'wovyr-retry;dlq;replay' {
            [CompletionResult]::new('--where', '--where', [CompletionResultType]::ParameterName, 'All that this holds for: `type = "ChargeCard" and age < 2h`')
            [CompletionResult]::new('--rate', '--rate', [CompletionResultType]::ParameterName, 'The pace: 50/s, or unlimited; needed above 1,000 dead letters')
            [CompletionResult]::new('--reason', '--reason', [CompletionResultType]::ParameterName, 'Why, for the history')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours: auto, always or never; auto heeds `NO_COLOR`')
            [CompletionResult]::new('--tz', '--tz', [CompletionResultType]::ParameterName, 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30')
            [CompletionResult]::new('--url', '--url', [CompletionResultType]::ParameterName, 'Where the engine listens; the token comes from `WOVYR_TOKEN`')
            [CompletionResult]::new('--tenant', '--tenant', [CompletionResultType]::ParameterName, 'Whose activities, dead letters and policies')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'Every dead letter of the tenant')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Do it without asking')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Do it without asking')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what it would change, and change nothing')
            [CompletionResult]::new('--no-wait', '--no-wait', [CompletionResultType]::ParameterName, 'Return as soon as the engine has taken it')
            [CompletionResult]::new('--same-policy', '--same-policy', [CompletionResultType]::ParameterName, 'Keep the policy version they died under instead of the one that is active now')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'Overrule the guards: a closed execution, three replays already')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'wovyr-retry;dlq;purge' {
            [CompletionResult]::new('--where', '--where', [CompletionResultType]::ParameterName, 'All that this holds for: `type = "ChargeCard" and age < 2h`')
            [CompletionResult]::new('--rate', '--rate', [CompletionResultType]::ParameterName, 'The pace: 50/s, or unlimited; needed above 1,000 dead letters')
            [CompletionResult]::new('--reason', '--reason', [CompletionResultType]::ParameterName, 'Why, for the history')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours: auto, always or never; auto heeds `NO_COLOR`')
            [CompletionResult]::new('--tz', '--tz', [CompletionResultType]::ParameterName, 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30')
            [CompletionResult]::new('--url', '--url', [CompletionResultType]::ParameterName, 'Where the engine listens; the token comes from `WOVYR_TOKEN`')
            [CompletionResult]::new('--tenant', '--tenant', [CompletionResultType]::ParameterName, 'Whose activities, dead letters and policies')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'Every dead letter of the tenant')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Do it without asking')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Do it without asking')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what it would change, and change nothing')
            [CompletionResult]::new('--no-wait', '--no-wait', [CompletionResultType]::ParameterName, 'Return as soon as the engine has taken it')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'wovyr-retry;op' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours: auto, always or never; auto heeds `NO_COLOR`')
            [CompletionResult]::new('--tz', '--tz', [CompletionResultType]::ParameterName, 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30')
            [CompletionResult]::new('--url', '--url', [CompletionResultType]::ParameterName, 'Where the engine listens; the token comes from `WOVYR_TOKEN`')
            [CompletionResult]::new('--tenant', '--tenant', [CompletionResultType]::ParameterName, 'Whose activities, dead letters and policies')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List operations')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Show one operation and the items that it could not do')
            [CompletionResult]::new('watch', 'watch', [CompletionResultType]::ParameterValue, 'Follow an operation to its end')
            break
        }
        'wovyr-retry;op;list' {
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'The most rows')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours: auto, always or never; auto heeds `NO_COLOR`')
            [CompletionResult]::new('--tz', '--tz', [CompletionResultType]::ParameterName, 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30')
            [CompletionResult]::new('--url', '--url', [CompletionResultType]::ParameterName, 'Where the engine listens; the token comes from `WOVYR_TOKEN`')
            [CompletionResult]::new('--tenant', '--tenant', [CompletionResultType]::ParameterName, 'Whose activities, dead letters and policies')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'Every row, written as they come')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'wovyr-retry;op;show' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours: auto, always or never; auto heeds `NO_COLOR`')
            [CompletionResult]::new('--tz', '--tz', [CompletionResultType]::ParameterName, 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30')
            [CompletionResult]::new('--url', '--url', [CompletionResultType]::ParameterName, 'Where the engine listens; the token comes from `WOVYR_TOKEN`')
            [CompletionResult]::new('--tenant', '--tenant', [CompletionResultType]::ParameterName, 'Whose activities, dead letters and policies')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'wovyr-retry;op;watch' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours: auto, always or never; auto heeds `NO_COLOR`')
            [CompletionResult]::new('--tz', '--tz', [CompletionResultType]::ParameterName, 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30')
            [CompletionResult]::new('--url', '--url', [CompletionResultType]::ParameterName, 'Where the engine listens; the token comes from `WOVYR_TOKEN`')
            [CompletionResult]::new('--tenant', '--tenant', [CompletionResultType]::ParameterName, 'Whose activities, dead letters and policies')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'wovyr-retry;metrics' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours: auto, always or never; auto heeds `NO_COLOR`')
            [CompletionResult]::new('--tz', '--tz', [CompletionResultType]::ParameterName, 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30')
            [CompletionResult]::new('--url', '--url', [CompletionResultType]::ParameterName, 'Where the engine listens; the token comes from `WOVYR_TOKEN`')
            [CompletionResult]::new('--tenant', '--tenant', [CompletionResultType]::ParameterName, 'Whose activities, dead letters and policies')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'wovyr-retry;completions' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The form of the data on standard output: table, wide, json, jsonl, yaml, csv or name; policy lint also has full and concise')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours: auto, always or never; auto heeds `NO_COLOR`')
            [CompletionResult]::new('--tz', '--tz', [CompletionResultType]::ParameterName, 'The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30')
            [CompletionResult]::new('--url', '--url', [CompletionResultType]::ParameterName, 'Where the engine listens; the token comes from `WOVYR_TOKEN`')
            [CompletionResult]::new('--tenant', '--tenant', [CompletionResultType]::ParameterName, 'Whose activities, dead letters and policies')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only data and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'More of what happens on standard error; twice for still more')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
