/** The parts of the conversation that are loaded after the first prompt is drawn: each is put in place when it arrives. */

import { type Conversation, lookAtBranch } from './conversation.ts';
import { keepEarlyLines } from './kept-lines.ts';
import { rememberEarlier } from './repl-state.ts';

export function followLateParts(repl: Conversation): void {
  const { ports, frames } = repl;

  ports.late.view.then(
    (view) => {
      repl.view = view;
      frames.soon();
    },
    () => ports.program.leave(1),
  );

  ports.late.agent.then(
    () => {
      repl.state = { ...repl.state, isOpening: false };
      frames.soon();
      void lookAtBranch(repl);
    },
    () => undefined, // reported by the caller that built it
  );

  ports.late.history?.then(
    (history) => {
      if (!history) return;
      keepEarlyLines(history, repl.state.editor);
      repl.state = rememberEarlier(repl.state, history.entries);
      repl.history = history;
    },
    () => undefined, // without it, the lines of this conversation are still available
  );

  ports.late.completer.then(
    (completer) => {
      repl.completer = completer;
      completer.follow(repl.state.editor, frames.soon);
    },
    () => undefined, // the line can be typed without it
  );
}
