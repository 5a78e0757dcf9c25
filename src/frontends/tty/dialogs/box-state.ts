/** The open question and those that wait behind it, and how keys and pastes change them. Pure. */

import { own } from '../../../base/own.ts';
import type { Answer } from '../../../protocol/request.ts';
import { edit } from '../input/editor.ts';
import { createEditor, type EditorState, type EditResult } from '../input/editor-state.ts';
import { isEscape } from '../input/escape.ts';
import { type Key, type KeyEvent, plainCharacter } from '../input/key-event.ts';
import type { Keymap } from '../input/keymap.ts';
import { press } from '../input/press.ts';
import type { Line } from '../screen/spans.ts';
import type { Dialog, DialogResult, KeyEffect } from './dialog.ts';

/** A question that waits to be asked, from the engine or the front end. */
export interface Asked {
  readonly id: string;
  /** True for questions of the model, which accept no partial answer. */
  readonly isQuestions: boolean;
  open(): Dialog;
  answer(answer: Answer): void;
  done(value: string | number | undefined): void;
}

export interface OpenQuestion {
  readonly asked: Asked;
  readonly dialog: Dialog;
  readonly editor: EditorState;
  /** Time since which it can be read; an answer given too soon was meant for something else. */
  readonly since: number;
}

export interface BoxState {
  /** Includes the open one. */
  readonly waiting: readonly Asked[];
  readonly open?: OpenQuestion;
}

/** What the caller must do. */
export type BoxEffect =
  /** Prints lines that stay. */
  | { type: 'show'; lines: readonly Line[] }
  | { type: 'answer'; asked: Asked; answer: Answer }
  | { type: 'done'; asked: Asked; value: string | number | undefined }
  /** Takes the letter alone as the answer if the question is still the same after a while. */
  | { type: 'wait'; word: string; ms: number }
  | { type: 'cancel' }
  | { type: 'interrupt' }
  | { type: 'exit' }
  | { type: 'suspend' };

export interface BoxResult {
  state: BoxState;
  effects: BoxEffect[];
}

interface BoxMoment {
  keymap: Keymap;
  now: number;
}

/** The least time a person needs to read anything. */
const ARM_MS = 300;

export function removeAsked({ waiting, open }: BoxState, id: string): BoxState {
  const left = waiting.filter((asked) => asked.id !== id);
  return open && open.asked.id !== id ? { waiting: left, open } : { waiting: left };
}

/** Begins the question that has waited longest; `dialog` is how it is asked. */
export function openQuestion(state: BoxState, asked: Asked, dialog: Dialog, now: number): BoxResult {
  return begin(state, asked, dialog, dialog.takesAhead ? Number.NEGATIVE_INFINITY : now);
}

/** Handles a key at the open question. */
export function pressKey(state: BoxState, open: OpenQuestion, pressed: Key, moment: BoxMoment): BoxResult {
  const { dialog, editor } = open;
  const isSearching = editor.search !== undefined;
  if (isEscape(pressed, moment.keymap) && !isSearching) return takeResult(state, open, dialog.escape());
  const edited = press(editor, pressed, moment.keymap);
  const leaving = leavingEffect(open, edited);
  if (leaving) return result(state, leaving);
  if (!isArmed(open, moment.now)) {
    // A person in the middle of typing something else has not seen the question yet.
    return result(dialog.keys ? { ...state, open: { ...open, since: moment.now } } : state);
  }
  const taken = isSearching ? undefined : dialog.key?.(pressed, editor.text);
  if (taken) return takeResult(state, open, taken);
  return pressed.repeat ? result(state) : typeKey(state, open, edited, keyEffect(open, pressed));
}

/** Answers with what is on the line, as Enter would. */
export function submitLine(state: BoxState, open: OpenQuestion): BoxResult {
  return takeResult(state, open, open.dialog.submit(open.editor.text));
}

export function pasteText(
  state: BoxState,
  { text, continues }: Extract<KeyEvent, { type: 'paste' }>,
  now: number,
): BoxState {
  const { open } = state;
  if (!open?.dialog.takesPaste || !isArmed(open, now)) return state;
  const isAfterLetter = open.dialog.keys !== undefined && open.editor.text.length === 1 && !continues;
  const before = isAfterLetter ? edit(open.editor, { type: 'insert', text: ' ' }).state : open.editor;
  const action = { type: 'paste', text, ...(continues && { continues: true }) } as const;
  return { ...state, open: followLine(open, edit(before, action).state) };
}

function isArmed({ since }: OpenQuestion, now: number): boolean {
  return now - since >= ARM_MS;
}

/** The model's questions accept no partial answer, so Ctrl+C there means that the person wants to leave. */
function leavingEffect({ asked }: OpenQuestion, { effects }: EditResult): BoxEffect | undefined {
  const types = effects.map(({ type }) => type);
  const isInterrupt = types.includes('interrupt');
  if (isInterrupt && !asked.isQuestions) return { type: 'interrupt' };
  if (isInterrupt || types.includes('exit')) return { type: 'exit' };
  return types.includes('suspend') ? { type: 'suspend' } : undefined;
}

/** What the key does as the first character of an answer. */
function keyEffect({ dialog, editor }: OpenQuestion, pressed: Key): KeyEffect | undefined {
  const character = plainCharacter(pressed);
  const isFirst = editor.text === '' && character !== undefined;
  return isFirst ? own(dialog.keys ?? {}, character.toLowerCase()) : undefined;
}

function typeKey(
  state: BoxState,
  open: OpenQuestion,
  { state: editor, effects }: EditResult,
  single: KeyEffect | undefined,
): BoxResult {
  if (single?.type === 'now') return takeResult(state, open, single.result());
  const next = { ...state, open: followLine(open, editor) };
  if (single) return result(next, { type: 'wait', word: single.word, ms: single.ms });
  const sent = effects.find(({ type }) => type === 'submit' || type === 'submit-blank');
  return sent ? takeResult(next, open, open.dialog.submit(sent.type === 'submit' ? sent.text : '')) : result(next);
}

function followLine(open: OpenQuestion, editor: EditorState): OpenQuestion {
  const { dialog } = open;
  const hasChanged = editor.text !== open.editor.text;
  return { ...open, editor, dialog: hasChanged && dialog.typed ? dialog.typed(editor.text) : dialog };
}

function takeResult(state: BoxState, open: OpenQuestion, taken: DialogResult): BoxResult {
  const { asked } = open;
  switch (taken.type) {
    case 'cancel':
      return result(state, { type: 'cancel' });
    case 'next':
      return begin(state, asked, taken.dialog, open.since);
    case 'show':
      return result({ ...state, open: { ...open, dialog: taken.dialog } });
    case 'answer':
    case 'done': {
      const { lines } = taken;
      const shown: BoxEffect = { type: 'show', lines: [...lines, ...('isTight' in taken ? [] : [[]])] };
      const said: BoxEffect =
        taken.type === 'answer'
          ? { type: 'answer', asked, answer: taken.answer }
          : { type: 'done', asked, value: taken.value };
      return result(removeAsked(state, asked.id), ...(lines.length > 0 ? [shown, said] : [said]));
    }
  }
}

function begin(state: BoxState, asked: Asked, dialog: Dialog, since: number): BoxResult {
  const fresh = createEditor();
  const editor = dialog.prefill === undefined ? fresh : edit(fresh, { type: 'set-text', text: dialog.prefill }).state;
  return result({ ...state, open: { asked, dialog, editor, since } }, { type: 'show', lines: dialog.lines });
}

function result(state: BoxState, ...effects: BoxEffect[]): BoxResult {
  return { state, effects };
}
