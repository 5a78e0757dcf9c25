/** Messages about what a project brings along, and whether it may be used. */

import { late } from '../../base/late.ts';
import type { TrustKind, TrustProblem, TrustState } from '../../protocol/trust.ts';

const kinds: Record<TrustKind, string> = {
  settings: 'settings',
  instructions: 'instructions',
  skill: 'skill',
  command: 'command',
  agent: 'agent',
  hook: 'hook',
  server: 'server',
  plugin: 'plugin',
};
const manyKinds: Record<TrustKind, string> = {
  settings: 'settings',
  instructions: 'instruction files',
  skill: 'skills',
  command: 'commands',
  agent: 'agents',
  hook: 'hooks',
  server: 'servers',
  plugin: 'plugins',
};
const states: Record<TrustState, string> = {
  trusted: 'trusted',
  reworded: 'trusted; its text has changed since',
  changed: 'changed since you trusted it, so not used',
  new: 'not trusted, so not used',
};
const problems: Record<TrustProblem, string> = {
  unreadable: 'cannot be read: never used',
  'leads-out': 'leads out of the project or to a file that may hold secrets: never used',
  'too-large': 'too large: never used',
  'too-many': 'too many: never used',
};

const words = () => ({
  kinds,
  manyKinds,
  states,
  problems,
  /** Shown at the start; `what` lists names and sizes. */
  notUsed: (what: string) =>
    `This project brings along items that you have not trusted; they are not used: ${what} · /trust`,
  changed: (what: string) => `Changed since you trusted it; not used: ${what} · /trust diff`,
  reworded: (name: string, additions: number, deletions: number) =>
    `${name} changed since you trusted it (+${additions} −${deletions}) · /trust diff`,
  asElsewhere: (count: number, root: string) =>
    `${count} ${count === 1 ? 'item' : 'items'} trusted as in ${root}, the same repository · /trust`,
  none: 'This project has no settings, instructions, hooks or other items that need your trust.',
  title: (hash: string) => `What this project brings along (${hash})`,
  as: (root: string) => `as in ${root}`,
  usage:
    '/trust show ITEM or /trust diff [ITEM] shows it, /trust add [ITEM] trusts it, /trust revoke ITEM|all revokes that',
  cliUsage: 'usage: coder trust [--print | show ITEM | diff [ITEM] | add ITEM… | revoke ITEM…|all] [--json]',
  unknownItem: (name: string, near: string | undefined) =>
    `There is no item ${name} in this project.${near === undefined ? '' : ` Did you mean ${near}?`}`,
  whichItem: 'Which item?',
  nothingToAdd: 'Everything that this project brings along is already trusted.',
  nothingChanged: 'Nothing has changed since you trusted it.',
  addAll: (count: number) => `Trust these ${count}, as they are now`,
  addOne: (name: string) => `Trust ${name}, as it is now`,
  no: 'No',
  added: (names: string) => `Trusted: ${names}`,
  atNextStart: 'Settings take effect at the next start.',
  notAdded: 'Nothing was trusted.',
  neverAdded: (name: string, problem: string) => `${name} ${problem}.`,
  revoked: (count: number) => `No longer trusted: ${count} ${count === 1 ? 'item' : 'items'}.`,
  askChanged: (name: string) => `${name} is not what you trusted. Use this version`,
  yesThis: 'this version',
  wholeDiff: 'd: the whole diff',
  linesMore: (count: number) => `… ${count} more lines`,
  binary: (path: string, size: string, mark: string) => `${path}: ${size}, sha256 ${mark}`,
  otherSet: (wanted: string, is: string) =>
    `--trust ${wanted} does not match what this project brings along (${is}), so nothing is trusted.`,
});

export const trust = late(words);

export type TrustWords = ReturnType<typeof trust>;
