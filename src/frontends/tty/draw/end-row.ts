/** The last row of a turn: its duration, calls and tokens. */

import { shortCount } from '../../../base/text/format-number.ts';
import type { Event } from '../../../protocol/event.ts';
import { type Line, span, wrapSaid } from '../screen/spans.ts';
import type { TextStyle } from '../screen/theme.ts';
import type { Drawing } from './draw-block.ts';
import { tookTime } from './duration.ts';

interface Tallied {
  readonly sent: string;
  readonly at: number;
  readonly held?: { text: string; textStyle: TextStyle };
  readonly spent: number;
  readonly tally: { startedAt: number; calls: number; waitedMs: number; spentBefore: number };
}

/** A command that the person typed has nothing to sum up. */
export function endRow(
  { sent, at, tally, held, spent }: Tallied,
  { reason, usage }: Extract<Event, { type: 'turn-end' }>,
  { theme, style, messages, width }: Drawing & { width: number },
): Line[] {
  const said: Line = held ? [span(held.text, theme[held.textStyle])] : [];
  if (sent === 'shell') return held ? wrapSaid(said, width) : [];
  const cost = spent - tally.spentBefore;
  const tokens = usage.input + usage.output;
  const parts = [
    tookTime(Math.max(0, at - tally.startedAt - tally.waitedMs)),
    ...(tally.calls > 0 ? [messages.calls(tally.calls)] : []),
    ...(tokens > 0 ? [messages.tokens(shortCount(tokens))] : []),
    ...(cost > 0 ? [`$${cost < 0.01 ? cost.toFixed(4) : cost.toFixed(2)}`] : []),
  ];
  const mark = reason === 'answered' ? style.marks.done : style.marks.failed;
  const sum = parts.join(' · ');
  return held ? wrapSaid([...said, span(` · ${sum}`, theme.secondary)], width) : [[span(mark + sum, theme.secondary)]];
}
