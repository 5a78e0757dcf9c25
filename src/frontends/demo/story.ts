/** The demo without a person to answer: prints events as plain lines and approves everything. */

import { sanitize } from '../../base/text/sanitize.ts';
import { visible } from '../../base/text/visible.ts';
import type { Stamped } from '../../protocol/event.ts';
import type { Outcome } from '../../protocol/message.ts';
import type { Answer, Request } from '../../protocol/request.ts';
import type { Block, View } from '../../protocol/view.ts';
import { textOfBlock, textOfView } from '../../protocol/view-text.ts';
import type { DemoWords } from '../../words/en/demo.ts';

export interface Story {
  /** Prints a line that the demo types. */
  say(text: string): void;
  event(event: Stamped): void;
  answer(request: Request): Answer;
}

export function createStory(write: (text: string) => void, texts: DemoWords): Story {
  const names = new Map<string, string>();
  const line = (text: string) => write(`${sanitize(text).trimEnd()}\n`);
  let speaking = false;

  return {
    say: (text) => line(`\n> ${text}\n`),
    event,
    answer,
  };

  function event(event: Stamped): void {
    if (event.type !== 'text-delta' && speaking) {
      speaking = false;
      write('\n');
    }
    switch (event.type) {
      case 'text-delta':
        speaking = true;
        return write(sanitize(event.text));
      case 'call-start':
        names.set(event.call.id, event.call.name);
        return;
      case 'call-end': {
        const { outcome, view, callId, durationMs } = event;
        line(`[${names.get(callId) ?? 'tool'}] ${view.title} (${endOf(outcome, view, texts)}, ${durationMs} ms)`);
        for (const block of view.body ?? []) line(indented(block));
        return;
      }
      case 'turn-end':
        if (event.error) line(event.error);
        return;
      case 'notice':
        return line(textOfView(event.view));
      default:
        return;
    }
  }

  function answer(request: Request): Answer {
    switch (request.kind) {
      case 'questions':
        return { kind: 'questions', answers: request.questions.map(({ options }) => options[0]?.label ?? '') };
      case 'pick':
        line(`${request.title} ${request.isYesNo ? 'y' : '1'}`);
        return { kind: 'pick', picked: 0 };
      case 'approval':
        line(`\n${texts.approval(`${request.call.name} ${visible(request.view.title)}`)}`);
        for (const block of request.view.body ?? []) line(indented(block));
        for (const { text } of request.reasons) line(`  ${texts.because(text)}`);
        line(texts.allowed);
        return { kind: 'approval', choice: 'yes' };
    }
  }
}

/** Shows the exit code of a command that ran but failed, because `ok` would suggest that it succeeded. */
function endOf({ status }: Outcome, { body = [] }: View, { ended, exit }: DemoWords): string {
  const [code] = body.flatMap((block) => (block.type === 'terminal' && block.exitCode ? [block.exitCode] : []));
  return status === 'ok' && code !== undefined ? exit(code) : ended[status];
}

function indented(block: Block): string {
  return textOfBlock(block)
    .trimEnd()
    .split('\n')
    .map((each) => `    ${each}`)
    .join('\n');
}
