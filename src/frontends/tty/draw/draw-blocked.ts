/** One line for the person about what the sandbox blocked a command from doing, and what can be allowed. */

import { isPlainObject } from '../../../base/schema.ts';
import { cleanLine } from '../../../base/text/sanitize.ts';
import type { Outcome } from '../../../protocol/message.ts';
import { blockedIn } from '../../../protocol/sandbox.ts';
import { type Line, span, wrapSaid } from '../screen/spans.ts';
import type { Drawing } from './draw-block.ts';

/** How many are named; further ones are counted. */
const NAMED = 3;

export function blockedLines({ result }: Outcome, indent: number, sheet: Drawing & { width: number }): Line[] {
  const { theme, messages, width } = sheet;
  const sandbox = result?.sandbox;
  if (!isPlainObject(sandbox)) return [];
  const blocked = blockedIn(sandbox);
  if (blocked.length === 0) return [];
  const named = blocked.slice(0, NAMED).map(({ kind, what }) => messages.keptFrom[kind](cleanLine(what)));
  const what = messages.keptFromAll(named, blocked.length - named.length);
  const isOfNetwork = blocked.every(({ kind }) => kind === 'host');
  const isOfAgents = blocked.every(({ kind }) => kind === 'agent');
  const remedy = isOfAgents ? 'lend' : !isOfNetwork ? 'leave' : sandbox.network === 'none' ? 'noNetwork' : 'host';
  const margin = [span(' '.repeat(indent))];
  return wrapSaid([span(`${what} ${messages.keptFromRemedy[remedy]}`, theme.secondary)], width, {
    first: margin,
    rest: margin,
  });
}
