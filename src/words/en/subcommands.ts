/** The output of sub-commands such as `coder models`; `coder doctor` has its own words. */

import { late } from '../../base/late.ts';

const words = () => ({
  exportUsage: 'usage: coder export ID [--md|--html|--json|--format atif] [-o FILE] ("coder sessions" lists the ids)',
  runUsage: 'usage: coder run --spec FILE|- [--result FILE]: a job as a JSON object, "-" for standard input',
  written: (path: string) => `Written: ${path}`,

  configUsage: 'usage: coder config [path | edit | get KEY | set KEY VALUE]',
  noSuchSetting: (key: string) => `there is no setting ${key}; "coder config" lists them`,
  settingSaved: (key: string, file: string) => `${key} is set in ${file}`,
  emptySettings:
    '{\n  // Your settings, for all projects. "coder config" shows what can be set and what is in force.\n}\n',
  editNeedsTerminal: (file: string) =>
    `vi needs a terminal, and there is none; set EDITOR to another editor, use "coder config set KEY VALUE", or edit ${file}`,
  editorFailed: (editor: string, why: string) =>
    `${editor} could not be used: ${why}. Set EDITOR to choose another one.`,

  editorExit: (code: string) => `exit ${code}`,

  inUse: (model: string) => `in use: ${model}`,
  noneInUse: (why: string) => `in use: none (${why})`,
  builtIn: 'built in',

  policyUsage: 'usage: coder policy check [--mode MODE] [--json] -- COMMAND, or --stdin with one JSON string per line',
  inSandbox: (verdict: string, layer: string) =>
    layer === 'none'
      ? `${verdict}, because the sandbox that sandbox.mode requires is missing`
      : `${verdict}, in the sandbox (${layer})`,
  withoutSandbox: (verdict: string) => `without the sandbox: ${verdict}`,
  risk: (text: string) => `risk: ${text}`,

  replayUsage: 'usage: coder replay ID [--yes] [--json] ("coder sessions" lists the ids)',
  replaying: (turn: number, of: number) => `turn ${turn} of ${of}`,
  notAsAtStart: (path: string) => `not restored to its state at the start of the session: ${path}`,
  notRunAgain: (call: string, why: string) => `not run again: ${call} (${why})`,
  notMadeAgain: 'the call was not made again',
  different: (call: string) => `different: ${call}`,
  replayed: (turns: number, compared: number, different: number, notRun: number) =>
    `${turns} ${turns === 1 ? 'turn' : 'turns'}, ${compared} results compared, ${different} different, ${notRun} not run again`,
  whyNotRunAgain: {
    risky: 'it is risky, and no one is here to check it',
    asks: 'policy asks about it; --yes runs it',
    cancelled: 'it was cancelled',
    elsewhere: 'it needs a person, a model, the network or files outside the copy',
  },
});

export const subcommands = late(words);

export type SubcommandWords = ReturnType<typeof subcommands>;
