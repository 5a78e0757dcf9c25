/** The question that is open: at most one, the next after it; keys that were on their way do not answer it. */

import { own } from '../../../base/own.ts';
import type { Answer, Request } from '../../../protocol/request.ts';
import { edit } from '../input/editor.ts';
import { createEditor, type EditorState, type EditResult } from '../input/editor-state.ts';
import type { Key, KeyEvent } from '../input/key-event.ts';
import type { Line } from '../screen/spans.ts';
import type { Dialog, Step } from './dialog.ts';

export interface DialogBox {
  add(request: Request): void;
  /** Answered elsewhere, or its turn has ended. */
  remove(id: string): void;
  clear(): void;
  /** False for a key that is not for it. */
  key(pressed: Key): boolean;
  paste(event: Extract<KeyEvent, { type: 'paste' }>): void;
  readonly current: { dialog: Dialog; editor: EditorState } | undefined;
}

interface DialogPorts {
  dialogFor(request: Request): Dialog;
  /** Lines for good. */
  show(lines: readonly Line[]): void;
  press(state: EditorState, key: Key): EditResult;
  answer(id: string, answer: Answer): void;
  /** The key that gives an answer up. */
  isEscape(key: Key): boolean;
  cancel(): void;
  /** Ctrl+C at a question. */
  interrupt(): void;
  exit(): void;
  suspend(): void;
  now(): number;
  /** Runs it after a while, unless the function it gives is called first. */
  later(ms: number, run: () => void): () => void;
  /** There is something to draw. */
  changed(): void;
}

interface Open {
  request: Request;
  dialog: Dialog;
  editor: EditorState;
  since: number;
}

/** The rest of a word that was answered by its first letter. */
interface Trail {
  rest: string;
  until: number;
}

/** A person needs this long to have read anything. */
const ARM_MS = 300;
/** Who wants to say more than a letter has gone on by then. */
const MORE_MS = 800;
/** Who types the whole word by habit has done so by then. */
const TRAIL_MS = 1500;

export function createDialogBox(ports: DialogPorts): DialogBox {
  let requests: Request[] = [];
  let open: Open | undefined;
  let trail: Trail | undefined;
  let stopWaiting: (() => void) | undefined;

  return {
    get current() {
      return open;
    },
    add(request) {
      requests.push(request);
      openNext();
    },
    remove(id) {
      requests = requests.filter((request) => request.id !== id);
      if (open?.request.id === id) open = undefined;
      openNext();
    },
    clear() {
      requests = [];
      open = undefined;
      stopWaiting?.();
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
      open = { ...open, editor: edit(before, action).state };
    },
  };

  function openNext(): void {
    const [request] = requests;
    if (!open && request) begin(request, ports.dialogFor(request), ports.now());
  }

  function begin(request: Request, dialog: Dialog, since: number): void {
    ports.show(dialog.lines);
    const fresh = createEditor();
    const editor = dialog.prefill === undefined ? fresh : edit(fresh, { type: 'set-text', text: dialog.prefill }).state;
    open = { request, dialog, editor, since };
  }

  function isArmed({ since }: Open): boolean {
    return ports.now() - since >= ARM_MS;
  }

  function key(current: Open, pressed: Key): void {
    const isSearching = current.editor.search !== undefined;
    if (ports.isEscape(pressed) && !isSearching) return take(current, current.dialog.escape());
    const { state, effects } = ports.press(current.editor, pressed);
    const isInterrupt = effects.some(({ type }) => type === 'interrupt');
    // The model's questions take no part of an answer: who interrupts them wants out.
    if (isInterrupt && current.request.kind !== 'questions') return ports.interrupt();
    if (isInterrupt || effects.some(({ type }) => type === 'exit')) return ports.exit();
    if (effects.some(({ type }) => type === 'suspend')) return ports.suspend();
    if (!isArmed(current)) {
      // Who is in the middle of typing something else has not seen it yet.
      if (current.dialog.keys) open = { ...current, since: ports.now() };
      return;
    }
    if (pressed.repeat) return;
    const character = plainCharacter(pressed);
    const isFirst = current.editor.text === '' && character !== undefined;
    const single = isFirst ? own(current.dialog.keys ?? {}, character.toLowerCase()) : undefined;
    stopWaiting?.();
    if (single) trail = { rest: single.word.slice(1), until: ports.now() + TRAIL_MS };
    if (single?.type === 'now') return take(current, single.step());
    open = { ...current, editor: state };
    if (single) return waitForMore(open);
    for (const effect of effects) {
      if (effect.type === 'submit') take(current, current.dialog.submit(effect.text));
      else if (effect.type === 'submit-blank') take(current, current.dialog.submit(''));
    }
  }

  /** The letter alone is the answer if nothing follows. */
  function waitForMore(waiting: Open): void {
    trail = undefined;
    stopWaiting = ports.later(MORE_MS, () => {
      if (open !== waiting) return;
      trail = { rest: '', until: ports.now() + TRAIL_MS };
      take(waiting, waiting.dialog.submit(waiting.editor.text));
      ports.changed();
    });
  }

  /** What is typed of a word that its first letter has answered, and the Enter after it. */
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

  function take({ request, since }: Open, step: Step): void {
    switch (step.type) {
      case 'cancel':
        return ports.cancel();
      case 'next':
        return begin(request, step.dialog, since);
      case 'answer':
        open = undefined;
        requests = requests.filter(({ id }) => id !== request.id);
        if (step.lines.length > 0) ports.show([...step.lines, ...(step.isTight ? [] : [[]])]);
        ports.answer(request.id, step.answer);
        openNext();
    }
  }
}

function plainCharacter({ name, text, ctrl, alt, super: isSuper }: Key): string | undefined {
  const character = text ?? name;
  return ctrl || alt || isSuper || Array.from(character).length !== 1 ? undefined : character;
}
