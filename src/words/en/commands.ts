/** The words that several commands share, in English; words of a single command are in its file. */

import type { Language } from '../../base/language.ts';
import { late } from '../../base/late.ts';
import { BUDGET_HINT } from '../../protocol/spending.ts';
import { withSections } from '../sections.ts';
import { allFaults } from './faults/all-faults.ts';
import { hooks } from './hooks.ts';
import { ide } from './ide.ts';
import { mcp } from './mcp.ts';
import { policy } from './policy.ts';
import { trust } from './trust.ts';
import { views } from './views.ts';

const words = () => ({
  language: 'en' as Language,
  modes: {
    build: 'Edits and risky or unsandboxed commands ask',
    plan: 'Read, ask and plan; nothing is changed',
    default: 'Like build, with todos; verifies when asked',
    'auto-edit': 'Only risky or unsandboxed commands ask',
    yolo: 'Nothing asks, not even commands',
  },

  unknownCommand: (name: string, close: string | undefined) =>
    `Unknown command: /${name}.${close === undefined ? '' : ` Did you mean /${close}?`} /help lists them.`,
  pathFirst: (path: string) =>
    `Not a command: /${path}. To send this to the model, start with a word instead of a path.`,
  commands: 'Commands',
  /** The title of a question whose answer `yes` is `what`. */
  question: (what: string) => `${what}?`,
  unknownMode: (name: string, all: string) => `Unknown mode: ${name}. Modes: ${all}`,
  nothingAsks: (name: string) =>
    `${name}: every command and every edit runs without asking, whatever the model decides. Use it only where there is nothing to lose.`,
  switchTo: (name: string) => `Switch to ${name}`,
  stay: 'Stay',
  modelAsBefore: (now: string, wanted: string, why: string) =>
    `model unchanged: ${now}. ${wanted} cannot be used: ${why}`,
  /** Answers to front ends that cannot carry out the command. */
  forFrontEnds: {
    vim: 'Vim keys only work in the terminal.',
    style: 'Styles only apply in the terminal.',
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
    'other-form': 'git stores it in another form, such as with other line endings',
    removed: 'it has been removed since',
    created: 'it has been created since',
    changed: 'it has been changed since',
    'no-room': 'there is no room to keep it for /redo (undo.max_bytes)',
    outside: 'it is outside the workspace now',
  },
  andMore: (count: number) => `and ${count} more`,
  moneySpent: (money: string, isLeast: boolean) => `${isLeast ? 'at least ' : ''}${money}`,
  priceUnknown: 'price unknown',
  budget: (limits: string) => `budget: ${limits}`,
  notABudget: (typed: string) => `"${typed}" is not a budget. ${BUDGET_HINT}`,
  spent: (limits: string, money: string, tokens: string, minutes: number) =>
    `budget: ${limits}. Spent: ${money}, ${tokens} tokens, ${minutes} m. /budget LIMIT sets one ($2, 500k tokens or 30m; separate several with commas), /budget off removes it.`,
  noSandbox: (why: string) => `Commands run with your own rights: there is no sandbox${why === '' ? '' : ` (${why})`}.`,
  inSandbox: (layer: string, hasLayer: boolean) =>
    `Commands run in a sandbox (${layer}): they can change the workspace and ${hasLayer ? 'a layer over your home folder' : 'their own folder'}, and nothing else.`,
  reach: {
    none: 'They cannot reach the network.',
    hosts: 'A host that is not allowed yet asks while its connection waits.',
    open: 'They can reach every public host; private addresses ask.',
    allowed: 'Commands that run without asking have no network; those that you or a rule allowed have all of it.',
  },
  sandboxGaps: {
    'home-read-only': 'Your home folder is read-only; caches are in a folder of the session.',
    'own-loopback': 'A server that one command started cannot be reached by the next.',
    'modes-and-times': 'Permission bits and timestamps of files outside can be changed.',
    'shared-memory': 'Shared memory (/dev/shm) is shared with all programs.',
    signals: 'Commands can end your other processes: this kernel (before Linux 6.12) does not confine signals.',
    hooks: 'Hooks of the repository can be written.',
    'host-loopback': 'Either all servers on this machine can be reached, or none.',
    untried: 'This layer has never been tested on a real system.',
    hosts:
      'Hosts cannot be told apart: programs known to need the network ask as they would without a sandbox; if nothing asks (yolo), they have none.',
    'no-network': 'Commands cannot reach the network.',
  },
  sessionMarks: { damaged: '(damaged)', empty: '(empty)' },
  noSessions: 'No sessions in this folder yet.',
  resumed: (id: string) => `Resumed ${id}`,
  resumedStricter: (was: string, now: string) =>
    `It was in ${was} mode and continues in ${now}: a session file cannot loosen the rules. /mode ${was} switches back.`,
  turnCutOff: '[coder ended before this turn did; say "continue" to resume it]',
  turnCancelled: '[cancelled]',
  nothingSaid: 'Nothing has been said in this session yet.',
  leaveIt: 'Leave it',
  runningFor: (seconds: number) => `running for ${seconds} s`,
});

export const commands = late(() => withSections(words(), { views, trust, ide, mcp, hooks, policy, faults: allFaults }));

export type OwnCommandWords = ReturnType<typeof words>;
export type CommandWords = ReturnType<typeof commands>;
