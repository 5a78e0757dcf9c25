/** Turns syntax into words, and works out what plain commands of a line visibly print. */

import type { Cwds } from '../places.ts';
import { decodedText } from './decoded.ts';
import type {
  Assignment,
  Command,
  CommandNode,
  Pipeline,
  PipelineNode,
  Redirection,
  SyntaxWord,
  WordPart,
} from './parse.ts';
import { type Certain, readingsOf, resolveWord, type Word } from './words.ts';

/** Stands for all variables, when a command clears its whole environment. */
export const EVERY_VARIABLE = '*';

/** A variable and the value it is set to. */
export interface Assigned {
  name: string;
  value: Word | undefined;
  text: string;
}

/** Standard input; `from` holds the words of the plain command that feeds a pipe. */
export type Stdin =
  | { kind: 'none' | 'file' }
  | { kind: 'pipe'; from?: readonly Word[] }
  | { kind: 'text'; text: string };

/** What is known of the shell's state while a word is read. */
export interface Known {
  /** Where a script inside a word is in the line itself. */
  span: readonly [number, number] | undefined;
  cwds: Cwds;
  variables: ReadonlyMap<string, readonly string[]>;
  certain: ReadonlyMap<string, Certain>;
}

interface HomeContext {
  home: string;
}

export function resolve(word: SyntaxWord, known: Known, context: HomeContext): Word[] {
  const words = resolveWord(word, {
    home: context.home,
    variables: known.variables,
    certain: known.certain,
    outputOf: (part) => outputOfPart(part, known, context),
  });
  const span = known.span;
  return span ? words.map((one) => ({ ...one, span })) : words;
}

/** All words of a command, its name first. */
export function wordsOf(node: Command, known: Known, context: HomeContext): Word[] {
  return [
    ...(node.name ? resolve(node.name, known, context) : []),
    ...node.args.flatMap((argument) =>
      argument.type === 'Word' ? resolve(argument, known, context) : [assignmentWord(argument, known, context)],
    ),
  ];
}

export function assigned(node: Assignment, known: Known, context: HomeContext): Assigned {
  const written = node.value.type === 'Word' ? [node.value] : node.value.elements;
  const values = written.flatMap((word) => resolve(word, known, context));
  const [first] = values;
  const isCertain = node.value.type === 'Word' && !node.index && values.length < 2;
  if (isCertain || !first) return { name: node.name, value: first, text: node.text };
  const guesses = values.flatMap((value) => readingsOf(value)); // braces or a list: uncertain which value applies
  return { name: node.name, value: { ...first, kind: 'opaque', lead: '', guesses }, text: node.text };
}

function assignmentWord(node: Assignment, known: Known, context: HomeContext): Word {
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

/** Where redirections take standard input from; `undefined` if they leave it unchanged. */
export function stdinOf(redirects: readonly Redirection[], known: Known, context: HomeContext): Stdin | undefined {
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

/** The standard input of the next command in a pipe. */
export function outputOf(node: CommandNode, known: Known, context: HomeContext, stdin: Stdin): Stdin {
  const text = node.type === 'Command' ? printedText(node, known, context, stdin) : undefined;
  if (text !== undefined) return { kind: 'text', text };
  const isPlain = node.type === 'Command' && node.prefix.length === 0 && node.redirects.length === 0;
  return isPlain ? { kind: 'pipe', from: wordsOf(node, known, context) } : { kind: 'pipe' };
}

function outputOfPart(part: WordPart, known: Known, context: HomeContext): readonly string[] {
  if (part.type !== 'CommandExpansion') return [];
  const commands = (part.script?.commands ?? []).flatMap(({ command }) =>
    command.type === 'AndOr' ? command.commands : [command],
  );
  const last = commands.at(-1);
  if (commands.length === 1 && last?.type === 'Pipeline') return pipedText(last, known, context);
  if (last?.type !== 'Command') return [];
  if (last.name?.value === 'pwd') return folderAfter(commands.slice(0, -1), known, context);
  const text = commands.length === 1 ? printedText(last, known, context) : undefined;
  return text === undefined ? [] : [text];
}

function pipedText({ commands }: Pipeline, known: Known, context: HomeContext): readonly string[] {
  let stdin: Stdin = { kind: 'none' };
  for (const command of commands) stdin = outputOf(command, known, context, stdin);
  return stdin.kind === 'text' ? [stdin.text] : [];
}

/** The folder that `cd …; pwd` prints. */
function folderAfter(commands: readonly PipelineNode[], known: Known, context: HomeContext): readonly string[] {
  const moves = commands.filter((node) => node.type === 'Command' && node.name?.value === 'cd');
  const last = moves.at(-1);
  if (last?.type !== 'Command') return known.cwds ?? [];
  const target = last.args.find((argument) => argument.type === 'Word' && !argument.value.startsWith('-'));
  if (target?.type !== 'Word') return [context.home];
  const { variables, certain } = known;
  const words = resolveWord(target, { home: context.home, variables, certain, outputOf: () => [] });
  return words.flatMap((word) => readingsOf(word));
}

/** The output of `echo`, `printf`, lookups and decoders, if it can be seen from the line. */
function printedText(
  node: Command,
  known: Known,
  context: HomeContext,
  piped: Stdin = { kind: 'none' },
): string | undefined {
  const stdin = stdinOf(node.redirects, known, context) ?? piped;
  if (stdin.kind === 'text') {
    const decoded = decodedText(
      wordsOf(node, known, context).map(({ value }) => value),
      stdin.text,
    );
    if (decoded !== undefined) return decoded;
  }
  if (!/^(?:echo|printf|which|command|type|dirname|realpath|readlink)$/.test(node.name?.value ?? '')) return undefined;
  const { variables, certain } = known;
  const plain = { home: context.home, variables, certain, outputOf: () => [] };
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
    case 'dirname':
      return folderOf(operands[0] ?? '');
    case 'realpath':
    case 'readlink':
    case 'which':
    case 'command':
    case 'type':
      return operands[0];
    default:
      return undefined;
  }
}

function folderOf(path: string): string {
  const bare = path.replace(/(?<!\/)\/+$/, '');
  const at = bare.lastIndexOf('/');
  return at < 0 ? bare : bare.slice(0, at).replace(/(?<!\/)\/+$/, '') || '/';
}
