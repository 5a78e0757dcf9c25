/** Recognises inline code that only asks for a version or a value from a JSON file. Reads each token once. */

import { isSecretPath } from '../../base/files/secret-file.ts';

const MAX_LENGTH = 500;

const TOKEN =
  /\s+|\d[\w.]*|'[^'\\\n]*'|"[^"\\\n]*"|[A-Za-z_$][\w$]*|===|!==|==|!=|<=|>=|&&|\|\||\?\?|[.,()[\]+\-*/%;?:<>!]/y;
const NAME = /^[A-Za-z_$]/;
const TEXT = /^['"]/;

/** Names that lead from a value to its constructor, and from there to anything. */
const WAY_OUT = /^(?:constructor|prototype|__(?!version__|name__)\w+)$/;

const PROCESS = new Set(
  'version versions platform arch release title pid ppid cwd uptime memoryUsage hrtime'.split(' '),
);
const JS_ROOTS = new Set('process require JSON Math console Object Number String true false null undefined'.split(' '));
const JS_CALLS = new Set(
  `require cwd uptime memoryUsage hrtime stringify log keys values entries length join sort slice includes startsWith endsWith
  toString toFixed toUpperCase toLowerCase trim split indexOf abs ceil floor round max min pow sqrt`.split(/\s+/),
);
const PYTHON_CALLS = new Set('print len str int float repr round sorted list type max min sum abs'.split(' '));
const PYTHON_WORDS = new Set('True False None and or not in is if else'.split(' '));

/** True if the code only prints the value it asks for. Always false for an interpreter not listed here. */
export function isPlainOneLiner(program: string, code: string): boolean {
  if (code.length > MAX_LENGTH) return false;
  if (program === 'node' || program === 'nodejs') return /\b(?:process|require)\b/.test(code) && isPlainScript(code);
  return (
    /^python[23]?$/.test(program) && /\.(?:__version__|version|platform|executable)\b/.test(code) && isPlainPython(code)
  );
}

function isPlainScript(code: string): boolean {
  const tokens = tokensOf(code);
  if (!tokens) return false;
  return tokens.every((token, index) => {
    const before = tokens[index - 1];
    const after = tokens[index + 1];
    const isProperty = before === '.';
    if (token === '[') return isElement(tokens, index);
    if (token === '(') return before === undefined || !NAME.test(before) || JS_CALLS.has(before);
    if (!NAME.test(token)) return true;
    if (WAY_OUT.test(token)) return false;
    if (token === 'require') return !isProperty && isJsonRequired(tokens, index);
    if (isProperty) return tokens[index - 2] !== 'process' || PROCESS.has(token);
    return JS_ROOTS.has(token) && (token !== 'process' || after === '.');
  });
}

/** Accepts `x[0]`, `x['name']` and `[1, 2]`, where the element is plain to see. */
function isElement(tokens: readonly string[], index: number): boolean {
  const before = tokens[index - 1];
  if (before === undefined || !(NAME.test(before) || before === ')' || before === ']')) return true;
  if (before === 'process') return false;
  const key = tokens[index + 1] ?? '';
  return tokens[index + 2] === ']' && (/^\d+$/.test(key) || (TEXT.test(key) && !WAY_OUT.test(key.slice(1, -1))));
}

function isJsonRequired(tokens: readonly string[], index: number): boolean {
  const name = tokens[index + 2] ?? '';
  const path = name.slice(1, -1);
  const isPlain = TEXT.test(name) && /^\.\/(?:\w[\w.-]*\/)*\w[\w.-]*\.json$/.test(path) && !path.includes('..');
  return tokens[index + 1] === '(' && tokens[index + 3] === ')' && isPlain && !isSecretPath(path);
}

/** Imports, then expressions. Importing a module is as unproved as running a script; calls into a module are not plain. */
function isPlainPython(code: string): boolean {
  const modules = new Set<string>();
  return code.split(/[;\n]/).every((part) => {
    const imported = /^\s*import ([\w.]+(?:, ?[\w.]+)*)\s*$/.exec(part)?.[1];
    if (imported === undefined) return isPlainExpression(part, modules);
    for (const name of imported.split(',')) modules.add(name.trim().split('.')[0] ?? '');
    return true;
  });
}

function isPlainExpression(code: string, modules: ReadonlySet<string>): boolean {
  const tokens = tokensOf(code);
  if (!tokens) return false;
  return tokens.every((token, index) => {
    const before = tokens[index - 1];
    const isProperty = before === '.';
    if (token === '(')
      return before === undefined || !NAME.test(before) || (PYTHON_CALLS.has(before) && tokens[index - 2] !== '.');
    if (token === '[' && (before === ')' || before === ']')) return false;
    if (TEXT.test(token)) return before === undefined || !NAME.test(before) || PYTHON_WORDS.has(before); // no f'…'
    if (!NAME.test(token)) return true;
    if (WAY_OUT.test(token)) return false;
    return isProperty || modules.has(token) || PYTHON_CALLS.has(token) || PYTHON_WORDS.has(token);
  });
}

function tokensOf(code: string): string[] | undefined {
  const tokens: string[] = [];
  const token = new RegExp(TOKEN);
  while (token.lastIndex < code.length) {
    const text = token.exec(code)?.[0];
    if (text === undefined) return undefined;
    if (text.trim() !== '') tokens.push(text);
  }
  return tokens;
}
