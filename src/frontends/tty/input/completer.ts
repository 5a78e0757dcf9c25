/** Keeps the completion menu in step with the input: asks the sources, drops stale answers, applies a choice. */

import { type CompletionSources, createChoiceFinder } from './choices/find-choices.ts';
import {
  beginChoice,
  type CompleterState,
  closeMenu,
  dismissMenu,
  followText,
  openMenu,
  pressKey,
  takeCertain,
} from './completer-state.ts';
import type { CompletionQuery } from './completion.ts';
import type { EditorState, EditResult } from './editor-state.ts';
import type { Key } from './key-event.ts';
import type { Keymap } from './keymap.ts';
import type { MenuState } from './menu-state.ts';

export type { CompletionSources } from './choices/find-choices.ts';

export interface Completer {
  readonly menu: MenuState | undefined;
  /** The text or the cursor changed: opens, refreshes or closes the menu. Calls `changed` when there is something to draw. */
  follow(editor: EditorState, changed: () => void): void;
  /** Tab without a menu: completes what is certain, otherwise opens the menu. */
  complete(editor: EditorState, apply: (result: EditResult) => void, changed: () => void): void;
  /** Handles a key while the menu is open. `undefined` if the key is not for the menu. */
  key(pressed: Key, editor: EditorState): EditResult | undefined;
  /** Closes the menu, and keeps it closed while the same word is typed. */
  dismiss(): void;
}

export function createCompleter(sources: CompletionSources, keymap: Keymap): Completer {
  const find = createChoiceFinder(sources);
  let state: CompleterState = { generation: 0 };

  return {
    get menu() {
      return state.menu;
    },
    follow(editor, changed) {
      const step = followText(state, editor);
      state = step.state;
      if (step.ask) ask(step.ask, changed);
    },
    complete(editor, apply, changed) {
      const step = beginChoice(state, editor);
      state = step.state;
      if (!step.ask) return;
      ask(step.ask, () => {
        const certain = takeCertain(state, editor);
        state = certain.state;
        if (certain.result) apply(certain.result);
        changed();
      });
    },
    key(pressed, editor) {
      const chosen = pressKey(state, pressed, editor, keymap);
      state = chosen.state;
      return chosen.result;
    },
    dismiss() {
      state = dismissMenu(state);
    },
  };

  function ask(query: CompletionQuery, changed: () => void): void {
    const { generation } = state;
    const isCurrent = (): boolean => generation === state.generation;
    void find(query, isCurrent).then(
      (choices) => {
        if (!isCurrent() || choices === undefined) return;
        state = openMenu(state, { query, ...choices });
        changed();
      },
      // A source that fails offers nothing; the person can still type the line.
      () => {
        if (isCurrent()) state = closeMenu(state);
      },
    );
  }
}
