/** What `coder --help` prints. */

export function helpText(version: string): string {
  return `coder ${version}: a coding agent for the terminal

Usage
  coder                          talk with it in this directory
  coder -p "fix the test"        one turn, then exit
  git diff | coder               standard input is the message
  npm test | coder -p "why does it fail?" --stdin

Conversation
  -p, --print TEXT               run one turn and exit
  --stdin                        with -p: put standard input beside it, read to its end
  --output-format FORMAT         text (answer on stdout, progress on stderr), json, stream-json
  --input-format FORMAT          text (standard input is one message), lines (a message a line),
                                 stream-json (a JSON op a line, for programs)
  -c, --continue                 go on with the latest session of this directory
  -r, --resume ID                go on with that session
  -m, --model NAME               the model, or provider/model
  --mode NAME                    build, plan, default, auto-edit, yolo
  --budget LIMIT                 what the session may spend: '$2', '500k tokens', 30m
  -y, --yes                      pass what policy asks; risky commands still need a person
  --cwd DIR                      work there
  --add-dir DIR                  another folder tools may use (repeatable)
  --config FILE                  settings on top of the user's own
  --lang en|zh-CN                language of coder's own words (default: from LANG)
  --no-color                     no colours (NO_COLOR does the same)
  --screen-reader                labelled, append-only lines (ACCESSIBLE=1 does the same)
  -v, --version   -h, --help

Commands
  coder sessions                 list the sessions of this directory
  coder config                   the settings in force and where each comes from
  coder models                   models that can be used from here
  coder doctor                   check this machine and say what to do; with --model NAME measure that model
  coder policy check -- COMMAND  what would happen to a shell command, and why
                                 (--mode M, --json; --stdin: one JSON string a line)
  coder export ID                write a session out: --md (the default), --html (one page), --json;
                                 -o, --output FILE
  coder replay ID                run a session again in a scratch copy, without a model, and compare
                                 (--yes: also commands that policy asks about)
  coder demo                     see it work on a scratch project, no key needed (--yes: by itself)

Exit codes
  0  answered          2  wrong usage                    4    an approval was refused or nobody could give it
  1  error             3  step, turn or budget limit     130  cancelled

Connecting a model
  OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY, or AGENT_BASE_URL with AGENT_API_KEY and AGENT_MODEL
  for any OpenAI-compatible server. Without any of them the built-in offline model answers.
`;
}
