/** Sets one value in JSONC text and leaves the rest of the text untouched. */

import { faultError } from '../words/fault.ts';
import { type JsoncNode, type JsoncObject, parseJsonc } from './jsonc.ts';

export function editJsonc(text: string, path: readonly string[], value: unknown): string {
  const parsed = parseJsonc(text);
  if (!parsed.ok) throw faultError('config', parsed.problem);
  const { root } = parsed;
  if (!root) return `${text && `${text.trimEnd()}\n`}${JSON.stringify(nest(path, value), null, 2)}\n`;
  const { found, rest } = descend(root, path);
  const unit = indentUnit(text, root);
  if (rest.length === 0 || found.type !== 'object') {
    const shown = JSON.stringify(nest(rest, value), null, unit);
    return replace(text, found.start, found.end, indented(shown, indentAt(text, found.start), eolOf(text)));
  }
  return addMember(text, found, rest, value, unit);
}

/** Removes one member and its comma; returns the text unchanged if the member is absent. */
export function removeJsonc(text: string, path: readonly string[]): string {
  const parsed = parseJsonc(text);
  if (!parsed.ok) throw faultError('config', parsed.problem);
  if (!parsed.root) return text;
  const { found, rest } = descend(parsed.root, path.slice(0, -1));
  const members = rest.length === 0 && found.type === 'object' ? found.members : [];
  const at = members.findIndex(({ key }) => key === path.at(-1));
  const member = members[at];
  if (!member) return text;
  const [before, after] = [members[at - 1], members[at + 1]];
  if (before) return replace(text, before.value.end, member.value.end, '');
  if (after) return replace(text, member.start, after.start, '');
  return replace(text, found.start + 1, found.end - 1, '');
}

/** Follows the path as far as the text contains it. */
function descend(root: JsoncNode, path: readonly string[]): { found: JsoncNode; rest: readonly string[] } {
  let found = root;
  for (const [depth, key] of path.entries()) {
    const member = found.type === 'object' ? found.members.find((each) => each.key === key) : undefined;
    if (!member) return { found, rest: path.slice(depth) };
    found = member.value;
  }
  return { found, rest: [] };
}

/** Appends a member in the style of the last one; the comma goes directly after that one, so a comment after it stays. */
function addMember(text: string, object: JsoncObject, path: readonly string[], value: unknown, unit: string): string {
  const [key = '', ...rest] = path;
  const eol = eolOf(text);
  const outer = indentAt(text, object.start);
  const inner = outer + unit;
  const member = `${JSON.stringify(key)}: ${indented(JSON.stringify(nest(rest, value), null, unit), inner, eol)}`;
  const last = object.members.at(-1);
  const close = object.end - 1;
  if (!last) {
    const kept = text.slice(object.start + 1, close).trimEnd(); // comments in an empty object
    return replace(text, object.start + 1, close, `${kept}${eol}${inner}${member}${eol}${outer}`);
  }
  const tail = text.slice(last.value.end, close);
  const isOneLine = !text.slice(object.start, object.end).includes('\n');
  if (isOneLine) {
    const separator = hasComma(tail) ? ' ' : ', ';
    return replace(
      text,
      last.value.end,
      close,
      hasComma(tail) ? `${tail.trimEnd()}${separator}${member}${spaceBefore(tail)}` : `${separator}${member}${tail}`,
    );
  }
  const withComma = hasComma(tail) ? tail : `,${tail}`;
  return replace(
    text,
    last.value.end,
    close,
    `${withComma.trimEnd()}${eol}${indentAt(text, last.start)}${member}${eol}${outer}`,
  );
}

/** True if the tail has a comma outside comments. */
function hasComma(tail: string): boolean {
  return tail.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '').includes(',');
}

function spaceBefore(tail: string): string {
  return /\s$/.test(tail) ? ' ' : '';
}

function nest(path: readonly string[], value: unknown): unknown {
  return path.reduceRight((inner, key) => ({ [key]: inner }), value);
}

function replace(text: string, start: number, end: number, by: string): string {
  return text.slice(0, start) + by + text.slice(end);
}

/** The white space at the beginning of the line that contains the offset. */
function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

function indentUnit(text: string, root: JsoncNode): string {
  const first = root.type === 'object' ? root.members[0] : undefined;
  const indent = first && text.slice(root.start, first.start).includes('\n') ? indentAt(text, first.start) : '';
  return indent || '  ';
}

function indented(json: string, indent: string, eol: string): string {
  return json.replaceAll('\n', `${eol}${indent}`);
}

function eolOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}
