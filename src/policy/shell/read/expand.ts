/** Syntax to words, and what the plain commands of a line are seen to print. */

import type { Cwds } from '../places.ts';
import type { Assignment, Command, CommandNode, Redirection, SyntaxWord, WordPart } from './parse.ts';
import { readingsOf, resolveWord, type Word } from './words.ts';

/** A variable and what it is set to. */
export interface Assigned {
  name: string;
  value: Word | undefined;
  text: string;
}

export type Stdin = { kind: 'none' | 'pipe' | 'file' } | { kind: 'text'; text: string };

/** What is known of the shell while a word is read. */
export interface Known {
  /** Where a script within a word is in the line itself. */
  span: readonly [number, number] | undefined;
  cwds: Cwds;
  variables: ReadonlyMap<string, readonly string[]>;
}

interface Person {
  home: string;
}

export function resolve(word: SyntaxWord, known: Known, context: Person): Word[] {
  const words = resolveWord(word, {
    home: context.home,
    variables: known.variables,
    outputOf: (part) => outputOfPart(part, known, context),
  });
  const span = known.span;
  return span ? words.map((one) => ({ ...one, span })) : words;
}

/** All words of a command, its name first. */
export function wordsOf(node: Command, known: Known, context: Person): Word[] {
  return [
    ...(node.name ? resolve(node.name, known, context) : []),
    ...node.args.flatMap((argument) =>
      argument.type === 'Word' ? resolve(argument, known, context) : [assignmentWord(argument, known, context)],
    ),
  ];
}

export function assigned(node: Assignment, known: Known, context: Person): Assigned {
  const value = node.value.type === 'Word' && !node.index ? resolve(node.value, known, context)[0] : undefined;
  return { name: node.name, value, text: node.text };
}

function assignmentWord(node: Assignment, known: Known, context: Person): Word {
  const { value } = assigned(node, known, context);
  const base = { text: node.text, span: known.span ?? ([node.pos, node.end] as const), guesses: [] };
  if (!value) return { ...base, kind: 'opaque', value: node.text, lead: '' };
  const written = `${node.name}${node.append ? '+' : ''}=`;
  const { kind, lead, guesses } = value;
  return {
    ...base,
    kind,
    value: written + value.value,
    lead: written + lead,
    guesses: guesses.map((guess) => written + guess),
  };
}

/** Where redirections take standard input from; `undefined` where they leave it. */
export function stdinOf(redirects: readonly Redirection[], known: Known, context: Person): Stdin | undefined {
  const input = redirects.findLast((redirect) => redirect.operator.startsWith('<'));
  if (!input) return undefined;
  if (input.type === 'HereDoc') return { kind: 'text', text: input.body.text };
  if (input.type === 'Redirect') return { kind: 'file' };
  const words = input.target ? resolve(input.target, known, context) : [];
  return { kind: 'text', text: words.flatMap((word) => readingsOf(word)).join(' ') };
}

export function writesFile(redirects: readonly Redirection[]): boolean {
  return redirects.some(
    (redirect) =>
      redirect.type === 'Redirect' &&
      /^(?:&?>|<>)/.test(redirect.operator) &&
      !/^(?:\/dev\/\w+|\d+|-)$/.test(redirect.target?.value ?? ''),
  );
}

/** What the next command of a pipe reads. */
export function outputOf(node: CommandNode, known: Known, context: Person): Stdin {
  const text = node.type === 'Command' ? printedText(node, known, context) : undefined;
  return text === undefined ? { kind: 'pipe' } : { kind: 'text', text };
}

function outputOfPart(part: WordPart, known: Known, context: Person): readonly string[] {
  if (part.type !== 'CommandExpansion') return [];
  const [statement, ...others] = part.script?.commands ?? [];
  if (others.length > 0 || statement?.command.type !== 'Command') return [];
  if (statement.command.name?.value === 'pwd') return known.cwds ?? [];
  const text = printedText(statement.command, known, context);
  return text === undefined ? [] : [text];
}

/** What `echo`, `printf` and the look-ups print, where it can be seen. */
function printedText(node: Command, known: Known, context: Person): string | undefined {
  if (!/^(?:echo|printf|which|command|type)$/.test(node.name?.value ?? '')) return undefined;
  const plain = { home: context.home, variables: known.variables, outputOf: () => [] };
  const words = [...(node.name ? [node.name] : []), ...node.args.filter((argument) => argument.type === 'Word')];
  const values = words.flatMap((word) => resolveWord(word, plain)).map((word) => readingsOf(word)[0] ?? '');
  const operands = values.slice(1).filter((value) => !/^-\w+$/.test(value));
  switch (values[0]) {
    case 'echo':
      return operands.join(' ');
    case 'printf':
      return operands
        .map((value) => value.replaceAll('\\n', '\n').replace(/^%s\s*$/, ''))
        .join(' ')
        .trim();
    case 'which':
    case 'command':
    case 'type':
      return operands[0];
    default:
      return undefined;
  }
}
