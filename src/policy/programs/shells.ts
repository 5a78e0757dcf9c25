/** Shells and their built-ins. */

import { late } from '../../base/late.ts';
import type { Programs } from './program.ts';

/** True for `kill` if the targets after the signal include the first process or all processes. */
function endsAll([first = '', second = '', ...others]: readonly string[]): boolean {
  const skipped = /^-(?:s|n|-signal)$/.test(first) ? 2 : /^-[A-Z0-9]|^--signal=/.test(first) && second !== '' ? 1 : 0;
  const targets = [first, second, ...others].slice(skipped);
  return targets.some((target) => /^(?:1|-1)$/.test(target)) && !/^-(?:0|l|L)$/.test(first);
}

const rows = (): Programs => ({
  pwd: { reads: { short: 'LP' } },
  cd: { reads: { short: 'LP', operands: ['path?'] }, grammar: 'cd' },
  echo: { reads: { operands: ['text*'], noFlags: true, anyFlagIsSafe: true } },
  printf: { reads: { operands: ['printf', 'text*'] }, evaluatesNumbers: true },
  true: { reads: { operands: ['text*'], noFlags: true } },
  false: { reads: { operands: ['text*'], noFlags: true } },
  ':': { reads: { operands: ['text*'], noFlags: true } },
  type: { reads: { short: 'afptP', operands: ['text*'], anyFlagIsSafe: true } },
  command: {
    reads: { short: 'vVp', operands: ['text*'], operandsNeed: 'v V' },
    wraps: { flags: 'p', transparent: true },
  },
  help: { reads: { short: 'dms', operands: ['text*'] } },
  hash: { reads: { short: 'l' }, dangers: { flags: /^-[a-z]*p/ } },
  jobs: { reads: { short: 'lpnrs' } },
  wait: { reads: { operands: ['number*'] }, assigns: 'values', evaluatesNumbers: true },
  times: { reads: {} },
  umask: { reads: { short: 'Sp' } },
  ulimit: { reads: { short: 'aSHcdfilmnpqrstuvx' }, evaluatesNumbers: true },
  dirs: { reads: { short: 'lpv' } },
  alias: { reads: { short: 'p' }, dangers: { always: 'gives-a-command-another-meaning', unless: /^(?:-p)?$/ } },
  kill: {
    reads: { short: 'lL' },
    dangers: { always: 'ends-processes', unless: /^-[lL]$/ },
    signals: true,
    fatal: endsAll,
    sought: true,
    everyday: true,
    evaluatesNumbers: true,
  },
  exit: { reads: { operands: ['number?'] }, evaluatesNumbers: true },
  bash: { probes: ['--version'], shell: 'plain' },
  zsh: { probes: ['--version'], shell: 'other' },
  fish: { probes: ['--version'], shell: 'other' },
  builtin: { wraps: { transparent: true } },
  // Without -a: for a binary that is many programs, the first word selects which one.
  exec: { wraps: { flags: 'l', transparent: true } },
  eval: { dangers: { always: 'evaluates-text' }, wraps: { joins: true }, tooWide: 'always' },
  sh: { shell: 'plain' },
  dash: { shell: 'plain' },
  ash: { shell: 'other' },
  ksh: { shell: 'other' },
  ksh93: { shell: 'other' },
  mksh: { shell: 'other' },
  rbash: { shell: 'other' },
  csh: { shell: 'other' },
  tcsh: { shell: 'other' },
  pwsh: { shell: 'other', runsCode: /^-(?:c|e|command|encodedcommand)/i },
  powershell: { shell: 'other', runsCode: /^-(?:c|e|command|encodedcommand)/i },
  elvish: { shell: 'other' },
  nu: { shell: 'other' },
  xonsh: { shell: 'other' },
  enable: { dangers: { always: 'changes-what-a-name-means' } },
  trap: { dangers: { always: 'runs-text-later', unless: /^-[lp]$/ } },
  source: { dangers: { always: 'runs-a-file-in-this-shell' }, tooWide: 'always', sources: true },
  '.': { dangers: { always: 'runs-a-file-in-this-shell' }, tooWide: 'always', sources: true },
  let: { dangers: { always: 'evaluates-text' } },
  bind: { dangers: { always: 'runs-text-on-keys' } },
  complete: { dangers: { always: 'runs-text-on-completion' } },
  compgen: { dangers: { always: 'can-run-text', unless: /^-[abcdk]+$/ } },
  fc: { dangers: { always: 'runs-history-again' } },
  history: { dangers: { always: 'changes-the-history', unless: /^\d{0,4}$/ } },
  suspend: { dangers: { always: 'stops-the-shell' } },
  mapfile: { dangers: { flags: /^-[A-Za-z]*C/ }, assigns: 'words' },
  readarray: { dangers: { flags: /^-[A-Za-z]*C/ }, assigns: 'words' },
  set: { grammar: 'set', dangers: { flags: /^history$/ }, evaluatesNumbers: true },
  break: { reads: { operands: ['number?'] }, evaluatesNumbers: true },
  continue: { reads: { operands: ['number?'] }, evaluatesNumbers: true },
  shift: { evaluatesNumbers: true },
  return: { evaluatesNumbers: true },
  read: { grammar: 'read', assigns: 'words' },
  declare: { assigns: 'words', evaluates: /^-[a-zA-Z]*[nif]/ },
  typeset: { assigns: 'words', evaluates: /^-[a-zA-Z]*[nif]/ },
  local: { assigns: 'words', evaluates: /^-[a-zA-Z]*[nif]/ },
  unset: { assigns: 'words' },
  getopts: { assigns: 'words' },
  export: { assigns: 'values' },
  readonly: { assigns: 'values' },
  test: { grammar: 'test', evaluatesNumbers: true },
  '[': { grammar: 'test', closedBy: ']', evaluatesNumbers: true },
});

export const shells = late(rows);
