/** What is wrong with a command line, and what coder says when it cannot run. */

export const commandLine = {
  seeHelp: 'Run "coder --help" for commands and options.',
  oldNode: (oldest: string, version: string) =>
    `needs Node ${oldest} or newer, this is ${version}. Install a newer Node, or run it through npm from a checkout.`,
  bug: (why: string) => `coder hit a bug: ${why} (CODER_DEBUG=1 shows where)`,
  outputLost: (why: string) => `standard output cannot be written: ${why}`,
  noWorkingFolder: 'the working folder no longer exists; go to another one, or name one with --cwd',
  noSuchFolder: (path: string, flag: string) => `no such folder: ${path} (${flag})`,
  notAFolder: (path: string, flag: string) => `not a folder: ${path} (${flag})`,

  notOneOf: (option: string, values: readonly string[], value: string) =>
    `${option} is ${values.slice(0, -1).join(', ')} or ${values.at(-1)}, not "${value}"`,
  jsonForCommands: '--json is for commands; for a turn use --output-format json',
  cannotBeUsedWith: (option: string, command: string | undefined) =>
    `${option} cannot be used with ${command === undefined ? 'a conversation' : `"coder ${command}"`}`,
  takesNo: (command: string, word: string) => `coder ${command} takes no "${word}"`,
  verboseVersion: '--verbose goes with --version.',
  promptTwice: '-p was given twice; a run takes one prompt',
  emptyPrompt: '-p needs something to say',
  emptyValue: (option: string) => `${option} needs a value; the one given is empty`,
  badTrust: '--trust takes sha256: and 64 hexadecimal digits, as "coder trust --print" gives them',
  continueAndResume: '--continue and --resume exclude each other',
  rangeTwice: (options: readonly string[]) => `${options.join(' and ')} exclude each other`,
  badDescriptor: (variable: string, value: string) =>
    `${variable} is "${value}", which is no descriptor that is open for reading; give one from 3`,
  stdinTwice: '--stdin and --no-stdin exclude each other',
  inputFormatWithPrompt:
    '--input-format is for messages on standard input, and -p already gives the message; add --stdin to attach the input',

  wordAfterPrompt: (word: string) => `-p takes one text, and "${word}" comes after it; put the text in quotes`,
  unknownCommand: (word: string, near: string | undefined, commands: readonly string[]) =>
    `unknown command "${word}" (${near === undefined ? `commands: ${commands.join(', ')}; to say something: coder -p "…"` : `did you mean coder ${near}?`})`,
  unknownOption: (option: string, near: string | undefined) =>
    `unknown option ${option}${near === undefined ? '' : `; did you mean --${near}?`}`,
  optionBeforeDashes: (option: string) =>
    `unknown option ${option}; put -- before the command: coder policy check -- COMMAND`,
  valueWithDash: (option: string, long: string) =>
    `${option} needs a value; one that begins with a dash is written ${long}=VALUE`,
  needsValue: (option: string) => `${option} needs a value`,
};

export type CommandLineWords = typeof commandLine;
