/** The question that is open: at most one, the next after it; keys that were on their way do not answer it. */

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
  key(pressed: Key): void;
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
}

interface Open {
  request: Request;
  dialog: Dialog;
  editor: EditorState;
  since: number;
}

/** A person needs this long to have read anything. */
const ARM_MS = 300;

export function createDialogBox(ports: DialogPorts): DialogBox {
  let requests: Request[] = [];
  let open: Open | undefined;

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
    },
    key(pressed) {
      if (open) key(open, pressed);
    },
    paste({ text, continues }) {
      if (!open?.dialog.takesPaste || !isArmed(open)) return;
      const action = { type: 'paste', text, ...(continues && { continues: true }) } as const;
      open = { ...open, editor: edit(open.editor, action).state };
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
    if (!isArmed(current) || pressed.repeat) return;
    open = { ...current, editor: state };
    for (const effect of effects) {
      if (effect.type === 'submit') take(current, current.dialog.submit(effect.text));
      else if (effect.type === 'submit-blank') take(current, current.dialog.submit(''));
    }
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
        ports.show([...step.lines, []]);
        ports.answer(request.id, step.answer);
        openNext();
    }
  }
}
