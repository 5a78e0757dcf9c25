/** Turns a custom command into a prompt: its text with the arguments filled in, and the lines that a shell has to answer first. */

import { shellQuote } from '../base/text/shell-quote.ts';
import type { CustomCommand, PromptPiece } from '../protocol/custom-command.ts';
import { formatMention } from '../protocol/mentions.ts';

type OwnPiece = Exclude<PromptPiece, { told: string }>;

const RUN_IN_MARKDOWN = /!`([^`\n]+)`/g;

/** Arguments replace the placeholders in the text; if there are none, they are appended. Inserted text is not expanded again. */
export function expandCommand(command: CustomCommand, args: string): PromptPiece[] {
  const { body, form } = command;
  const pieces = form === 'toml' ? tomlPieces(body) : markdownPieces(body);
  const filled = pieces.map((piece) =>
    typeof piece === 'string'
      ? fill(piece, args, form, (text) => text)
      : { run: fill(piece.run, args, form, form === 'toml' ? shellQuote : (text) => text) },
  );
  return args === '' || takesArguments(command) ? filled : [...filled, `\n\n${args}`];
}

export function takesArguments({ body, form }: Pick<CustomCommand, 'body' | 'form'>): boolean {
  return form === 'toml' ? body.includes('{{args}}') : /\$(?:ARGUMENTS|[1-9])/.test(body);
}

function fill(text: string, args: string, form: CustomCommand['form'], quote: (text: string) => string): string {
  if (form === 'toml') return text.replaceAll('{{args}}', () => quote(args));
  const words = wordsOf(args);
  return text.replace(/\$(?:ARGUMENTS|([1-9]))/g, (_, place?: string) =>
    place === undefined ? args : (words[Number(place) - 1] ?? ''),
  );
}

function markdownPieces(body: string): OwnPiece[] {
  const pieces: OwnPiece[] = [];
  let end = 0;
  for (const match of body.matchAll(RUN_IN_MARKDOWN)) {
    pieces.push(body.slice(end, match.index), { run: match[1] ?? '' });
    end = match.index + match[0].length;
  }
  return [...pieces, body.slice(end)].filter((piece) => piece !== '');
}

/** `!{…}` may contain balanced braces. */
function tomlPieces(body: string): OwnPiece[] {
  const pieces: OwnPiece[] = [];
  let words = '';
  for (let at = 0; at < body.length; ) {
    const sign = body.slice(at, at + 2);
    const close = sign === '!{' || sign === '@{' ? closingBrace(body, at + 1) : undefined;
    if (close === undefined) {
      words += body[at];
      at++;
      continue;
    }
    const inner = body.slice(at + 2, close).trim();
    if (sign === '@{') words += formatMention(inner);
    else {
      pieces.push(words, { run: inner });
      words = '';
    }
    at = close + 1;
  }
  return [...pieces, words].filter((piece) => piece !== '');
}

function closingBrace(text: string, open: number): number | undefined {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) return at;
  }
  return undefined;
}

/** Splits arguments as a shell would. */
function wordsOf(args: string): string[] {
  return (args.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? []).map((word) => word.replace(/^(["'])(.*)\1$/s, '$2'));
}
