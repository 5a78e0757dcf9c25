/** Holds the open question, one at a time; keys pressed before it appeared do not answer it. */

import { newId } from '../../../base/ids.ts';
import { own } from '../../../base/own.ts';
import type { Answer, Request } from '../../../protocol/request.ts';
import { edit } from '../input/editor.ts';
import { createEditor, type EditorState, type EditResult } from '../input/editor-state.ts';
import type { Key, KeyEvent } from '../input/key-event.ts';
import type { Line } from '../screen/spans.ts';
import type { Dialog, DialogResult } from './dialog.ts';

export interface DialogBox {
  add(request: Request): void;
  /** Asks a question of the front end itself. Resolves to `undefined` if the person gave up. */
  ask(dialog: Dialog): Promise<string | number | undefined>;
  /** Removes a request that was answered elsewhere, or whose turn has ended. */
  remove(id: string): void;
  clear(): void;
  /** Returns false for a key that is not for the dialog. */
  key(pressed: Key): boolean;
  paste(event: Extract<KeyEvent, { type: 'paste' }>): void;
  readonly current: { dialog: Dialog; editor: EditorState } | undefined;
}

interface DialogPorts {
  dialogFor(request: Request): Dialog;
  /** Prints lines that stay. */
  show(lines: readonly Line[]): void;
  press(state: EditorState, key: Key): EditResult;
  answer(id: string, answer: Answer): void;
  /** True for the key that gives up an answer. */
  isEscape(key: Key): boolean;
  cancel(): void;
  /** Called for Ctrl+C at a question. */
  interrupt(): void;
  exit(): void;
  suspend(): void;
  now(): number;
  /** Runs `run` after a while, unless the returned function is called first. */
  later(ms: number, run: () => void): () => void;
  /** Called when there is something to draw. */
  changed(): void;
}

/** A question that waits to be asked, from the engine or the front end. */
interface Asked {
  id: string;
  /** True for questions of the model, which accept no partial answer. */
  isQuestions: boolean;
  open(): Dialog;
  answer(answer: Answer): void;
  done(value: string | number | undefined): void;
}

interface Open {
  asked: Asked;
  dialog: Dialog;
  editor: EditorState;
  since: number;
}

/** The rest of a word that was answered by its first letter. */
interface Trail {
  rest: string;
  until: number;
}

/** The least time a person needs to read anything. */
const ARM_MS = 300;
/** A person who types the whole word by habit has finished it within this time. */
const TRAIL_MS = 1500;

export function createDialogBox(ports: DialogPorts): DialogBox {
  let waiting: Asked[] = [];
  let open: Open | undefined;
  let trail: Trail | undefined;
  let stopWaiting: (() => void) | undefined;

  return {
    get current() {
      return open && { dialog: open.dialog, editor: open.dialog.isHidden ? hidden(open.editor) : open.editor };
    },
    add(request) {
      const { id, kind } = request;
      waiting.push({
        id,
        isQuestions: kind === 'questions',
        open: () => ports.dialogFor(request),
        answer: (answer) => ports.answer(id, answer),
        done: () => {},
      });
      openNext();
    },
    ask(dialog) {
      return new Promise((resolve) => {
        waiting.push({ id: newId('ask'), isQuestions: false, open: () => dialog, answer: () => {}, done: resolve });
        openNext();
      });
    },
    remove(id) {
      waiting = waiting.filter((asked) => asked.id !== id);
      if (open?.asked.id === id) open = undefined;
      openNext();
    },
    clear() {
      const left = waiting;
      waiting = [];
      open = undefined;
      stopWaiting?.();
      for (const { done } of left) done(undefined);
    },
    key(pressed) {
      if (isTrailing(pressed)) return true;
      if (!open) return false;
      key(open, pressed);
      return true;
    },
    paste({ text, continues }) {
      if (!open?.dialog.takesPaste || !isArmed(open)) return;
      stopWaiting?.();
      const isAfterLetter = open.dialog.keys !== undefined && open.editor.text.length === 1 && !continues;
      const before = isAfterLetter ? edit(open.editor, { type: 'insert', text: ' ' }).state : open.editor;
      const action = { type: 'paste', text, ...(continues && { continues: true }) } as const;
      followLine(open, edit(before, action).state);
    },
  };

  function openNext(): void {
    const [asked] = waiting;
    if (open || !asked) return;
    const dialog = asked.open();
    begin(asked, dialog, dialog.takesAhead ? Number.NEGATIVE_INFINITY : ports.now());
  }

  function begin(asked: Asked, dialog: Dialog, since: number): void {
    ports.show(dialog.lines);
    const fresh = createEditor();
    const editor = dialog.prefill === undefined ? fresh : edit(fresh, { type: 'set-text', text: dialog.prefill }).state;
    open = { asked, dialog, editor, since };
  }

  function isArmed({ since }: Open): boolean {
    return ports.now() - since >= ARM_MS;
  }

  function key(current: Open, pressed: Key): void {
    const isSearching = current.editor.search !== undefined;
    if (ports.isEscape(pressed) && !isSearching) return take(current, current.dialog.escape());
    const { state, effects } = ports.press(current.editor, pressed);
    const isInterrupt = effects.some(({ type }) => type === 'interrupt');
    // The model's questions accept no partial answer, so Ctrl+C there means that the person wants to leave.
    if (isInterrupt && !current.asked.isQuestions) return ports.interrupt();
    if (isInterrupt || effects.some(({ type }) => type === 'exit')) return ports.exit();
    if (effects.some(({ type }) => type === 'suspend')) return ports.suspend();
    if (!isArmed(current)) {
      // A person in the middle of typing something else has not seen the question yet.
      if (current.dialog.keys) open = { ...current, since: ports.now() };
      return;
    }
    const step = isSearching ? undefined : current.dialog.key?.(pressed, current.editor.text);
    if (step) return take(current, step);
    if (pressed.repeat) return;
    const character = plainCharacter(pressed);
    const isFirst = current.editor.text === '' && character !== undefined;
    const single = isFirst ? own(current.dialog.keys ?? {}, character.toLowerCase()) : undefined;
    stopWaiting?.();
    if (single?.type === 'now') return take(current, single.result());
    const next = followLine(current, state);
    if (single) return waitForMore(next, single);
    for (const effect of effects) {
      if (effect.type === 'submit') take(current, current.dialog.submit(effect.text));
      else if (effect.type === 'submit-blank') take(current, current.dialog.submit(''));
    }
  }

  /** Takes the letter alone as the answer if nothing follows it. */
  function waitForMore(waiting: Open, { word, ms }: { word: string; ms: number }): void {
    stopWaiting = ports.later(ms, () => {
      if (open !== waiting) return;
      trail = { rest: word.slice(1), until: ports.now() + TRAIL_MS };
      take(waiting, waiting.dialog.submit(waiting.editor.text));
      ports.changed();
    });
  }

  /** True for the remaining letters of a word that was answered by its first letter, and for the Enter after them. */
  function isTrailing(pressed: Key): boolean {
    if (!trail || ports.now() > trail.until) return false;
    const { rest, until } = trail;
    const character = plainCharacter(pressed);
    trail = undefined;
    if (pressed.name === 'enter') return true;
    if (character === undefined || rest === '' || character !== rest[0]) return false;
    trail = { rest: rest.slice(1), until };
    return true;
  }

  function followLine(current: Open, editor: EditorState): Open {
    const { dialog } = current;
    const hasChanged = editor.text !== current.editor.text;
    open = { ...current, editor, dialog: hasChanged && dialog.typed ? dialog.typed(editor.text) : dialog };
    return open;
  }

  function take({ asked, editor, since }: Open, step: DialogResult): void {
    switch (step.type) {
      case 'cancel':
        return ports.cancel();
      case 'next':
        return begin(asked, step.dialog, since);
      case 'show':
        open = { asked, dialog: step.dialog, editor, since };
        return;
      case 'answer':
      case 'done':
        open = undefined;
        waiting = waiting.filter(({ id }) => id !== asked.id);
        if (step.lines.length > 0) ports.show([...step.lines, ...('isTight' in step ? [] : [[]])]);
        if (step.type === 'answer') asked.answer(step.answer);
        else asked.done(step.value);
        openNext();
    }
  }
}

function plainCharacter({ name, text, ctrl, alt, super: isSuper }: Key): string | undefined {
  const character = text ?? name;
  return ctrl || alt || isSuper || Array.from(character).length !== 1 ? undefined : character;
}

/** Replaces each typed character with a dot. */
function hidden(editor: EditorState): EditorState {
  return { ...editor, text: '•'.repeat(editor.text.length), pastes: [] };
}
