/** Holds the open question, one at a time; keys pressed before it appeared do not answer it. */

import { newId } from '../../../base/ids.ts';
import type { Answer, Request } from '../../../protocol/request.ts';
import type { EditorState } from '../input/editor-state.ts';
import type { Key, KeyEvent } from '../input/key-event.ts';
import type { Keymap } from '../input/keymap.ts';
import type { Line } from '../screen/spans.ts';
import {
  type Asked,
  type BoxEffect,
  type BoxResult,
  type BoxState,
  openQuestion,
  pasteText,
  pressKey,
  removeAsked,
  submitLine,
} from './box-state.ts';
import type { Dialog } from './dialog.ts';
import { followTrail, startTrail, type Trail } from './trail.ts';

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
  /** The current key table. */
  keymap(): Keymap;
  answer(id: string, answer: Answer): void;
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

export function createDialogBox(ports: DialogPorts): DialogBox {
  let state: BoxState = { waiting: [] };
  let trail: Trail | undefined;
  let stopWaiting: (() => void) | undefined;

  return {
    get current() {
      const { open } = state;
      return open && { dialog: open.dialog, editor: open.dialog.isHidden ? hidden(open.editor) : open.editor };
    },
    add: (request) => add(fromEngine(request, ports)),
    ask: (dialog) => new Promise((resolve) => add(fromFrontEnd(dialog, resolve))),
    remove: (id) => take({ state: removeAsked(state, id), effects: [] }),
    clear() {
      const { waiting } = state;
      take({ state: { waiting: [] }, effects: [] });
      for (const { done } of waiting) done(undefined);
    },
    key(pressed) {
      const now = ports.now();
      const followed = followTrail(trail, pressed, now);
      trail = followed.trail;
      if (followed.isPart) return true;
      if (!state.open) return false;
      take(pressKey(state, state.open, pressed, { keymap: ports.keymap(), now }));
      return true;
    },
    paste: (event) => take({ state: pasteText(state, event, ports.now()), effects: [] }),
  };

  function add(asked: Asked): void {
    take({ state: { ...state, waiting: [...state.waiting, asked] }, effects: [] });
  }

  /** Applies the result; when no question is open, the next one is. */
  function take(result: BoxResult): void {
    if (result.state.open !== state.open) stopWaiting?.();
    state = result.state;
    result.effects.forEach(perform);
    const [next] = state.waiting;
    if (next && !state.open) take(openQuestion(state, next, next.open(), ports.now()));
  }

  function perform(effect: BoxEffect): void {
    switch (effect.type) {
      case 'show':
        return ports.show(effect.lines);
      case 'answer':
        return effect.asked.answer(effect.answer);
      case 'done':
        return effect.asked.done(effect.value);
      case 'wait':
        return waitForMore(effect.word, effect.ms);
      default:
        return ports[effect.type]();
    }
  }

  /** Takes the letter alone as the answer if nothing follows it. */
  function waitForMore(word: string, ms: number): void {
    const { open } = state;
    stopWaiting = ports.later(ms, () => {
      if (!open || state.open !== open) return;
      trail = startTrail(word, ports.now());
      take(submitLine(state, open));
      ports.changed();
    });
  }
}

function fromEngine(request: Request, ports: DialogPorts): Asked {
  const { id, kind } = request;
  return {
    id,
    isQuestions: kind === 'questions',
    open: () => ports.dialogFor(request),
    answer: (answer) => ports.answer(id, answer),
    done: () => {},
  };
}

function fromFrontEnd(dialog: Dialog, done: Asked['done']): Asked {
  return { id: newId('ask'), isQuestions: false, open: () => dialog, answer: () => {}, done };
}

/** Replaces each typed character with a dot. */
function hidden(editor: EditorState): EditorState {
  return { ...editor, text: '•'.repeat(editor.text.length), pastes: [] };
}
