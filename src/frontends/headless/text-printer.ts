/** Prints plain text: the final answer on stdout, progress on stderr. */

import { longField } from '../../base/long-text/long-field.ts';
import type { LongText } from '../../base/long-text/long-text.ts';
import { cleanLine, sanitize, sanitizeSlices } from '../../base/text/sanitize.ts';
import { visibleLine, visibleText } from '../../base/text/visible.ts';
import { citationLines } from '../../protocol/citation.ts';
import type { Stamped } from '../../protocol/event.ts';
import { callsOf, saidIn } from '../../protocol/message.ts';
import type { View } from '../../protocol/view.ts';
import { errorShown, textOfBlock, textOfView } from '../../protocol/view-text.ts';
import { messageLine } from '../../subcommands/print.ts';
import type { HeadlessWords } from '../../words/en/headless.ts';
import { shownEvent } from '../../words/shown-view.ts';
import { type FollowedAnswer, followAnswer } from './follow-answer.ts';
import type { Printer, Write, WritePieces } from './printer.ts';

export function createTextPrinter(stdout: WritePieces, stderr: Write, say: HeadlessWords): Printer {
  const names = new Map<string, string>();
  const answer = followAnswer();
  let inTurn = false;

  return { event, end() {} };

  function event(stamped: Stamped): void {
    const event = shownEvent(stamped, say.views);
    answer.event(event);
    switch (event.type) {
      case 'message-end': {
        const { message } = event;
        if (event.agent !== undefined) return;
        if (message.role !== 'assistant') return;
        const said = saidIn(message.content);
        if (answer.said === said) return; // printed when the turn ends
        const isFinal = callsOf(message.content).length === 0;
        const { text } = said;
        if (text !== '' && (!isFinal || (answer.text !== text && !message.interrupted))) progress(text);
        return;
      }
      case 'call-start':
        names.set(event.call.id, event.call.name);
        return progress(`[${event.call.name}] ${titleOf(event.view)}`);
      case 'call-end': {
        const { outcome, view, callId, durationMs } = event;
        const name = names.get(callId) ?? 'tool';
        names.delete(callId);
        if (outcome.status !== 'ok')
          return progress(`[${name}] ${say.statuses[outcome.status]}: ${errorShown(outcome.error, view)}`);
        progress(`[${name}] ${titleOf(view)} (${exitOf(view, say)}${durationMs} ms)`);
        for (const line of shortBody(view)) progress(line);
        return;
      }
      case 'retry':
        return progress(say.retry(event.attempt, event.of, Math.ceil(event.delayMs / 1000), event.reason));
      case 'compaction':
        return progress(say.compacted(event.before, event.after));
      case 'notice':
        if (event.level !== 'info' || inTurn) return progress(textOfView(event.view));
        return printAnswer({ text: textOfView(event.view) });
      case 'turn-end':
        if (event.error) progress(messageLine(event.error));
        if (event.agent !== undefined) return;
        inTurn = false;
        return printAnswer(answer.said, citationLines(answer.citations).map(cleanLine));
      case 'turn-start':
        inTurn = true;
        return;
      default:
        return;
    }
  }

  function printAnswer(said: FollowedAnswer['said'], sources: readonly string[] = []): void {
    const long = longField(said)?.text;
    const text = long ? trimmed(withSources(long, sources)) : sanitize([said.text, ...sources].join('\n')).trim();
    answer.clear();
    if (text === '') return;
    stdout(text); // separately, because adding a newline would copy the text
    stdout('\n');
  }

  function progress(text: string): void {
    stderr(`${sanitize(text).trimEnd()}\n`);
  }
}

/** Trims the pieces as `trim` would trim the whole text. */
function* trimmed(pieces: Iterable<string>): Generator<string> {
  let blanks: string | undefined; // blanks after the text so far; dropped if they are the end
  for (const piece of pieces) {
    const text = blanks === undefined ? piece.trimStart() : piece;
    const said = text.trimEnd();
    if (said === '') {
      if (blanks !== undefined) blanks += text;
      continue;
    }
    if (blanks) yield blanks;
    yield said;
    blanks = text.slice(said.length);
  }
}

function* withSources(answer: LongText, sources: readonly string[]): Generator<string> {
  yield* sanitizeSlices(() => answer.slices());
  for (const line of sources) yield `\n${line}`;
}

/** A command may have several lines; a line feed in a file name must not begin a row of its own. */
function titleOf({ title, isShell }: View): string {
  return isShell ? visibleText(title) : visibleLine(title);
}

/** The exit code of a command that failed; nothing for one that succeeded. */
function exitOf(view: View, say: HeadlessWords): string {
  const codes = (view.body ?? []).flatMap((block) =>
    block.type === 'terminal' && block.exitCode ? [block.exitCode] : [],
  );
  return codes.map(say.exit).join('');
}

/** Shows diffs and todo lists, which are worth a look during the run, but not the output of commands. */
function shortBody(view: View): string[] {
  return (view.body ?? []).flatMap((block) => {
    if (block.type === 'diff' || block.type === 'todos') return [visibleText(textOfBlock(block))];
    return [];
  });
}
