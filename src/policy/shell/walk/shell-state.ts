/** What the shell remembers while it runs a line: folders, variables, the source of input. */

import { type Cwds, resolvePath, type ShellContext } from '../places.ts';
import type { Stdin } from '../read/expand.ts';
import type { SyntaxNode } from '../read/parse.ts';
import { type Certain, readingsOf, type Word } from '../read/words.ts';
import type { At, Findings, Span } from './findings.ts';
import type { SimpleCommand } from './simple-command.ts';

export interface ShellState {
  source: string;
  /** Where a script inside a word is in the line itself. */
  span: Span | undefined;
  cwds: Cwds;
  /** The same folders by the names that led there: `cd ..` leaves a link by its name, not by its target. */
  names: readonly string[];
  /** Folders that are likely but not certain. */
  likelyCwds: readonly string[];
  /** Possible values of variables. */
  variables: ReadonlyMap<string, readonly string[]>;
  /** Variables whose values are certain. */
  certain: ReadonlyMap<string, Certain>;
  stdin: Stdin;
  writes: boolean;
  background: boolean;
  endless: boolean;
  functions: readonly string[];
  depth: number;
  /** The product of the rounds of all enclosing loops. */
  rounds: number;
  /** True if a shell other than bash reads the text, so only syntax that all shells agree on is certain. */
  foreign: boolean;
}

/** State shared by the whole walk: where findings are collected, and how to enter a text. */
export interface Walker {
  context: ShellContext;
  findings: Findings;
  /** Functions that the line defines, walked again with the words of each call. */
  functions: Map<string, (state: ShellState) => void>;
  /** The number of calls to any of them. */
  calls: number;
  visitText(text: string, state: ShellState): void;
}

const MAX_CWDS = 4;

export function firstState(line: string, context: ShellContext): ShellState {
  return {
    source: line,
    span: undefined,
    cwds: [context.cwd],
    names: [context.cwd],
    likelyCwds: [],
    variables: new Map<string, readonly string[]>([
      ['HOME', [context.home]],
      ['PWD', [context.cwd]],
      ['IFS', [' ']],
      ['0', ['bash']],
      ['SHELL', ['/bin/bash']],
    ]),
    certain: certainAtFirst(context),
    stdin: { kind: 'none' },
    writes: false,
    background: false,
    endless: false,
    functions: [],
    depth: 0,
    rounds: 1,
    foreign: context.disk.hasBash?.() === false,
  };
}

function certainAtFirst({ home, cwd }: ShellContext): ReadonlyMap<string, Certain> {
  const paths = [
    ['HOME', home],
    ['PWD', cwd],
  ] as const;
  return new Map(paths.map(([name, value]) => [name, { kind: 'literal', value }]));
}

/** A subshell: changes made in it do not leave it. */
export function fork(state: ShellState): ShellState {
  return { ...state };
}

/** A separate shell process: it knows only the variables that are passed on. */
export function childOf(state: ShellState): ShellState {
  return { ...state, certain: new Map([...state.certain].filter(([name]) => name === 'HOME' || name === 'PWD')) };
}

/** Takes over the folder and variables left behind by code that ran in this same shell. */
export function adopt(state: ShellState, inner: ShellState): void {
  state.cwds = inner.cwds;
  state.names = inner.names;
  state.likelyCwds = inner.likelyCwds;
  state.variables = inner.variables;
  state.certain = inner.certain;
}

/** Adds possible values for a variable; `certain` is the exact value, if known. */
export function setVariable(state: ShellState, name: string, values: readonly string[], certain?: Certain): void {
  if (certain) state.certain = new Map(state.certain).set(name, certain);
  else if (state.certain.has(name)) state.certain = new Map([...state.certain].filter(([one]) => one !== name));
  const known = state.variables.get(name) ?? [];
  const kept = [...new Set([...known, ...values])].slice(-6);
  if (kept.join('\0') !== known.join('\0')) state.variables = new Map(state.variables).set(name, kept);
}

/** With more than a few folders, the current folder counts as unknown. */
export function unionCwds(a: Cwds, b: Cwds): Cwds {
  if (!a || !b) return undefined;
  const all = [...new Set([...a, ...b])];
  return all.length <= MAX_CWDS ? all : undefined;
}

export function unionNames(a: readonly string[], b: readonly string[]): readonly string[] {
  return [...new Set([...a, ...b])];
}

export function sameCwds(a: Cwds, b: Cwds): boolean {
  return a?.join('\0') === b?.join('\0');
}

/** Follows `cd`, `pushd` and `popd`, which change the folder for the rest of the line. */
export function followFolder(command: SimpleCommand, state: ShellState, context: ShellContext): void {
  if (!/^(?:cd|pushd|popd)$/.test(command.name)) return;
  setVariable(state, 'PWD', []);
  if (command.name === 'popd') {
    state.cwds = undefined;
    return;
  }
  const operands = command.words
    .slice(1)
    .filter((word) => !/^-[LPen]+$|^--$/.test(word.value) || word.kind !== 'literal');
  const [target] = operands;
  if (!target && command.name === 'cd') {
    state.cwds = [context.home];
    state.names = [context.home];
  } else if (!target || operands.length > 1) state.cwds = undefined;
  else changeFolder(target, state, context);
}

/** Resolves by name: `..` removes the last name, whatever it links to. */
function namedPath(base: string, path: string): string {
  const names = path.startsWith('/') ? [] : base.split('/').filter((name) => name !== '');
  for (const name of path.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return `/${names.join('/')}`;
}

export function changeFolder(target: Word, state: ShellState, context: ShellContext): void {
  setVariable(state, 'PWD', []);
  const before = state.cwds;
  const values = readingsOf(target).filter((value) => value !== '');
  const named = values.flatMap((value) =>
    (value.startsWith('/') ? ['/'] : state.names).map((base) => namedPath(base, value)),
  );
  const reached = values.flatMap((value) => {
    const bases = value.startsWith('/') ? ['/'] : (before ?? []);
    return bases.map((cwd) => resolvePath(cwd, value, context.disk));
  });
  reached.push(...named.map((path) => context.disk.real(path)).filter((path) => !reached.includes(path)));
  const isUnknown = before === undefined && !target.value.startsWith('/');
  if (target.kind !== 'literal' || /^[-+]/.test(target.value) || reached.length === 0 || isUnknown) {
    state.likelyCwds = [...new Set([...reached, ...state.likelyCwds])].slice(0, MAX_CWDS);
    state.cwds = undefined;
    return;
  }
  const exists = reached.every((path) => context.disk.kind(path) === 'folder');
  state.names = unionNames(named, exists ? [] : state.names);
  state.cwds = unionCwds(reached, exists ? [] : before); // if the folder is missing, the shell stays where it was
}

/** The position of a piece of syntax in the line itself. */
export function spanOf(node: { pos: number; end: number }, state: ShellState): Span {
  return state.span ?? [node.pos, node.end];
}

export function atNode(node: SyntaxNode, state: ShellState): At {
  return { part: state.source.slice(node.pos, node.end), span: spanOf(node, state) };
}
