/** Errors in a command line, and messages for when coder cannot run. */

import { late } from '../../base/late.ts';

const words = () => ({
  seeHelp: 'Run "coder --help" for commands and options.',
  oldNode: (oldest: string, version: string) =>
    `needs Node ${oldest} or newer; this is ${version}. Install a newer Node, or run it through npm from a checkout.`,
  bug: (why: string) => `coder hit a bug: ${why} (CODER_DEBUG=1 shows where)`,
  outputLost: (why: string) => `cannot write to standard output: ${why}`,
  noWorkingFolder: 'the working folder no longer exists; change to another one, or give one with --cwd',
  noSuchFolder: (path: string, flag: string) => `no such folder: ${path} (${flag})`,
  notAFolder: (path: string, flag: string) => `not a folder: ${path} (${flag})`,

  notOneOf: (option: string, values: readonly string[], value: string) =>
    `${option} must be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}, not "${value}"`,
  jsonForCommands: '--json is for commands; for a turn use --output-format json',
  cannotBeUsedWith: (option: string, command: string | undefined) =>
    `${option} cannot be used with ${command === undefined ? 'a conversation' : `"coder ${command}"`}`,
  takesNo: (command: string, word: string) => `coder ${command} does not take "${word}"`,
  verboseVersion: '--verbose only works with --version.',
  promptTwice: '-p was given twice; a run takes one prompt',
  emptyPrompt: '-p needs a prompt',
  emptyValue: (option: string) => `${option} needs a value, but it is empty`,
  badTrust: '--trust takes sha256: and 64 hexadecimal digits, as printed by "coder trust --print"',
  continueAndResume: '--continue and --resume cannot be combined',
  resumeNeedsTerminal:
    '--resume without an ID picks from a list, which needs a terminal; "coder sessions" lists the ids',
  rangeTwice: (options: readonly string[]) => `${options.join(' and ')} cannot be combined`,
  badDescriptor: (variable: string, value: string) =>
    `${variable} is "${value}", which is not a descriptor open for reading; use 3 or higher`,
  stdinTwice: '--stdin and --no-stdin cannot be combined',
  inputFormatWithPrompt:
    '--input-format is for messages on standard input, and -p already gives the message; add --stdin to attach the input',

  wordAfterPrompt: (word: string) => `-p takes one text, but "${word}" follows it; put the text in quotes`,
  unknownCommand: (word: string, near: string | undefined, commands: readonly string[]) =>
    `unknown command "${word}" (${near === undefined ? `commands: ${commands.join(', ')}; to send a prompt: coder -p "…"` : `did you mean coder ${near}?`})`,
  unknownOption: (option: string, near: string | undefined) =>
    `unknown option ${option}${near === undefined ? '' : `; did you mean --${near}?`}`,
  optionBeforeDashes: (option: string) =>
    `unknown option ${option}; put -- before the command: coder policy check -- COMMAND`,
  valueWithDash: (option: string, long: string) =>
    `${option} needs a value; write one that begins with a dash as ${long}=VALUE`,
  takesNoValue: (option: string) => `Option '${option}' does not take an argument`,
  needsValue: (option: string) => `${option} needs a value`,
});

export const commandLine = late(words);

export type CommandLineWords = ReturnType<typeof commandLine>;
