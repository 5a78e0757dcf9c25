/** What commands answer, in English. */

import { BUDGET_HINT } from '../../log/budget.ts';

const NONE: Readonly<Record<string, string>> = {};

export const en = {
  /** Descriptions and reasons that come from elsewhere, by the English sentence. */
  sentences: NONE,

  unknownCommand: (name: string, close: string | undefined) =>
    `Unknown command: /${name}.${close === undefined ? '' : ` Did you mean /${close}?`} /help lists them.`,
  pathFirst: (path: string) => `No command: /${path}. To have the model read it, begin with a word, not with the path.`,
  commands: 'Commands',
  input: 'Input',
  leftOut: 'Left out',

  mode: (name: string) => `mode: ${name}`,
  modeAsBefore: (name: string) => `mode: ${name}, as before`,
  unknownMode: (name: string, all: string) => `Unknown mode: ${name}. Modes: ${all}`,
  nothingAsks: (name: string) =>
    `${name}: every command and every edit runs unasked, whatever the model decides. Only use it where nothing can be lost.`,
  switchTo: (name: string) => `Switch to ${name}`,
  stay: 'Stay',

  model: (name: string) => `model: ${name}`,
  modelAsBefore: (now: string, wanted: string, why: string) =>
    `model: ${now}, as before. ${wanted} cannot be used: ${why}`,
  modelSaved: (name: string, file: string) => `model: ${name} (saved in ${file})`,
  modelNotSaved: (name: string, why: string) => `model: ${name} for this session. It was not saved: ${why}`,

  tools: (mode: string) => `Tools in ${mode} mode`,
  toolsOff: (names: string) => `off: ${names}`,
  skills: 'Skills. The model loads one when its description fits.',
  noMcp: 'This version of coder connects to no MCP servers. /tools lists the tools there are.',
  noVim: 'Vim keys are for the input line of a terminal, and there is none here. "input.vim" sets them there.',
  leavingIsYours: 'Leaving is up to the program that talks with coder: send {"type":"close"}.',
  noTodos: 'No todos.',
  todos: (done: number, of: number) => `Todos: ${done}/${of} done`,
  nothingPinned: 'Nothing is pinned. /pin TEXT keeps a note through every compaction.',
  pins: 'Pinned',
  pinned: (text: string) => `Pinned: ${text}`,
  loop: (on: boolean) => `loop detection: ${on ? 'on' : 'off'} (/loop on, /loop off)`,
  loopNow: (on: boolean) => `loop detection: ${on ? 'on' : 'off'} for this session`,
  notOnOff: (word: string) => `Not on or off: ${word}. Say /loop on or /loop off.`,

  nothingToUndo: 'Nothing to undo: no turn of this session changed files, or they are no longer kept.',
  notUndone: 'Nothing was undone.',
  notATurnCount: (typed: string) => `/undo takes a number of turns, such as /undo 2. Not understood: ${typed}`,
  undo: 'Undo',
  keepChanges: 'Keep the changes',
  undoTurn: (input: string) => `Undo this turn${input === '' ? '' : `: ${input}`}`,
  undoTurns: (turns: number) => `Undo ${turns} turns`,
  onlyTurns: (turns: number) => `Only ${turns === 1 ? '1 turn' : `${turns} turns`} can still be undone.`,
  undone: (files: number, left: number) =>
    `Undone: ${filesOf(files)}.${left > 0 ? ` ${left} more ${left === 1 ? 'turn' : 'turns'} can be undone.` : ''} /redo takes it back.`,
  undoRefused: (next: number | undefined) =>
    `Nothing was undone: every file of the turn is refused.${next === undefined ? '' : ` /undo ${next} goes on to the turn before.`}`,
  wouldUndo: { remove: 'would remove', restore: 'would restore', change: 'would put back' },
  didUndo: { remove: 'removed', restore: 'restored', change: 'put back' },
  nothingToRedo: 'Nothing to redo: nothing was undone, or other changes came after it.',
  redoRefused: 'Nothing was redone: every file is refused.',
  redone: (files: number) => `Redone: ${filesOf(files)}.`,
  didRedo: { remove: 'removed again', restore: 'made again', change: 'changed again' },
  leftAsItIs: 'Left as it is:',
  notCovered: 'Not covered:',
  andMore: (count: number) => `and ${count} more`,

  noChanges: (path: string | undefined) =>
    `No changes${path === undefined ? '' : ` to ${path}`} since the session began.`,
  changes: (files: number, added: number, deleted: number) =>
    `${filesOf(files)} changed since the session began: +${added} -${deleted}`,
  changedOutside: 'Not by a turn of this session, compared with git:',
  changedUnknown: 'Changed by somebody else, with no earlier copy to compare:',

  noCompaction: 'There is no compaction to take back.',
  compactionUndone: 'The last compaction is taken back. Nothing is summarised by itself from now on; /compact does it.',
  compacted: (before: string, after: string, byRules: boolean) =>
    `Context compacted: ${before} → ${after} tokens${byRules ? ', summarised by rule since the model gave no summary' : ''}. /compact undo takes it back.`,

  noUsage: 'No model call has reported its usage yet.',
  contextFill: (tokens: string, limit: string) => `context: ${tokens} of ${limit} tokens`,
  usageTotal: (tokens: string, money: string, isLeast: boolean) =>
    `${tokens} tokens, ${isLeast ? 'at least ' : ''}${money}`,
  usageOf: (model: string, input: string, cached: string, output: string, money: string | undefined) =>
    `${model}: ${input} in (${cached} from cache), ${output} out, ${money ?? 'price not known'}`,
  budget: (limits: string) => `budget: ${limits}`,
  noBudget: 'none',
  notABudget: (typed: string) => `"${typed}" is no budget. ${BUDGET_HINT}`,
  spent: (limits: string, money: string, tokens: string, minutes: number) =>
    `budget: ${limits}. Spent: ${money}, ${tokens} tokens, ${minutes} m. ${BUDGET_HINT}`,

  permissions: (preset: string, mode: string) => `permissions: ${preset}, in ${mode} mode`,
  permissionsAsBefore: (preset: string) => `permissions: ${preset}, as before`,
  unknownPreset: (name: string, all: string) =>
    `Unknown preset: ${name}. Presets: ${all}; also: why COMMAND, revoke [RULE]`,
  offIn: (mode: string) => `off in ${mode} mode`,
  byCommand: (verdict: string) => `by command: ${verdict}, see below`,
  askButAllowed: 'ask, but allowed by you',
  otherCommands: (verdict: string, readOnlyRuns: boolean, skipsChecks: boolean) =>
    `* ${verdict} (${readOnlyRuns ? 'commands proved to only read run unasked; ' : ''}${skipsChecks ? 'nothing asks, also where it is risky' : 'risky ones always ask'})`,
  allowedByYou: 'Allowed by you ("/permissions revoke" takes one back)',
  nothingAllowed: 'Nothing is allowed by "always" yet.',
  everyCallOf: (tools: string) => `every call of ${tools}`,
  lifetimes: { session: 'session', project: 'project' },
  whichCommand: 'Which command? /permissions why git push',
  noGrants: 'There is no saved rule to take back.',
  whichRule: 'Take which rule back?',
  notRevoked: 'Nothing taken back. /permissions revoke RULE, one of:',
  unknownRule: (name: string) => `No saved rule "${name}". There are:`,
  revoked: (rule: string) => `Taken back: ${rule}. It asks again.`,

  newSession: (before: string | undefined) =>
    `A new session.${before === undefined ? '' : ` /resume ${before} goes back.`}`,
  thisSession: (id: string) => `This is session ${id}.`,
  sessions: (id: string) => `This is session ${id}. /resume ID goes on with another.`,
  sessionMarks: { damaged: '(damaged)', empty: '(empty)' },
  noSessions: 'No sessions in this directory yet.',
  noOtherSession: 'There is no other session in this directory.',
  whichSession: 'Resume which session?',
  sessionsToResume: 'Sessions, the newest first. /resume ID goes on with one.',
  resumed: (id: string) => `Resumed ${id}`,
  nothingSaid: 'Nothing has been said in this session yet.',
  notAFormat: (typed: string, all: string) =>
    `Not a format: ${typed}. Formats: ${all}; a file is named with its ending.`,
  fileExists: (path: string) => `${path} exists already.`,
  replaceIt: 'Replace it',
  leaveIt: 'Leave it',
  fileStays: (path: string) => `Not exported: ${path} stays as it is.`,
  exported: (path: string) => `Exported to ${path}`,
  notExported: (why: string) => `Not exported: ${why}`,
  noFolder: (file: string) => `the folder of ${file} does not exist.`,

  noJobs: 'No jobs. The model starts one with bash in the background.',
  jobs: 'Jobs. /jobs ID shows what it printed, /jobs stop ID ends it.',
  unknownJob: (id: string, all: string) => `No job ${id}. Jobs: ${all}`,
  jobOver: (id: string, state: string) => `${id} has ended already (${state}).`,
  stoppedJob: (job: string) => `Stopped ${job}`,
  jobStates: { exited: 'exited', stopped: 'stopped' },
  runningFor: (seconds: number) => `running for ${seconds} s`,
  stateAndExit: (state: string, exitCode: string) => `${state}, exit ${exitCode}`,
  noOutput: '(no output)',
  linesBefore: (count: number) => `[${count} lines before]`,
  noTerminals: 'No interactive programs. "! -i CMD" starts one, and so can the model.',
  terminals: 'Interactive programs. /terminals ID shows its screen, /terminals kill ID ends it; Home goes there.',
  unknownTerminal: (id: string, all: string) => `No terminal ${id}. Terminals: ${all}`,
  terminalOver: (id: string) => `${id} has ended already.`,
  endedTerminal: (terminal: string) => `Ended ${terminal}`,
  endedAfter: (seconds: number, exitCode: string) => `ended after ${seconds} s, exit ${exitCode}`,
  emptyScreen: '(empty)',
};

function filesOf(count: number): string {
  return count === 1 ? '1 file' : `${count} files`;
}

export type Answers = typeof en;
