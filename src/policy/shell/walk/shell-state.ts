/** What the shell remembers while it runs a line: folders, variables, the source of input. */

import { type Cwds, resolvePath, type ShellContext } from '../places.ts';
import type { Stdin } from '../read/expand.ts';
import type { SyntaxNode } from '../read/parse.ts';
import { type Certain, readingsOf, type Word } from '../read/words.ts';
import type { At, Found, Span } from './found.ts';
import type { SimpleCommand } from './simple-command.ts';

export interface Scope {
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
  found: Found;
  /** Functions that the line defines, walked again with the words of each call. */
  functions: Map<string, (scope: Scope) => void>;
  /** The number of calls to any of them. */
  calls: number;
  visitText(text: string, scope: Scope): void;
}

const MAX_CWDS = 4;

export function firstScope(line: string, context: ShellContext): Scope {
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
export function fork(scope: Scope): Scope {
  return { ...scope };
}

/** A separate shell process: it knows only the variables that are passed on. */
export function childOf(scope: Scope): Scope {
  return { ...scope, certain: new Map([...scope.certain].filter(([name]) => name === 'HOME' || name === 'PWD')) };
}

/** Takes over the folder and variables left behind by code that ran in this same shell. */
export function adopt(scope: Scope, inner: Scope): void {
  scope.cwds = inner.cwds;
  scope.names = inner.names;
  scope.likelyCwds = inner.likelyCwds;
  scope.variables = inner.variables;
  scope.certain = inner.certain;
}

/** Adds possible values for a variable; `certain` is the exact value, if known. */
export function setVariable(scope: Scope, name: string, values: readonly string[], certain?: Certain): void {
  if (certain) scope.certain = new Map(scope.certain).set(name, certain);
  else if (scope.certain.has(name)) scope.certain = new Map([...scope.certain].filter(([one]) => one !== name));
  const known = scope.variables.get(name) ?? [];
  const kept = [...new Set([...known, ...values])].slice(-6);
  if (kept.join('\0') !== known.join('\0')) scope.variables = new Map(scope.variables).set(name, kept);
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
export function followFolder(command: SimpleCommand, scope: Scope, context: ShellContext): void {
  if (!/^(?:cd|pushd|popd)$/.test(command.name)) return;
  setVariable(scope, 'PWD', []);
  if (command.name === 'popd') {
    scope.cwds = undefined;
    return;
  }
  const operands = command.words
    .slice(1)
    .filter((word) => !/^-[LPen]+$|^--$/.test(word.value) || word.kind !== 'literal');
  const [target] = operands;
  if (!target && command.name === 'cd') {
    scope.cwds = [context.home];
    scope.names = [context.home];
  } else if (!target || operands.length > 1) scope.cwds = undefined;
  else changeFolder(target, scope, context);
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

export function changeFolder(target: Word, scope: Scope, context: ShellContext): void {
  setVariable(scope, 'PWD', []);
  const before = scope.cwds;
  const values = readingsOf(target).filter((value) => value !== '');
  const named = values.flatMap((value) =>
    (value.startsWith('/') ? ['/'] : scope.names).map((base) => namedPath(base, value)),
  );
  const reached = values.flatMap((value) => {
    const bases = value.startsWith('/') ? ['/'] : (before ?? []);
    return bases.map((cwd) => resolvePath(cwd, value, context.disk));
  });
  reached.push(...named.map((path) => context.disk.real(path)).filter((path) => !reached.includes(path)));
  const isUnknown = before === undefined && !target.value.startsWith('/');
  if (target.kind !== 'literal' || /^[-+]/.test(target.value) || reached.length === 0 || isUnknown) {
    scope.likelyCwds = [...new Set([...reached, ...scope.likelyCwds])].slice(0, MAX_CWDS);
    scope.cwds = undefined;
    return;
  }
  const exists = reached.every((path) => context.disk.kind(path) === 'folder');
  scope.names = unionNames(named, exists ? [] : scope.names);
  scope.cwds = unionCwds(reached, exists ? [] : before); // if the folder is missing, the shell stays where it was
}

/** The position of a piece of syntax in the line itself. */
export function spanOf(node: { pos: number; end: number }, scope: Scope): Span {
  return scope.span ?? [node.pos, node.end];
}

export function placeOf(node: SyntaxNode, scope: Scope): At {
  return { part: scope.source.slice(node.pos, node.end), span: spanOf(node, scope) };
}
