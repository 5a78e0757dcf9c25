/** Syntax to words in a scope, and what the plain commands of a line are seen to print. */

import type { Assignment, Command, CommandNode, Redirection, SyntaxWord, WordPart } from './parse.ts';
import type { ShellContext } from './places.ts';
import type { Scope } from './scope.ts';
import type { Assigned, Stdin } from './simple-command.ts';
import { readingsOf, resolveWord, type Word } from './words.ts';

export function resolve(word: SyntaxWord, scope: Scope, context: ShellContext): Word[] {
  const words = resolveWord(word, {
    home: context.home,
    variables: scope.variables,
    outputOf: (part) => outputOfPart(part, scope, context),
  });
  const span = scope.span;
  return span ? words.map((one) => ({ ...one, span })) : words;
}

/** All words of a command, its name first. */
export function wordsOf(node: Command, scope: Scope, context: ShellContext): Word[] {
  return [
    ...(node.name ? resolve(node.name, scope, context) : []),
    ...node.args.flatMap((argument) =>
      argument.type === 'Word' ? resolve(argument, scope, context) : [assignmentWord(argument, scope, context)],
    ),
  ];
}

export function assigned(node: Assignment, scope: Scope, context: ShellContext): Assigned {
  const value = node.value.type === 'Word' && !node.index ? resolve(node.value, scope, context)[0] : undefined;
  return { name: node.name, value, text: node.text };
}

function assignmentWord(node: Assignment, scope: Scope, context: ShellContext): Word {
  const { value } = assigned(node, scope, context);
  const base = { text: node.text, span: scope.span ?? ([node.pos, node.end] as const), guesses: [] };
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
export function stdinOf(redirects: readonly Redirection[], scope: Scope, context: ShellContext): Stdin | undefined {
  const input = redirects.findLast((redirect) => redirect.operator.startsWith('<'));
  if (!input) return undefined;
  if (input.type === 'HereDoc') return { kind: 'text', text: input.body.text };
  if (input.type === 'Redirect') return { kind: 'file' };
  const words = input.target ? resolve(input.target, scope, context) : [];
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
export function outputOf(node: CommandNode, scope: Scope, context: ShellContext): Stdin {
  const text = node.type === 'Command' ? printedText(node, scope, context) : undefined;
  return text === undefined ? { kind: 'pipe' } : { kind: 'text', text };
}

function outputOfPart(part: WordPart, scope: Scope, context: ShellContext): readonly string[] {
  if (part.type !== 'CommandExpansion') return [];
  const [statement, ...others] = part.script?.commands ?? [];
  if (others.length > 0 || statement?.command.type !== 'Command') return [];
  if (statement.command.name?.value === 'pwd') return scope.cwds ?? [];
  const text = printedText(statement.command, scope, context);
  return text === undefined ? [] : [text];
}

/** What `echo`, `printf` and the look-ups print, where it can be seen. */
function printedText(node: Command, scope: Scope, context: ShellContext): string | undefined {
  if (!/^(?:echo|printf|which|command|type)$/.test(node.name?.value ?? '')) return undefined;
  const plain = { home: context.home, variables: scope.variables, outputOf: () => [] };
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
