/** Parses `[read(path='a.txt', limit=3), bash(command="ls")]`: calls with Python literals, and nothing that would have to be run. */

import { toArguments, type WrittenCall } from './known-tools.ts';

const MAX_DEPTH = 32;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '' };
const WORDS: Readonly<Record<string, unknown>> = {
  True: true,
  False: false,
  None: null,
  true: true,
  false: false,
  null: null,
};

/** `undefined` if the text is anything else. */
export function readPythonCalls(text: string): WrittenCall[] | undefined {
  if (!/^\[\s*[A-Za-z_][\w.]*\s*\(/.test(text)) return undefined;
  const reader = createReader(text);
  try {
    const calls = reader.list(']', () => reader.call());
    return reader.isAtEnd() ? calls : undefined;
  } catch (error) {
    if (error instanceof NotPython) return undefined;
    throw error;
  }
}

class NotPython extends Error {}

interface Reader {
  list<T>(closing: string, item: () => T): T[];
  call(): WrittenCall;
  isAtEnd(): boolean;
}

function createReader(text: string): Reader {
  let at = 0;
  let depth = 0;

  function skip(): void {
    while (/\s/.test(text.charAt(at))) at += 1;
  }

  function take(character: string): boolean {
    skip();
    if (text[at] !== character) return false;
    at += 1;
    return true;
  }

  function expect(character: string): void {
    if (!take(character)) throw new NotPython();
  }

  function word(): string {
    skip();
    const found = /^[A-Za-z_][\w.]*/.exec(text.slice(at, at + 65))?.[0];
    if (found === undefined) throw new NotPython();
    at += found.length;
    return found;
  }

  /** Items between the opening bracket, which is next, and the closing one; a trailing comma is allowed. */
  function list<T>(closing: string, item: () => T): T[] {
    at += 1;
    if (++depth > MAX_DEPTH) throw new NotPython();
    const items: T[] = [];
    while (!take(closing)) {
      items.push(item());
      if (!take(',')) {
        expect(closing);
        break;
      }
    }
    depth -= 1;
    return items;
  }

  function call(): WrittenCall {
    const name = word();
    skip();
    if (text[at] !== '(') throw new NotPython();
    const pairs = list(')', () => {
      const key = word();
      expect('=');
      return [key, value()] as const;
    });
    return { name, arguments: toArguments(pairs) };
  }

  function value(): unknown {
    skip();
    const character = text.charAt(at);
    if (character === '"' || character === "'") return string(character);
    if (character === '[') return list(']', value);
    if (character === '(') return list(')', value);
    if (character === '{') {
      const pairs = list('}', () => {
        const key = value();
        expect(':');
        return [String(key), value()] as const;
      });
      return Object.fromEntries(pairs);
    }
    const number = /^[-+]?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})(?:[eE][-+]?\d{1,3})?(?![\w.])/.exec(
      text.slice(at, at + 40),
    )?.[0];
    if (number !== undefined) {
      at += number.length;
      return Number(number);
    }
    const name = word();
    if (!Object.hasOwn(WORDS, name)) throw new NotPython();
    return WORDS[name];
  }

  function string(quote: string): string {
    const long = text.startsWith(quote.repeat(3), at);
    const closing = long ? quote.repeat(3) : quote;
    at += closing.length;
    let result = '';
    for (; at < text.length; at++) {
      const character = text.charAt(at);
      if (character === '\\') {
        at += 1;
        const escaped = text.charAt(at);
        const code = /^(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4}))/.exec(text.slice(at, at + 5));
        if (code) {
          result += String.fromCharCode(Number.parseInt(code[1] ?? code[2] ?? '', 16));
          at += code[0].length - 1;
        } else result += ESCAPES[escaped] ?? (`\\'"`.includes(escaped) ? escaped : `\\${escaped}`);
      } else if (text.startsWith(closing, at)) {
        at += closing.length;
        return result;
      } else result += character;
    }
    throw new NotPython();
  }

  return {
    list,
    call,
    isAtEnd() {
      skip();
      return at === text.length;
    },
  };
}
