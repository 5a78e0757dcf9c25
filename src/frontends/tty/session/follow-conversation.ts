/** Passes keys and events to the parts of the conversation that they are for, and paints what these then show. */

import type { Stamped } from '../../../protocol/event.ts';
import { shownEvent } from '../../../words/shown-view.ts';
import { composeScene } from '../draw/scene.ts';
import { edit } from '../input/editor.ts';
import type { Key, KeyEvent } from '../input/key-event.ts';
import { type Conversation, columnsOf } from './conversation.ts';
import { changeStatus, pressKey, takeEdit } from './repl-state.ts';
import { applyEdit, momentOf, takeResult } from './take-result.ts';

export function takeInput(repl: Conversation, events: readonly KeyEvent[]): void {
  for (const event of events) {
    if (event.type === 'paste') paste(repl, event);
    else if (event.type === 'key' && !repl.box.key(event)) takeKey(repl, event);
  }
  if (events.length > 0) repl.frames.now();
}

function takeKey(repl: Conversation, pressed: Key): void {
  const { state } = repl;
  const completed = repl.completer?.key(pressed, state.editor);
  takeResult(repl, completed ? takeEdit(state, completed, momentOf(repl)) : pressKey(state, pressed, momentOf(repl)));
}

function paste(repl: Conversation, event: Extract<KeyEvent, { type: 'paste' }>): void {
  if (repl.box.current) return repl.box.paste(event);
  const { text, continues } = event;
  applyEdit(repl, edit(repl.state.editor, { type: 'paste', text, ...(continues && { continues: true }) }));
}

export function takeEvent(repl: Conversation, stamped: Stamped): void {
  const event = shownEvent(stamped, repl.ports.messages.views);
  const { commands, running, turns, opening, frames } = repl;
  if (event.type === 'state-change') repl.state = changeStatus(repl.state, event.change);
  if (event.type === 'turn-end' && event.agent === undefined) {
    repl.state = { ...repl.state, hasJobs: event.jobs !== undefined };
  }
  if (event.type === 'message-end') repl.state = { ...repl.state, isSaved: true };
  commands.follow(event);
  running.follow(event);
  if (!turns.follow(event)) return;
  if (!opening.keeps(event)) drawEvent(repl, event);
  // The question must be visible before the time starts after which it can be answered.
  if (event.type === 'request-start') frames.now();
  else frames.soon(event.type === 'text-delta' ? event.text.length : 0);
}

export function drawEvent(repl: Conversation, event: Stamped): void {
  repl.view?.drawer.push(event, columnsOf(repl));
  if (event.type === 'request-start' && !repl.turns.isCancelling) repl.box.add(event.request);
  else if (event.type === 'request-end') repl.box.remove(event.id);
}

export function paint({ ports, turns, box, state, view, completer }: Conversation): void {
  ports.screen.measure?.();
  const size = ports.screen.size();
  const { work, queued } = turns;
  const elapsedMs = work ? ports.now() - work.since : 0;
  const scene = composeScene(
    {
      commit: view?.drawer.take(size.columns) ?? [],
      tail: view?.drawer.live(size.columns) ?? [],
      status: state.status,
      editor: state.editor,
      question: box.current && { ...box.current.dialog, editor: box.current.editor },
      running: work && { what: work.what, tokens: work.tokens, elapsedMs, mark: view?.spinner(elapsedMs) ?? '' },
      queue: queued,
      menu: completer?.menu,
      isOpening: state.isOpening,
    },
    size,
    ports.theme,
    ports.messages,
  );
  ports.screen.display.show(scene, size);
  ports.attention?.follow(box.current !== undefined);
}
