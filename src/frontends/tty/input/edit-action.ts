/** The actions on the input. */

export const EDIT_COMMANDS = [
  'move-left',
  'move-right',
  'move-word-left',
  'move-word-right',
  'move-line-start',
  'move-line-end',
  'move-text-start',
  'move-text-end',
  'up',
  'down',
  'history-previous',
  'history-next',
  'delete-left',
  'delete-right',
  'delete-right-or-exit',
  'kill-word-left',
  'kill-big-word-left',
  'kill-word-right',
  'kill-line-end',
  'kill-line-start',
  'yank',
  'yank-pop',
  'transpose',
  'undo',
  'redo',
  'newline',
  'submit',
  'escape',
  'tab',
  'toggle-mode',
  'interrupt',
  'suspend',
  'clear-screen',
  'show-whole',
  'open-editor',
  'search-history',
  'search-older',
  'search-newer',
  'search-delete-left',
  'search-accept',
  'search-submit',
  'search-cancel',
] as const;

export type EditCommand = (typeof EDIT_COMMANDS)[number];

export type EditAction =
  | { readonly type: 'insert'; readonly text: string }
  /** `continues`: this is the next piece of the paste before the cursor. */
  | { readonly type: 'paste'; readonly text: string; readonly continues?: boolean }
  /** Replaces the whole text, from the person's editor or the queue. */
  | { readonly type: 'set-text'; readonly text: string }
  /** Inserts text as separate lines before the existing text: queued messages that return to a line being typed. */
  | { readonly type: 'prepend'; readonly text: string }
  /** Inserts a completion, or the mention of a pasted image. */
  | { readonly type: 'replace'; readonly start: number; readonly end: number; readonly text: string }
  /** Discards the line. */
  | { readonly type: 'clear' }
  | { readonly type: EditCommand };
