/** The output of a command that has ended: its last rows, rows with errors, and where to find the rest. */

import { cleanLine, sanitize } from '../../../base/text/sanitize.ts';
import type { Event } from '../../../protocol/event.ts';
import type { Block } from '../../../protocol/view.ts';
import { type Line, span } from '../screen/spans.ts';
import type { Drawing } from './draw-block.ts';
import type { OutputTail } from './output-tail.ts';

type CallEnd = Extract<Event, { type: 'call-end' }>;

export interface OutputShown {
  rows: Line[];
  /** States that there is more, and where. */
  more?: string;
}

const ERROR_ROW =
  /\b(?:error|errors|failed|failure|failing|exception|panic|fatal|traceback)\b|^\s*(?:not ok|FAIL|✗|✖|×|E )/i;
/** Most rows with errors that are shown from above the last rows. */
const EARLIER_ERRORS = 4;
const LONGEST_ROW = 4000;

export function outputRows({ view, outcome }: CallEnd, output: OutputTail | undefined, drawing: Drawing): OutputShown {
  const { theme, style, messages } = drawing;
  const block = (view.body ?? []).find((each) => each.type === 'terminal');
  const printed = block ? linesOf(`${block.stdout}\n${block.stderr}`) : [];
  const streamed = output && !output.isEmpty ? output.end() : undefined;
  const last = streamed ? streamed.lines : printed.slice(-style.output.last);
  const hidden = streamed ? streamed.skipped : printed.length - last.length;
  const hasFailed = outcome.status !== 'ok' || (block?.exitCode ?? 0) !== 0;
  const isError = (line: string): boolean => hasFailed && ERROR_ROW.test(line.slice(0, LONGEST_ROW));
  const earlier = hidden > 0 ? printed.slice(0, -last.length).filter(isError).slice(0, EARLIER_ERRORS) : [];
  const row = (line: string): Line => [
    span(' '.repeat(style.output.indent)),
    span(line, isError(line) ? theme.failure : theme[style.output.textStyle]),
  ];
  const left = hidden - earlier.length;
  const saved = outcome.result?.saved_path;
  return {
    rows: [...earlier, ...last].map(row),
    ...(left > 0 && { more: messages.moreOutput(left, typeof saved === 'string' ? cleanLine(saved) : undefined) }),
  };
}

/** True if a command printed more rows than are shown when it has ended. */
export function isOutputCut(block: Extract<Block, { type: 'terminal' }>, { style }: Drawing): boolean {
  return linesOf(`${block.stdout}\n${block.stderr}`).length > style.output.last;
}

function linesOf(text: string): string[] {
  const clean = sanitize(text).replace(/\n+$/, '');
  return clean === '' ? [] : clean.replace(/^\n+/, '').split('\n');
}
