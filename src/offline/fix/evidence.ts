/** What speaks for one cause or another: values, the function under test, the arguments it was given. */

export interface Evidence {
  expected?: string;
  actual?: string;
  error?: string;
  /** The function under test, where the test's line shows it. */
  name?: string;
  /** Its arguments as they are written there. */
  args: readonly string[];
  /** The line of the source in the stack. */
  line?: number;
}

export function numberOf(text: string | undefined): number | undefined {
  if (text === undefined || !/^-?(?:\d[\d_]*\.?\d*(?:e[+-]?\d+)?|Infinity)n?$/i.test(text.trim())) return undefined;
  return Number(text.trim().replace(/[_n]/g, ''));
}

export function isBoolean(text: string | undefined): boolean {
  return text !== undefined && /^(?:true|false)$/i.test(text.trim());
}

/** A quoted text without its quotes. */
export function stringOf(text: string | undefined): string | undefined {
  return /^(['"`])([\s\S]*)\1$/.exec(text?.trim() ?? '')?.[2];
}

export interface Call {
  name: string;
  args: string[];
}

/** The first call of one of these functions in a piece of a test. */
export function callIn(text: string, names: readonly string[]): Call | undefined {
  for (const found of text.matchAll(/([A-Za-z_$][\w$]*)\(/g)) {
    const name = found[1] ?? '';
    if (!names.includes(name)) continue;
    return { name, args: argumentsFrom(text.slice(found.index + found[0].length)) };
  }
  return undefined;
}

/** Up to the closing bracket, cut at the commas that are not inside another. */
function argumentsFrom(text: string): string[] {
  const args: string[] = [];
  let depth = 0;
  let quote = '';
  let current = '';
  for (const char of text) {
    if (quote !== '') {
      if (char === quote) quote = '';
    } else if (/['"`]/.test(char)) quote = char;
    else if (/[([{]/.test(char)) depth++;
    else if (/[)\]}]/.test(char)) {
      if (depth === 0) break;
      depth--;
    } else if (char === ',' && depth === 0) {
      args.push(current.trim());
      current = '';
      continue;
    }
    current += char;
  }
  return current.trim() === '' ? args : [...args, current.trim()];
}

export interface Region {
  first: number;
  last: number;
}

/** The lines of a function, from 1; the whole file where it is not found. */
export function regionOf(lines: readonly string[], name: string | undefined): Region {
  const whole = { first: 1, last: lines.length };
  if (name === undefined) return whole;
  const head = new RegExp(
    `(?:function\\*?|def|func(?: \\([^)]*\\))?|fn|const|let|static|async)\\s+${name}\\b|^\\s*${name}\\s*\\([^)]*\\)\\s*\\{|\\b${name}\\s*[:=]\\s*(?:async\\s*)?(?:function|\\()`,
  );
  const at = lines.findIndex((line) => head.test(line));
  if (at < 0) return whole;
  const indent = indentOf(lines[at] ?? '');
  const length = lines.slice(at + 1).findIndex((line) => line.trim() !== '' && indentOf(line) <= indent);
  const end = length < 0 ? lines.length : at + 1 + length;
  return { first: at + 1, last: /^\s*[})]/.test(lines[end] ?? '') ? end + 1 : Math.max(at + 1, end) };
}

export function indentOf(line: string): number {
  return /^\s*/.exec(line)?.[0].length ?? 0;
}
