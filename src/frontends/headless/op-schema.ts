/** The ops that a program may send, one JSON object per line: the check and the JSON Schema in one. */

import * as s from '../../base/schema.ts';
import type { Op } from '../../protocol/op.ts';
import { REASONING_CHOICES } from '../../protocol/provider.ts';
import type { Answer } from '../../protocol/request.ts';
import * as wire from '../../protocol/wire-schema.ts';

/** Answers that a program may send. Only the engine may answer that the turn was cancelled or that no one was there. */
type SentAnswer =
  | Extract<Answer, { choice: 'yes' | 'always' | 'try' } | { kind: 'pick' }>
  | { kind: 'approval'; choice: 'no'; why?: string }
  | { kind: 'questions'; answers: string[] | null };

type SentOp = Exclude<Op, { type: 'answer' }> | { type: 'answer'; id: string; answer: SentAnswer };

const answerSchema = s.tagged('kind', {
  approval: s.tagged('choice', {
    ...wire.granted,
    no: s.object({
      kind: s.literal('approval'),
      choice: s.literal('no'),
      why: s.optional(s.string('Passed to the model.')),
    }),
  }),
  questions: s.object({
    kind: s.literal('questions'),
    answers: s.either(s.array(s.string()), s.literal(null)),
  }),
  pick: wire.pick,
});

const attachedText = s.object({
  name: s.string('The name the model sees for it, such as a path or "standard input".'),
  text: s.string('Added next to the prompt, unchanged.'),
});

export const opSchema = s.exactly<SentOp>()(
  s.tagged('type', {
    submit: s.object({
      type: s.literal('submit'),
      text: s.string('What a person would type.'),
      images: s.optional(s.array(wire.image)),
      attached: s.optional(s.array(attachedText)),
    }),
    continue: s.object({ type: s.literal('continue') }),
    steer: s.object({
      type: s.literal('steer'),
      text: s.string('Delivered to the running turn before its next model call.'),
    }),
    answer: s.object({ type: s.literal('answer'), id: s.string('The id of the request.'), answer: answerSchema }),
    'terminal-input': s.object({
      type: s.literal('terminal-input'),
      id: s.string('The id in `terminal-start`.'),
      data: s.string('What a keyboard would send.'),
    }),
    'terminal-resize': s.object({
      type: s.literal('terminal-resize'),
      id: s.optional(
        s.string('If absent, applies to all current and future terminals and turns on `terminal-screen` events.'),
      ),
      columns: s.integer(undefined, { min: 1 }),
      rows: s.integer(undefined, { min: 1 }),
    }),
    'terminal-scroll': s.object({
      type: s.literal('terminal-scroll'),
      id: s.string(),
      back: s.integer('How many rows to scroll back from the last screen.', { min: 0 }),
    }),
    'terminal-hand-over': s.object({
      type: s.literal('terminal-hand-over'),
      id: s.string('A call waiting for the person at this program returns.'),
    }),
    'terminal-close': s.object({ type: s.literal('terminal-close'), id: s.string('Ends the program.') }),
    set: s.object({
      type: s.literal('set'),
      mode: s.optional(s.string('The mode, from the next turn on.')),
      model: s.optional(s.string('The model, from the next turn on.')),
      reasoning: s.optional(s.oneOf(REASONING_CHOICES, 'How much the model thinks; default: as in the settings.')),
    }),
    'report-programs': s.object({ type: s.literal('report-programs') }),
    cancel: s.object({ type: s.literal('cancel') }),
    close: s.object({ type: s.literal('close') }),
  }),
);
