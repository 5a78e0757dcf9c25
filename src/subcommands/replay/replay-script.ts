/** Extracts from a recorded session what has to happen again, stage by stage: inputs with their answers and results. Pure. */

import {
  type AssistantMessage,
  type ImagePart,
  type NoteMessage,
  type ToolMessage,
  typedText,
  type UserMessage,
} from '../../protocol/message.ts';
import type { Entry } from '../../protocol/session.ts';

export type ReplayStage = { kind: 'command'; line: string } | InputStage;

export interface InputStage {
  kind: 'input';
  text: string;
  images: ImagePart[];
  answers: RecordedAnswer[];
  results: ToolMessage[];
  /** The block shown for `! ls`. */
  block?: string;
}

export interface RecordedAnswer {
  message: AssistantMessage;
  /** What the person said while the calls of this answer ran. */
  steering: string[];
}

export function replayScript(entries: readonly Entry[]): ReplayStage[] {
  const stages: ReplayStage[] = [];
  let current: InputStage | undefined;
  let turn = '';
  let afterResult = false;
  for (const entry of entries) {
    if (entry.type === 'setting' && entry.key === 'mode')
      stages.push({ kind: 'command', line: `/mode ${entry.value}` });
    else if (entry.type === 'undo') stages.push({ kind: 'command', line: `/undo ${entry.turns.length}` });
    else if (entry.type === 'redo') stages.push({ kind: 'command', line: '/redo' });
    else if (entry.type === 'message') {
      const { message } = entry;
      switch (message.role) {
        case 'user':
          if (afterResult && entry.turn === turn) current?.answers.at(-1)?.steering.push(typedText(message));
          else stages.push((current = inputStage(message)));
          break;
        case 'assistant':
          current?.answers.push({ message, steering: [] });
          break;
        case 'tool':
          current?.results.push(message);
          break;
        case 'note':
          if (isBlock(message) && entry.turn === turn && current) current.block ??= message.text;
      }
      turn = entry.turn;
      afterResult = message.role === 'tool';
    }
  }
  return stages;
}

/** True for the note that reports `! ls`, or why it could not be tried; hooks and terminals write notes too. */
export function isBlock({ audience, ran, failed }: NoteMessage): boolean {
  return audience === 'both' && (ran !== undefined || failed === true);
}

function inputStage(message: UserMessage): InputStage {
  const images = message.content.filter((part) => part.type === 'image');
  return { kind: 'input', text: typedText(message), images, answers: [], results: [] };
}
