/** What the shell remembers while it goes through a line: folders, variables, where input comes from. */

import { type Cwds, resolvePath, type ShellContext } from '../places.ts';
import type { Stdin } from '../read/expand.ts';
import type { SyntaxNode } from '../read/parse.ts';
import { type Certain, readingsOf, type Word } from '../read/words.ts';
import type { At, Found, Span } from './found.ts';
import type { SimpleCommand } from './simple-command.ts';

export interface Scope {
  source: string;
  /** Where a script within a word stands in the line itself. */
  span: Span | undefined;
  cwds: Cwds;
  /** The same folders by the names that led there: `cd ..` leaves a link by its name, not by its target. */
  names: readonly string[];
  /** Folders that are likely, though not certain. */
  likelyCwds: readonly string[];
  /** What variables may hold … */
  variables: ReadonlyMap<string, readonly string[]>;
  /** … and those of which it is certain. */
  certain: ReadonlyMap<string, Certain>;
  stdin: Stdin;
  writes: boolean;
  background: boolean;
  endless: boolean;
  functions: readonly string[];
  depth: number;
  /** How many rounds of loops this is part of. */
  rounds: number;
  /** Another shell than bash reads the text, so that only what all shells read alike is certain. */
  foreign: boolean;
}

/** What goes through a line shares: where things are found, and how to go into a text. */
export interface Walker {
  context: ShellContext;
  found: Found;
  /** Functions that the line defines, to be gone through again with the words they are called with. */
  functions: Map<string, (scope: Scope) => void>;
  /** How often any of them was called. */
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
    foreign: context.look.hasBash?.() === false,
  };
}

function certainAtFirst({ home, cwd }: ShellContext): ReadonlyMap<string, Certain> {
  const paths = [
    ['HOME', home],
    ['PWD', cwd],
  ] as const;
  return new Map(paths.map(([name, value]) => [name, { kind: 'literal', value }]));
}

/** A subshell: what happens in it stays in it. */
export function fork(scope: Scope): Scope {
  return { ...scope };
}

/** Another shell: it knows the variables that are passed on, and no others. */
export function childOf(scope: Scope): Scope {
  return { ...scope, certain: new Map([...scope.certain].filter(([name]) => name === 'HOME' || name === 'PWD')) };
}

/** What ran in this shell itself leaves its folder and variables behind. */
export function adopt(scope: Scope, inner: Scope): void {
  scope.cwds = inner.cwds;
  scope.names = inner.names;
  scope.likelyCwds = inner.likelyCwds;
  scope.variables = inner.variables;
  scope.certain = inner.certain;
}

/** `certain`: exactly that, and nothing else. */
export function setVariable(scope: Scope, name: string, values: readonly string[], certain?: Certain): void {
  if (certain) scope.certain = new Map(scope.certain).set(name, certain);
  else if (scope.certain.has(name)) scope.certain = new Map([...scope.certain].filter(([one]) => one !== name));
  const known = scope.variables.get(name) ?? [];
  const kept = [...new Set([...known, ...values])].slice(-6);
  if (kept.join('\0') !== known.join('\0')) scope.variables = new Map(scope.variables).set(name, kept);
}

export function unionCwds(a: Cwds, b: Cwds): Cwds {
  if (!a || !b) return undefined;
  const all = [...new Set([...a, ...b])];
  return all.length <= MAX_CWDS ? all : undefined;
}

/** Beyond a few, where the shell is counts as not known. */
export function unionNames(a: readonly string[], b: readonly string[]): readonly string[] {
  return [...new Set([...a, ...b])];
}

export function sameCwds(a: Cwds, b: Cwds): boolean {
  return a?.join('\0') === b?.join('\0');
}

/** `cd`, `pushd` and `popd` change where the rest of the line happens. */
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

/** `..` takes the last name away, whatever it is a link to. */
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
    return bases.map((cwd) => resolvePath(cwd, value, context.look));
  });
  reached.push(...named.map((path) => context.look.real(path)).filter((path) => !reached.includes(path)));
  const isUnknown = before === undefined && !target.value.startsWith('/');
  if (target.kind !== 'literal' || /^[-+]/.test(target.value) || reached.length === 0 || isUnknown) {
    scope.likelyCwds = [...new Set([...reached, ...scope.likelyCwds])].slice(0, MAX_CWDS);
    scope.cwds = undefined;
    return;
  }
  const exists = reached.every((path) => context.look.kind(path) === 'directory');
  scope.names = unionNames(named, exists ? [] : scope.names);
  scope.cwds = unionCwds(reached, exists ? [] : before); // a folder that is missing leaves the shell where it was
}

/** Where a piece of syntax is in the line itself. */
export function spanOf(node: { pos: number; end: number }, scope: Scope): Span {
  return scope.span ?? [node.pos, node.end];
}

export function placeOf(node: SyntaxNode, scope: Scope): At {
  return { part: scope.source.slice(node.pos, node.end), span: spanOf(node, scope) };
}
