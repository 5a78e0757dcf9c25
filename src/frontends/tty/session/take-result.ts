/** Applies what a key or a line results in: its new state, and a row of the table for each of its effects. */

import { edit } from '../input/editor.ts';
import type { EditResult } from '../input/editor-state.ts';
import { addLines, type Conversation, columnsOf, echo, note, useStyle } from './conversation.ts';
import { keepNewLine } from './kept-lines.ts';
import { giveBack, type ReplEffect, type ReplMoment, type ReplResult, takeEdit } from './repl-state.ts';

type Perform<T extends ReplEffect['type']> = (repl: Conversation, effect: Extract<ReplEffect, { type: T }>) => void;

const EFFECTS: { readonly [T in ReplEffect['type']]: Perform<T> } = {
  submit: ({ turns }, { text, shown }) => turns.submit(text, shown),
  steer: ({ turns }) => turns.steer(),
  'take-queued': (repl) => setText(repl, repl.turns.takeLastQueued() ?? ''),
  'close-menu': ({ completer }) => completer?.dismiss(),
  cancel: cancelTurn,
  'name-jobs': ({ running }) => running.name(),
  'end-jobs': ({ turns }) => turns.send({ type: 'cancel' }), // the second Esc ends what outlived the first
  leave: ({ ports, running }, { code, isUrgent }) => (isUrgent ? ports.program.leave(code) : running.leave(code)),
  suspend: ({ ports }) => ports.program.suspend(),
  'run-quietly': ({ turns }, { command }) => turns.runQuietly(command),
  complete: (repl) =>
    repl.completer?.complete(repl.state.editor, (result) => applyEdit(repl, result), repl.frames.soon),
  'open-editor': (repl, { text }) => void openEditor(repl, text),
  'clear-screen': ({ ports: { screen } }) => screen.display.clear(screen.size()),
  'show-whole'(repl) {
    if (!repl.view?.drawer.showWhole(columnsOf(repl))) note(repl, repl.ports.messages.nothingShortened);
  },
  echo: (repl, { shown }) => echo(repl, shown),
  style: (repl, { name }) => useStyle(repl, name),
  login: (repl, { named }) => void login(repl, named),
  copy: ({ commands }) => commands.copy(),
  'shell-switched'(repl, { isOn }) {
    const { shellOn, shellOff } = repl.ports.messages;
    note(repl, isOn ? shellOn : shellOff);
  },
  'vim-switched'(repl, { isOn }) {
    const { vimOn, vimOff } = repl.ports.messages;
    note(repl, isOn ? vimOn : vimOff);
  },
};

export function takeResult(repl: Conversation, result: ReplResult): void {
  const before = repl.state.editor;
  repl.state = result.state;
  for (const effect of result.effects) (EFFECTS[effect.type] as Perform<ReplEffect['type']>)(repl, effect);
  const { editor } = repl.state;
  keepNewLine(repl.history, before, editor);
  if (editor.text !== before.text || editor.cursor !== before.cursor) repl.completer?.follow(editor, repl.frames.soon);
}

export function applyEdit(repl: Conversation, result: EditResult): void {
  takeResult(repl, takeEdit(repl.state, result, momentOf(repl)));
}

export function cancelTurn(repl: Conversation): void {
  repl.box.clear();
  repl.state = giveBack(repl.state, repl.turns.cancel());
}

export function momentOf({ completer, box, turns, running, ports }: Conversation): ReplMoment {
  return {
    hasMenu: completer?.menu !== undefined,
    hasQuestion: box.current !== undefined,
    isWorking: turns.work !== undefined,
    hasQueue: turns.queued.length > 0,
    hasPrograms: running.isAny,
    keymap: ports.keymap(),
    now: ports.now(),
  };
}

function setText(repl: Conversation, text: string): void {
  applyEdit(repl, edit(repl.state.editor, { type: 'set-text', text }));
}

async function openEditor(repl: Conversation, text: string): Promise<void> {
  const edited = await repl.ports.program.openEditor(text);
  if (edited !== undefined) setText(repl, edited);
  repl.frames.now();
}

async function login(repl: Conversation, named: string | undefined): Promise<void> {
  await repl.opening.done;
  await repl.commands.login(named);
  addLines(repl, [[]]);
  repl.frames.soon();
}
