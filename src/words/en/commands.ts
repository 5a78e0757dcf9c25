/** The answers of built-in commands, in English. */

import { BUDGET_HINT } from '../../protocol/spending.ts';
import { hooks } from './hooks.ts';
import { ide } from './ide.ts';
import { mcp } from './mcp.ts';
import { trust } from './trust.ts';

export const commands = {
  modes: {
    build: 'Work on the project; edits and commands ask',
    plan: 'Read, ask and plan; nothing is changed',
    default: 'Like build, with todos; verifies when asked',
    'auto-edit': 'Edits run without asking; commands ask',
    yolo: 'Nothing asks, not even commands',
  },
  inputRules: [
    'Enter sends; Ctrl+J, Shift+Enter or a trailing \\ makes a new line',
    'a paste of several lines shows as [copy N lines] and is sent whole',
    'Tab on an empty line switches between plan and the last other mode',
    'Up and Down walk through what you sent, Ctrl+R searches it',
    'Ctrl+O shows whole what was shortened last',
    'Esc cancels what runs, or else clears the line; Ctrl+C clears the line first',
    'Ctrl+C on an empty line, Ctrl+C twice and Ctrl+D leave',
    '! COMMAND runs a shell command, @path names a file',
  ],

  /** The words of `/trust`. */
  trust,
  /** The words of `/ide` and `/mcp`. */
  ide,
  mcp,
  /** The words of `/hooks`. */
  hooks,

  unknownCommand: (name: string, close: string | undefined) =>
    `Unknown command: /${name}.${close === undefined ? '' : ` Did you mean /${close}?`} /help lists them.`,
  pathFirst: (path: string) =>
    `Not a command: /${path}. To send this to the model, start with a word instead of a path.`,
  commands: 'Commands',
  sameAs: (command: string) => `same as ${command}`,
  input: 'Input',
  leftOut: 'Left out',

  mode: (name: string) => `mode: ${name}`,
  modeAsBefore: (name: string) => `mode unchanged: ${name}`,
  unknownMode: (name: string, all: string) => `Unknown mode: ${name}. Modes: ${all}`,
  nothingAsks: (name: string) =>
    `${name}: every command and every edit runs without asking, whatever the model decides. Only use it where nothing can be lost.`,
  switchTo: (name: string) => `Switch to ${name}`,
  stay: 'Stay',

  model: (name: string) => `model: ${name}`,
  modelAsBefore: (now: string, wanted: string, why: string) =>
    `model unchanged: ${now}. ${wanted} cannot be used: ${why}`,
  modelUnchecked: (name: string, why: string) => `${name} could not be checked: ${why}`,
  modelUnlisted: (name: string, host: string) => `${host} does not list ${name}. Use it anyway?`,
  modelNotThere: (host: string, near: string | undefined) =>
    `${host} does not list it.${near === undefined ? ' /model lists what is available.' : ` Did you mean ${near}?`}`,
  useModel: (name: string) => `Use ${name}`,
  keepModel: (name: string) => `Keep ${name}`,
  whichModel: (name: string) => `Which model? In use: ${name}`,
  modelSaved: (name: string, file: string) => `model: ${name} (saved in ${file})`,
  modelOverridden: (variable: string) => `At the next start, ${variable} takes precedence as long as it is set.`,
  modelNotSaved: (name: string, why: string) => `model: ${name} for this session. It was not saved: ${why}`,

  status: (version: string) => `coder ${version}`,
  statusRows: {
    model: 'model   ',
    mode: 'mode    ',
    folder: 'folder  ',
    session: 'session ',
    context: 'context ',
    spent: 'spent   ',
    jobs: 'jobs    ',
    settings: 'settings',
  },
  defaultsOnly: 'the defaults, no file',
  contextShare: (tokens: string, limit: string, share: number) => `${tokens} of ${limit} tokens (${share} %)`,
  spentSoFar: (money: string, limits: string | undefined) =>
    `${money}${limits === undefined ? '' : `, budget ${limits}`}`,
  settingsInForce: 'Changed from the defaults',
  allDefaults: 'Everything is at its default.',
  settingsFiles: (files: string) => `Files: ${files}`,
  changeSettings: 'coder config edit opens your own file, coder config set KEY VALUE changes one value.',
  doctorElsewhere: 'Run "coder doctor" in a shell.',
  checked: 'This machine',
  noNotes: 'No notes: there is no AGENTS.md here, and nothing has been remembered. /init writes one.',
  notes: 'Every conversation here begins with',
  note: (path: string, lines: number) => `${path}  ${lines === 1 ? '1 line' : `${lines} lines`}`,
  changeNotes: 'Edit the files to change them; a new conversation reads them again.',
  agents: 'Agents',
  agentKinds: { primary: 'answers you', sub: 'takes delegated work' },
  whichTurn: 'Go back to before which turn?',
  beforeTurn: (input: string, files: number) => `${input}  (${filesOf(files)})`,

  tools: (mode: string) => `Tools in ${mode} mode`,
  toolsOff: (names: string) => `off: ${names}`,
  skills: 'Skills. The model loads one when its description fits.',
  /** Answers to front ends that cannot carry out the command. */
  forFrontEnds: {
    vim: 'Vim keys only work in the terminal.',
    style: 'Styles only matter in the terminal.',
    login: 'Run "coder login" in a terminal to connect a model.',
    copy: 'There is no clipboard here.',
    exit: 'To end the session, send {"type":"close"}.',
  } as Readonly<Record<string, string>>,
  nothingPinned: 'Nothing is pinned. /pin TEXT keeps a note through every compaction.',
  pins: 'Pinned',
  pinned: (text: string) => `Pinned: ${text}`,

  nothingToUndo: 'Nothing to undo: no turn of this session changed files, or the changes are no longer kept.',
  notUndone: 'Nothing was undone.',
  notATurnCount: (typed: string) => `/undo takes a number of turns, such as /undo 2, not "${typed}".`,
  undo: 'Undo',
  keepChanges: 'Keep the changes',
  undoTurn: (input: string) => `Undo this turn${input === '' ? '' : `: ${input}`}`,
  undoTurns: (turns: number) => `Undo ${turns} turns`,
  onlyTurns: (turns: number) => `Only ${turns === 1 ? '1 turn' : `${turns} turns`} can still be undone.`,
  undone: (files: number, left: number) =>
    `Undid changes to ${filesOf(files)}.${left > 0 ? ` ${left} more ${left === 1 ? 'turn' : 'turns'} can be undone.` : ''} /redo restores them.`,
  undoRefused: (next: number | undefined) =>
    `Nothing was undone: every file has changed since.${next === undefined ? '' : ` /undo ${next} continues with the turn before.`}`,
  wouldUndo: { remove: 'would remove', restore: 'would restore', change: 'would put back' },
  didUndo: { remove: 'removed', restore: 'restored', change: 'put back' },
  nothingToRedo: 'Nothing to redo: nothing was undone, or files have changed since.',
  redoRefused: 'Nothing was redone: every file has changed since.',
  redone: (files: number) => `Redid changes to ${filesOf(files)}.`,
  didRedo: { remove: 'removed again', restore: 'created again', change: 'changed again' },
  leftAsItIs: 'Left as it is:',
  notCovered: 'Not covered:',
  undoRefusals: {
    'not-empty': 'it is not empty',
    'content-gone': 'its earlier content is no longer kept',
    'other-form': 'git stores it in another form, such as with other line endings',
    removed: 'it has been removed since',
    created: 'it has been created since',
    changed: 'it has been changed since',
    'no-room': 'there is no room to keep it for /redo (undo.max_bytes)',
    outside: 'it is outside the workspace now',
  },
  andMore: (count: number) => `and ${count} more`,

  noChanges: (path: string | undefined) =>
    `No changes${path === undefined ? '' : ` to ${path}`} since the session began.`,
  changes: (files: number, added: number, deleted: number) =>
    `${filesOf(files)} changed since the session began: +${added} -${deleted}`,
  changedOutside: 'Changed outside the turns of this session, compared with git:',
  changedEarlier: (files: number) =>
    `${filesOf(files)} had uncommitted changes before that; /diff all shows ${files === 1 ? 'it' : 'them'} too.`,
  diffLines: '/diff full shows the lines, /diff PATH those of one file.',
  beforeSession: 'Changed before the session began, compared with the last commit:',
  changedUnknown: 'Changed outside the session, with no earlier copy to compare with:',

  noCompaction: 'There is no compaction to undo.',
  compactionUndone: 'Compaction undone. Automatic compaction is off for this session; use /compact.',
  compacted: (before: string, after: string, byRules: boolean) =>
    `Context compacted: ${before} → ${after} tokens${byRules ? ', summarised by rules because the model gave no summary' : ''}. /compact undo reverts it.`,

  nothingCompacted: {
    cancelled: 'Cancelled; nothing was changed.',
    'not-shorter': 'The summary would not be shorter; nothing was changed.',
    'nothing-older': 'There is nothing older to summarise yet.',
    'nothing-to-drop': 'There is nothing to drop.',
    'held-by-hook': 'A hook prevented it.',
  },

  noUsage: 'No model call has reported its usage yet.',
  contextFill: (tokens: string, limit: string) => `context: ${tokens} of ${limit} tokens`,
  usageTotal: (tokens: string, money: string) => `${tokens} tokens, ${money}`,
  moneySpent: (money: string, isLeast: boolean) => `${isLeast ? 'at least ' : ''}${money}`,
  priceUnknown: 'price unknown',
  usageOf: (model: string, input: string, cached: string, output: string, money: string) =>
    `${model}: ${input} in (${cached} from cache), ${output} out, ${money}`,
  budget: (limits: string) => `budget: ${limits}`,
  noBudget: 'none',
  notABudget: (typed: string) => `"${typed}" is not a budget. ${BUDGET_HINT}`,
  spent: (limits: string, money: string, tokens: string, minutes: number) =>
    `budget: ${limits}. Spent: ${money}, ${tokens} tokens, ${minutes} m. /budget LIMIT sets one ($2, 500k tokens or 30m; several with a comma), /budget off removes it.`,

  permissions: (preset: string, mode: string) => `permissions: ${preset}, in ${mode} mode`,
  permissionsAsBefore: (preset: string) => `permissions unchanged: ${preset}`,
  unknownPreset: (name: string, all: string) =>
    `Unknown preset: ${name}. Presets: ${all}; also: why COMMAND, revoke [RULE]`,
  offIn: (mode: string) => `off in ${mode} mode`,
  byCommand: (verdict: string) => `by command: ${verdict}, see below`,
  askButAllowed: 'ask, but allowed by you',
  otherCommands: (verdict: string, readOnlyRuns: boolean, skipsChecks: boolean) =>
    `* ${verdict} (${readOnlyRuns ? 'commands proved read-only run without asking; ' : ''}${skipsChecks ? 'nothing asks, even when risky' : 'risky ones always ask'})`,
  allowedByYou: 'Allowed by you ("/permissions revoke" revokes one)',
  noSandbox: (why: string) => `Commands run with your own rights: there is no sandbox${why === '' ? '' : ` (${why})`}.`,
  inSandbox: (layer: string, hasLayer: boolean) =>
    `Commands run in a sandbox (${layer}): they can change the workspace and ${hasLayer ? 'a layer over your home folder' : 'their own folder'}, and nothing else.`,
  reach: {
    none: 'They reach no network.',
    hosts: 'A host that is not allowed yet asks while its connection waits.',
    open: 'They reach every public host; private addresses ask.',
    allowed: 'Commands that run without asking have no network; those that you or a rule allowed have all of it.',
  },
  hostsAllowed: 'Hosts that commands and fetch may reach, by your settings:',
  sandboxGaps: {
    'home-read-only': 'Your home folder is read-only; caches are in a folder of the session.',
    'own-loopback': 'A server that one command started cannot be reached by the next.',
    'modes-and-times': 'Permission bits and times of files outside can be changed.',
    'shared-memory': 'Shared memory (/dev/shm) is shared with all programs.',
    signals: 'Commands can end your other processes: this kernel (before Linux 6.12) does not confine signals.',
    hooks: 'Hooks of the repository can be written.',
    'host-loopback': 'Either all servers on this machine can be reached, or none.',
    untried: 'This layer has never been tried on a real system.',
    hosts:
      'Hosts cannot be told apart: programs known to need the network ask as they would without a sandbox; if nothing asks (yolo), they have none.',
    'no-network': 'Commands reach no network.',
  },
  portsOpen: 'Servers of commands that your browser can reach:',
  homeChanges: 'Written to the layer over your home folder, which is removed with the session:',
  keepFromSandbox: (path: string) => `Copy ${path} from the sandbox to your home folder?`,
  keepIt: 'Copy',
  copied: (path: string) => `${path} is now in your home folder.`,
  notCopied: (path: string) => `${path} was not copied.`,
  notInLayer: (path: string) => `No command wrote ${path} to the layer over your home folder.`,
  sandboxUsage: 'Usage: /sandbox, or /sandbox keep PATH',
  secretsHidden: 'Secrets hidden from the model, and how often each was hidden:',
  nothingAllowed: 'Nothing is allowed by "always" yet.',
  everyCallOf: (tools: string) => `every call of ${tools}`,
  lifetimes: { session: 'session', project: 'project' },
  whichCommand: 'Which command? /permissions why git push',
  checkResults: {
    'hard-block': () => 'It is refused in every mode, whatever is approved.',
    refused: (preset: string) => `It is refused by the preset ${preset}.`,
    runs: () => 'It runs without asking.',
    'asks-risk': () => 'It asks every time: yes or no.',
    'asks-always': () => 'It asks every time; no saved rule can cover it.',
    asks: () => 'It asks; "always" can be saved.',
  },
  insideResults: {
    allow: (layer: string) => `In the sandbox (${layer}), where it runs: without asking.`,
    ask: (layer: string) => `In the sandbox (${layer}), where it runs: it asks.`,
    deny: (layer: string) => `In the sandbox (${layer}), where it runs: it is refused.`,
  },
  noGrants: 'There is no saved rule to revoke.',
  whichRule: 'Revoke which rule?',
  nothingRevoked: 'Nothing was revoked.',
  notRevoked: 'Nothing was revoked. /permissions revoke RULE, one of:',
  unknownRule: (name: string) => `No saved rule "${name}". There are:`,
  revoked: (rule: string) => `Revoked: ${rule}. It will ask again.`,

  newSession: (before: string | undefined) =>
    `A new session.${before === undefined ? '' : ` /resume ${before} goes back.`}`,
  thisSession: (id: string) => `This is session ${id}.`,
  sessions: (id: string) => `This is session ${id}. /resume ID continues another.`,
  sessionMarks: { damaged: '(damaged)', empty: '(empty)' },
  noSessions: 'No sessions in this folder yet.',
  noOtherSession: 'There is no other session in this folder.',
  whichSession: 'Resume which session?',
  sessionsToResume: 'Sessions, newest first. /resume ID continues one.',
  resumed: (id: string) => `Resumed ${id}`,
  resumedStricter: (was: string, now: string) =>
    `It was in ${was} mode and continues in ${now}: a session file cannot loosen the rules. /mode ${was} switches back.`,
  turnCutOff: '[coder ended before this turn did; say "continue" to go on]',
  turnCancelled: '[cancelled]',
  named: (name: string) =>
    `This session is now called "${name}". /chat resume ${name} or coder --resume "${name}" continues it.`,
  notAName: 'Give a name of up to 64 characters: /chat save NAME',
  nameForgotten: (name: string) => `The name "${name}" is forgotten; its session stays.`,
  noSuchName: (name: string) => `No session is called "${name}". /chat lists them.`,
  chatUsage: 'Usage: /chat [list], /chat save NAME, /chat resume NAME, /chat delete NAME',
  nothingSaid: 'Nothing has been said in this session yet.',
  notAFormat: (typed: string, all: string) =>
    `Not a format: ${typed}. Formats: ${all}; give a file name with its extension.`,
  fileExists: (path: string) => `${path} already exists.`,
  replaceIt: 'Replace it',
  leaveIt: 'Leave it',
  fileStays: (path: string) => `Not exported: ${path} was left unchanged.`,
  exported: (path: string) => `Exported to ${path}`,
  notExported: (why: string) => `Not exported: ${why}`,
  noFolder: (file: string) => `the folder of ${file} does not exist.`,

  noJobs: 'No jobs. The model starts one with bash in the background.',
  jobs: 'Jobs. /jobs ID shows the output of one, /jobs stop ID ends it.',
  unknownJob: (id: string, all: string) =>
    all === '' ? `No job ${id}; no job was started.` : `No job ${id}. Jobs: ${all}`,
  jobOver: (id: string, state: string) => `${id} has already ended (${state}).`,
  stoppedJob: (job: string) => `Stopped ${job}`,
  jobStates: { exited: 'exited', stopped: 'stopped' },
  runningFor: (seconds: number) => `running for ${seconds} s`,
  stateAndExit: (state: string, exitCode: string) => `${state}, exit ${exitCode}`,
  noOutput: '(no output)',
  linesBefore: (count: number) => `[${count} lines before]`,
  noTerminals: 'No interactive programs. "! -i CMD" starts one, and so can the model.',
  terminals: 'Interactive programs. /terminals ID shows its screen, /terminals kill ID ends it; Home goes there.',
  unknownTerminal: (id: string, all: string) =>
    all === '' ? `No terminal ${id}; none was opened.` : `No terminal ${id}. Terminals: ${all}`,
  terminalOver: (id: string) => `${id} has already ended.`,
  endedTerminal: (terminal: string) => `Ended ${terminal}`,
  endedAfter: (seconds: number, exitCode: string) => `ended after ${seconds} s, exit ${exitCode}`,
  emptyScreen: '(empty)',
};

function filesOf(count: number): string {
  return count === 1 ? '1 file' : `${count} files`;
}

export type CommandWords = typeof commands;
