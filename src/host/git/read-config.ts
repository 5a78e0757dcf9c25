/** Parses a git config file as git itself does, character by character, without following includes or running anything. */

export interface ConfigEntry {
  /** Section, subsection and name in lower case: `filter.x.clean`. */
  key: string;
  /** The subsection as written, with its case preserved. */
  subsection: string | undefined;
  /** `true` if there is no `=`. */
  value: string;
}

/** `undefined` if git would reject the file. */
export function readGitConfig(source: string): ConfigEntry[] | undefined {
  const text = source.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  const entries: ConfigEntry[] = [];
  let section = '';
  let subsection: string | undefined;
  let at = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    if (isSpace(character)) at++;
    else if (character === '#' || character === ';') at = endOfLine(text, at);
    else if (character === '[') {
      const header = readHeader(text, at + 1);
      if (!header) return undefined;
      section = header.section;
      subsection = header.subsection;
      at = header.end;
    } else if (/[A-Za-z]/.test(character) && section !== '') {
      const entry = readEntry(text, at);
      if (!entry) return undefined;
      const names = [section, subsection, entry.name].filter((name) => name !== undefined);
      entries.push({ key: names.join('.').toLowerCase(), subsection, value: entry.value });
      at = entry.end;
    } else return undefined;
  }
  return entries;
}

function readHeader(text: string, from: number): { section: string; subsection?: string; end: number } | undefined {
  let at = from;
  while (/[A-Za-z0-9.-]/.test(text.charAt(at))) at++;
  const name = text.slice(from, at);
  if (text[at] === ']') return { section: name, end: at + 1 };
  while (text[at] !== '\n' && isSpace(text.charAt(at))) at++;
  if (text[at] !== '"') return undefined;
  let inner = '';
  for (at++; at < text.length && text[at] !== '"'; at++) {
    if (text[at] === '\\') at++;
    if (text[at] === '\n' || at >= text.length) return undefined;
    inner += text.charAt(at);
  }
  return text[at] === '"' && text[at + 1] === ']' ? { section: name, subsection: inner, end: at + 2 } : undefined;
}

function readEntry(text: string, from: number): { name: string; value: string; end: number } | undefined {
  let at = from;
  while (/[A-Za-z0-9-]/.test(text.charAt(at))) at++;
  const name = text.slice(from, at);
  while (text[at] === ' ' || text[at] === '\t') at++;
  if (at >= text.length || text[at] === '\n') return { name, value: 'true', end: at };
  if (text[at] !== '=') return undefined;
  const value = readValue(text, at + 1);
  return value && { name, value: value.text, end: value.end };
}

/** A backslash before a line break joins two lines, except in a comment. */
function readValue(text: string, from: number): { text: string; end: number } | undefined {
  let value = '';
  let spaces = '';
  let isQuoted = false;
  for (let at = from; ; at++) {
    const character = text.charAt(at);
    if (at >= text.length || character === '\n') return isQuoted ? undefined : { text: value, end: at };
    if (!isQuoted && isSpace(character)) {
      if (value !== '') spaces += character;
      continue;
    }
    if (!isQuoted && (character === '#' || character === ';')) return { text: value, end: endOfLine(text, at) };
    value += spaces;
    spaces = '';
    if (character === '"') isQuoted = !isQuoted;
    else if (character !== '\\') value += character;
    else {
      at++;
      const escaped = ESCAPES[text.charAt(at)];
      if (escaped === undefined) return undefined;
      value += escaped;
    }
  }
}

const ESCAPES: Readonly<Record<string, string>> = { '\n': '', t: '\t', b: '\b', n: '\n', '\\': '\\', '"': '"' };

function isSpace(character: string): boolean {
  return /[ \t\n\r\v\f]/.test(character);
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}
