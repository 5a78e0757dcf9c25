/** The output of `coder --help`. */

import { late } from '../../base/late.ts';

/** By command: its rows in the section on commands, and in its own help. */
const commands = {
  login: `  coder login [PROVIDER]         connect a model: key and model, tested before they are saved; without a terminal, the key
                                 is read from standard input (coder auth is the same)`,
  logout: `  coder logout [PROVIDER]        remove a saved key`,
  sessions: `  coder sessions                 list the sessions of this folder`,
  config: `  coder config                   show the settings in force and where each comes from
                                 (path, edit, get KEY, set KEY VALUE: your own file)`,
  models: `  coder models                   list the models you can use`,
  doctor: `  coder doctor                   check this machine and say what to do; with --model NAME, measure that model`,
  policy: `  coder policy check -- COMMAND  show what would happen to a shell command, and why
                                 (--mode M, --json; --stdin: one JSON string per line)`,
  trust: `  coder trust                    show what this project brings along and whether it is used: --print (one hash of it),
                                 show ITEM, diff, add ITEM…, revoke ITEM…|all (--json)`,
  mcp: `  coder mcp                      MCP servers: add NAME -- COMMAND, add NAME URL, list, get, remove, test, login, logout`,
  plugin: `  coder plugin                   plugins: install FOLDER|GIT-URL|npm:NAME, link FOLDER, list, update, remove, validate FOLDER`,
  hooks: `  coder hooks                    hooks: list, test EVENT (runs the hooks that would run, and says why)`,
  import: `  coder import [AGENT]           import settings from claude, codex, gemini, qwen or opencode, shown key by key
                                 before you agree (--yes, --json)`,
  export: `  coder export ID                export a session, or that of a job: --md (the default), --html (one page), --json,
                                 --format atif (a trajectory for benchmarks); -o, --output FILE`,
  replay: `  coder replay ID                run a session again in a scratch copy, without a model, and compare
                                 (--yes: also commands that policy asks about)`,
  run: `  coder run --spec FILE|-        run a job for a queue: one JSON object in, one out (--result FILE); the same id returns
                                 its result, resumes, or reports that it is running (exit code 75)`,
  review: `  coder review                   review a change; nothing is written, and findings that do not match the diff are dropped:
                                 --uncommitted (the default), --staged, --base REF, --commit SHA;
                                 --format text|json|sarif|github, --fail-on error|warning|note|never (exit code 1; default: warning)`,
  fleet: `  coder fleet run TASKS.jsonl    run many jobs on this machine: --results DIR, --jobs N (4), --budget B for all of them;
                                 then show [ID], diff ID, apply ID`,
  worktrees: `  coder worktrees [clean]        list the worktrees that coder created; clean removes those where nothing would be lost`,
  acp: `  coder acp                      run inside an editor (--acp does the same): the Agent Client Protocol on stdin and stdout`,
  completion: `  coder completion SHELL         print a completion script for bash, zsh or fish`,
  demo: `  coder demo                     watch coder work on a scratch project, no key needed (--yes: unattended)`,
};

const words = () => ({
  commands,
  options: 'Options',
  /** Closes the help of one command; `options` are those that every command accepts. */
  everywhere: (options: string) =>
    `Every command also accepts: ${options}. "coder --help" explains them and lists all commands.`,
  text: (version: string) => `coder ${version}: a coding agent for the terminal

Usage
  coder                          start a conversation in this folder
  coder "fix the test"           start it with that prompt
  coder -p "fix the test"        run one turn, then exit
  git diff | coder -p "review"   standard input is added to the prompt
  git diff | coder               standard input is the message

Conversation
  -p, --print TEXT               run one turn and exit
  --stdin, --no-stdin            with -p: wait for standard input, or never read it
  --output-format FORMAT         text (answer on stdout, progress on stderr), json, stream-json
  --input-format FORMAT          text (standard input is one message), lines (one message per line),
                                 stream-json (one JSON op per line, for programs)
  -c, --continue                 continue the latest session of this folder
  -r, --resume [ID]              continue that session, or pick one
  -m, --model NAME               the model, or provider/model; on your own server (AGENT_BASE_URL), any name it knows
  --mode NAME                    build, plan, default, auto-edit, yolo
  --budget LIMIT                 spending limit for the session: '$2', '500k tokens', 30m
  -y, --yes                      approve what policy would ask about; risky commands still ask you
  --trust sha256:HASH            trust what the project brings along, if it is exactly this (coder trust --print)
  --cwd DIR                      work in that folder
  --add-dir DIR                  another folder that tools may use (repeatable)
  --config FILE                  a settings file on top of your own
  --lang en|zh-CN                language coder speaks to you (default: from LANG)
  --worktree[=NAME]              work in a separate git worktree; it is removed if nothing would be lost
  --no-color                     no colours (NO_COLOR does the same)
  --screen-reader                labelled, append-only lines (ACCESSIBLE=1 does the same)
  -v, --version [--verbose]      print the version; with --verbose also the SHA-256 of this bundle
  -h, --help                     print this; after a command, the help of that command

Commands
${Object.values(commands).join('\n')}

Exit codes
  0  answered          2  wrong usage                    4    an approval was refused or no one could give it
  1  error             3  step, turn or budget limit     130  cancelled

Connecting a model
  Run coder login; or set OPENAI_API_KEY, ANTHROPIC_API_KEY or GEMINI_API_KEY, or AGENT_BASE_URL with
  AGENT_API_KEY and AGENT_MODEL for any OpenAI-compatible server. Without any of these, the built-in offline model answers.
`,
});

export const help = late(words);

export type HelpWords = ReturnType<typeof help>;
