/** What several commands say, in English; what one alone says is in its file. */

import type { Language } from '../../base/language.ts';
import { BUDGET_HINT } from '../../protocol/spending.ts';
import { hooks } from './hooks.ts';
import { ide } from './ide.ts';
import { mcp } from './mcp.ts';
import { policy } from './policy.ts';
import { trust } from './trust.ts';

export const commands = {
  language: 'en' as Language,
  modes: {
    build: 'Work on the project; edits and commands ask',
    plan: 'Read, ask and plan; nothing is changed',
    default: 'Like build, with todos; verifies when asked',
    'auto-edit': 'Edits run without asking; commands ask',
    yolo: 'Nothing asks, not even commands',
  },

  trust,
  ide,
  mcp,
  hooks,
  policy,

  unknownCommand: (name: string, close: string | undefined) =>
    `Unknown command: /${name}.${close === undefined ? '' : ` Did you mean /${close}?`} /help lists them.`,
  pathFirst: (path: string) =>
    `Not a command: /${path}. To send this to the model, start with a word instead of a path.`,
  commands: 'Commands',
  unknownMode: (name: string, all: string) => `Unknown mode: ${name}. Modes: ${all}`,
  nothingAsks: (name: string) =>
    `${name}: every command and every edit runs without asking, whatever the model decides. Only use it where nothing can be lost.`,
  switchTo: (name: string) => `Switch to ${name}`,
  stay: 'Stay',
  modelAsBefore: (now: string, wanted: string, why: string) =>
    `model unchanged: ${now}. ${wanted} cannot be used: ${why}`,
  /** What a front end is answered that cannot do it itself. */
  forFrontEnds: {
    vim: 'Vim keys only work in the terminal.',
    style: 'Styles only matter in the terminal.',
    login: 'Run "coder login" in a terminal to connect a model.',
    copy: 'There is no clipboard here.',
    exit: 'To end the session, send {"type":"close"}.',
  } as Readonly<Record<string, string>>,
  notUndone: 'Nothing was undone.',
  leftAsItIs: 'Left as it is:',
  notCovered: 'Not covered:',
  undoRefusals: {
    'not-empty': 'it is not empty',
    'content-gone': 'its earlier content is no longer kept',
    'other-form': 'git keeps it in another form, such as other line ends',
    removed: 'it was removed since',
    created: 'it was created since',
    changed: 'it was changed since',
    'no-room': 'there is no room to keep it for /redo (undo.max_bytes)',
    outside: 'it is outside the workspace now',
  },
  andMore: (count: number) => `and ${count} more`,
  budget: (limits: string) => `budget: ${limits}`,
  notABudget: (typed: string) => `"${typed}" is not a budget. ${BUDGET_HINT}`,
  spent: (limits: string, money: string, tokens: string, minutes: number) =>
    `budget: ${limits}. Spent: ${money}, ${tokens} tokens, ${minutes} m. ${BUDGET_HINT}`,
  noSandbox: (why: string) => `Commands run with your own rights: there is no sandbox${why === '' ? '' : ` (${why})`}.`,
  inSandbox: (layer: string, hasLayer: boolean) =>
    `Commands run in a sandbox (${layer}): they change the workspace and ${hasLayer ? 'a layer over your home folder' : 'a folder of their own'}, and nothing else.`,
  reach: {
    none: 'They reach no network.',
    hosts: 'A host that is not allowed yet asks while its connection waits.',
    open: 'They reach every public host; private addresses ask.',
    allowed: 'Those that run unasked reach no network; what you or a rule allowed reaches all of it.',
  },
  sandboxGaps: {
    'home-read-only': 'Your home folder cannot be written; caches are in a folder of the session.',
    'own-loopback': 'A server that one command started is not seen by the next.',
    'modes-and-times': 'Permission bits and times of files outside can be changed.',
    'shared-memory': 'Shared memory (/dev/shm) is the one of all programs.',
    signals: 'Commands can end other processes of yours: this kernel (before Linux 6.12) does not keep signals in.',
    hooks: 'Hooks of the repository can be written.',
    'host-loopback': 'Servers on this machine are reached, or none is.',
    untried: 'This layer was never tried on a real system.',
    hosts:
      'Hosts cannot be told apart: what is known to need the network asks as without a sandbox; where nothing asks (yolo), it has none.',
    'no-network': 'Commands reach no network.',
  },
  sessionMarks: { damaged: '(damaged)', empty: '(empty)' },
  noSessions: 'No sessions in this folder yet.',
  resumed: (id: string) => `Resumed ${id}`,
  resumedStricter: (was: string, now: string) =>
    `It was in ${was} mode and continues in ${now}: a session file cannot loosen the rules. /mode ${was} switches back.`,
  nothingSaid: 'Nothing has been said in this session yet.',
  leaveIt: 'Leave it',
  runningFor: (seconds: number) => `running for ${seconds} s`,
};

export type CommandWords = typeof commands;
