/** Assembles pieces of tool calls, as all kinds of servers send them, into whole calls with unique ids. */

import { newId } from '../../base/ids.ts';
import { isPlainObject } from '../../base/schema.ts';
import type { ToolCall } from '../../protocol/message.ts';
import { checkArguments, isNestedDeeper } from './check-arguments.ts';
import { textOr } from './loose-json.ts';

export interface CallAssembler {
  add(piece: unknown): void;
  /** Ends the assembly. `cut`: the output limit stopped the message, and none of its calls may run. */
  finish(cut: boolean): Assembled;
}

export interface Assembled {
  calls: ToolCall[];
  cut: boolean;
  /** By call id: data that the server expects back with the call. */
  extra: Record<string, unknown>;
}

interface Pending {
  id: string;
  index: number | undefined;
  name: string;
  pieces: string[];
  size: number;
  extra?: unknown;
}

/** Calls that may run from one message; the rest are answered with an error. */
const MAX_CALLS = 32;
/** Calls that are kept at all. */
const MAX_KEPT = 256;
const MAX_ARGUMENTS = 8 * 1024 * 1024;
const LONGEST_LOOK = 64 * 1024;
/** Replaces a value too deep to be written without exhausting the stack; refused for the same reason. */
const TOO_DEEP = '['.repeat(1_000);
const CUT_OFF = 'cut off by the output limit';

/** `usedIds`: ids of earlier calls, which a new one must not repeat. */
export function createCallAssembler(usedIds: Iterable<string>): CallAssembler {
  const pending: Pending[] = [];
  let current: Pending | undefined;
  let total = 0;
  let dropping = false;

  function find(id: string, index: number | undefined, name: string, args: string): Pending | undefined {
    if (id && index !== undefined) {
      const exact = pending.find((call) => call.id === id && call.index === index);
      if (exact) return exact;
      // The same id under another index is a second call if it has a name, otherwise a wrong index.
      return name ? undefined : (pending.findLast((call) => call.id === id) ?? unfinished(index, args));
    }
    if (id) return pending.find((call) => call.id === id) ?? (name ? undefined : unfinished(index, args));
    const candidate = index === undefined ? current : pending.findLast((call) => call.index === index);
    if (!candidate || !name || !candidate.name) return candidate;
    if (index === undefined && name !== candidate.name) return undefined;
    return args.trimStart().startsWith('{') && isWhole(candidate) ? undefined : candidate;
  }

  /** For an unknown id without a name: it came late, or the server creates one for each piece. */
  function unfinished(index: number | undefined, args: string): Pending | undefined {
    const candidate = index === undefined ? current : pending.findLast((call) => call.index === index);
    return args !== '' && candidate?.name && !isWhole(candidate) ? candidate : undefined;
  }

  return {
    add(value) {
      if (!isPlainObject(value)) return;
      const fn = isPlainObject(value['function']) ? value['function'] : {};
      const id = textOr(value['id']);
      const index = typeof value['index'] === 'number' ? value['index'] : undefined;
      const name = textOr(fn['name']);
      const args = argumentsText(fn['arguments']);
      let call = find(id, index, name, args);
      if (!call) {
        dropping = pending.length >= MAX_KEPT;
        if (dropping) return;
        call = { id, index, name: '', pieces: [], size: 0 };
        pending.push(call);
      } else if (dropping && !id && index === undefined) return; // belongs to a call that was not kept
      current = call;
      call.id ||= id;
      if (name !== call.name && call.size === 0) call.name += name.slice(0, 200);
      if (value['extra_content'] !== undefined) call.extra = value['extra_content'];
      call.size += args.length;
      total += args.length;
      if (total <= MAX_ARGUMENTS && pending.length <= MAX_CALLS) call.pieces.push(args);
      else if (call.size > 0) call.pieces = [];
    },
    finish(cut) {
      const used = new Set(usedIds);
      const extra: Record<string, unknown> = {};
      const calls = pending.map((call, position): ToolCall => {
        const result = checkCall(call);
        const id = safeId(call.id, used);
        if (call.extra !== undefined) extra[id] = call.extra;
        const tooMany = position >= MAX_CALLS && `more than ${MAX_CALLS} calls in one message; make fewer at a time`;
        const wanted = withoutMarks(call.name);
        const name = safeName(wanted);
        const unnamed = name !== wanted && (call.name ? 'no tool has such a name' : 'the call names no tool');
        const problem = (cut && CUT_OFF) || tooMany || unnamed || result.problem;
        return { id, name, arguments: result.json, ...(problem && { problem }) };
      });
      return { calls, cut, extra };
    },
  };
}

function checkCall(call: Pending): { json: string; problem?: string } {
  const text = call.pieces.join('');
  if (text.length < call.size) return { json: '{}', problem: 'arguments are larger than 8 MB' };
  return checkArguments(text);
}

/** Checked only if that is cheap: a server may send the name with every one of a million pieces. */
function isWhole(call: Pending): boolean {
  if (call.size > LONGEST_LOOK || !call.pieces.at(-1)?.trimEnd().endsWith('}')) return false;
  return checkArguments(call.pieces.join('')).problem === undefined;
}

/** Some servers send the arguments as an object instead of its text. */
function argumentsText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  return isNestedDeeper(value) ? TOO_DEEP : JSON.stringify(value);
}

function safeId(id: string, used: Set<string>): string {
  let safe = /^[A-Za-z0-9_-]{1,64}$/.test(id) ? id : newId('call');
  while (used.has(safe)) safe = newId('call');
  used.add(safe);
  return safe;
}

/** Some models write the name as their template shows it: `functions.read`, `read<|channel|>commentary`. */
function withoutMarks(name: string): string {
  return name.replace(/^functions\./, '').replace(/<\|.*$/s, '');
}

/** A name that endpoints accept in the history. */
function safeName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || 'unknown';
}
