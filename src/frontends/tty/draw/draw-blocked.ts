/** One line for the person about what the sandbox blocked a command from doing, and what can be allowed. */

import { isPlainObject } from '../../../base/schema.ts';
import { cleanLine } from '../../../base/text/sanitize.ts';
import type { Outcome } from '../../../protocol/message.ts';
import type { Blocked } from '../../../protocol/sandbox.ts';
import { type Line, span, wrapSaid } from '../screen/spans.ts';
import type { Drawing } from './draw-block.ts';

const KINDS: readonly Blocked['kind'][] = ['write', 'read', 'host', 'socket', 'process'];
/** How many are named; further ones are counted. */
const NAMED = 3;

export function blockedLines({ result }: Outcome, indent: number, sheet: Drawing & { width: number }): Line[] {
  const { theme, messages, width } = sheet;
  const sandbox = result?.sandbox;
  const blocked = isPlainObject(sandbox) && Array.isArray(sandbox.blocked) ? sandbox.blocked.filter(isBlocked) : [];
  if (!isPlainObject(sandbox) || blocked.length === 0) return [];
  const named = blocked.slice(0, NAMED).map(({ kind, what }) => messages.keptFrom[kind](cleanLine(what)));
  const what = messages.keptFromAll(named, blocked.length - named.length);
  const isOfNetwork = blocked.every(({ kind }) => kind === 'host');
  const isOfAgents = blocked.every(({ kind, what: name }) => kind === 'socket' && !name.includes('/'));
  const remedy = isOfAgents ? 'lend' : !isOfNetwork ? 'leave' : sandbox.network === 'none' ? 'noNetwork' : 'host';
  const margin = [span(' '.repeat(indent))];
  return wrapSaid([span(`${what} ${messages.keptFromRemedy[remedy]}`, theme.secondary)], width, {
    first: margin,
    rest: margin,
  });
}

function isBlocked(value: unknown): value is Blocked {
  return isPlainObject(value) && typeof value.what === 'string' && KINDS.some((kind) => kind === value.kind);
}
