/** What the demo prints: the events as plain lines, and approvals that wait for the person. */

import { createInterface } from 'node:readline/promises';
import { sanitize } from '../../base/sanitize.ts';
import { visible } from '../../base/visible.ts';
import type { Stamped } from '../../protocol/event.ts';
import type { Answer, PickRequest, Request } from '../../protocol/request.ts';
import type { Block } from '../../protocol/view.ts';
import { textOfBlock, textOfView } from '../../protocol/view-text.ts';

export interface Story {
  begin(folder: string, prompt: string): void;
  event(event: Stamped): void;
  /** What the demo types by itself. */
  command(text: string): void;
  answer(request: Request): Promise<Answer>;
  end(succeeded: boolean): void;
  close(): void;
}

export function createStory(write: (text: string) => void, alone: boolean): Story {
  const names = new Map<string, string>();
  const keyboard = alone ? undefined : createInterface({ input: process.stdin, output: process.stdout });
  const line = (text: string) => write(`${sanitize(text).trimEnd()}\n`);
  let speaking = false;

  return {
    begin(folder, prompt) {
      line(`A scratch project with a failing test: ${folder}`);
      line(`The built-in offline model works on it with the real tools.\n\n> ${prompt}\n`);
    },
    event,
    command: (text) => line(`\n> ${text}\n`),
    answer,
    end(succeeded) {
      line(
        succeeded
          ? '\nThat was the demo. Start "coder" in a project of your own.'
          : '\nThe demo did not come to its end.',
      );
    },
    close: () => keyboard?.close(),
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
      case 'thinking-delta':
        return;
      case 'call-start':
        names.set(event.call.id, event.call.name);
        return;
      case 'call-end': {
        const { outcome, view, callId, durationMs } = event;
        line(`[${names.get(callId) ?? 'tool'}] ${view.title} (${outcome.status}, ${durationMs} ms)`);
        for (const block of view.body ?? []) line(indented(block));
        return;
      }
      case 'turn-end':
        if (event.error) line(event.error);
        return;
      case 'notice':
        return line(textOfView(event.view));
      case 'turn-start':
      case 'message-end':
      case 'call-output':
      case 'request-start':
      case 'request-end':
      case 'retry':
      case 'compaction':
      case 'state-change':
      case 'terminal-start':
      case 'terminal-screen':
      case 'terminal-end':
        return;
    }
  }

  async function pick({ title, options, isYesNo }: PickRequest): Promise<number | null> {
    if (isYesNo) return (await confirm(title)) ? 0 : 1;
    line(title);
    for (const [index, option] of options.entries()) line(`  ${index + 1}. ${option}`);
    if (!keyboard) {
      line('> 1');
      return 0;
    }
    const number = Number(await keyboard.question('> '));
    return Number.isInteger(number) && number >= 1 && number <= options.length ? number - 1 : null;
  }

  async function confirm(question: string): Promise<boolean> {
    const prompt = `${question} y/N> `;
    if (!keyboard) line(`${prompt}y`);
    return !keyboard || /^y(es)?$/i.test((await keyboard.question(prompt)).trim());
  }

  async function answer(request: Request): Promise<Answer> {
    switch (request.kind) {
      case 'questions':
        return { kind: 'questions', answers: request.questions.map(({ options }) => options[0]?.label ?? '') };
      case 'pick':
        return { kind: 'pick', picked: await pick(request) };
      case 'approval': {
        line(`\nApproval: ${request.call.name} ${visible(request.view.title)}`);
        for (const block of request.view.body ?? []) line(indented(block));
        for (const { text } of request.reasons) line(`  because: ${text}`);
        return (await confirm('Allow?')) ? { kind: 'approval', choice: 'yes' } : { kind: 'approval', choice: 'no' };
      }
    }
  }
}

function indented(block: Block): string {
  return textOfBlock(block)
    .trimEnd()
    .split('\n')
    .map((each) => `    ${each}`)
    .join('\n');
}
