/** The conversation at the terminal: keys and events in, scenes and ops out. */

import { sanitize } from '../../../base/text/sanitize.ts';
import type { Stamped } from '../../../protocol/event.ts';
import { createDialogBox } from '../dialogs/dialog-box.ts';
import { bannerLines } from '../draw/banner.ts';
import { promptLine } from '../draw/prompt-area.ts';
import { composeScene } from '../draw/scene.ts';
import { STYLE_NAMES } from '../draw/styles.ts';
import type { Completer } from '../input/completer.ts';
import { edit } from '../input/editor.ts';
import type { EditResult } from '../input/editor-state.ts';
import type { Key, KeyEvent } from '../input/key-event.ts';
import { press } from '../input/press.ts';
import { createFrames } from '../screen/frames.ts';
import { liveSize } from '../screen/screen.ts';
import { type Line, span, toRow, wrapSaid } from '../screen/spans.ts';
import { createPersonAsked } from './ask-person.ts';
import { keepDraft, keepEarlyLines, keepNewLine, type LineHistory } from './kept-lines.ts';
import { createOpening } from './opening.ts';
import { createOwnCommands } from './own-commands.ts';
import { promptEcho } from './prompt-echo.ts';
import type { ReplPorts } from './repl-ports.ts';
import {
  changeStatus,
  createReplState,
  giveBack,
  interrupt,
  isEscape,
  pressKey,
  type ReplEffect,
  type ReplMoment,
  type ReplStep,
  rememberEarlier,
  setVim,
  submitLine,
  takeEdit,
} from './repl-state.ts';
import type { StreamView } from './stream-view.ts';
import { createTurns } from './turns.ts';

export interface Repl {
  input(events: readonly KeyEvent[]): void;
  event(event: Stamped): void;
  paint(): void;
  resized(): void;
  /** Shows a message of the front end itself, as an error. */
  say(text: string): void;
  useVim(): void;
  /** Sends a line as if it had been typed. */
  submit(text: string): void;
  /** Leaves the screen to another program until `resume`. */
  pause(): void;
  resume(): void;
  /** Stops drawing; the rest of the conversation goes to the scrollback. */
  close(farewell: readonly Line[]): void;
  readonly isBusy: boolean;
  /** Id of the session. `undefined` while there is nothing to resume. */
  readonly session: string | undefined;
}

export function createRepl(ports: ReplPorts): Repl {
  const { theme, messages, display, now } = ports;
  const windowSize = liveSize(ports.size);
  const frames = createFrames(paint);
  const box = createDialogBox({
    dialogFor: (request) => loaded().dialogFor(request, windowSize),
    show: (lines) => view?.drawer.add(lines),
    press: (editor, key) => press(editor, key, ports.keymap()),
    isEscape: (key) => isEscape(key, ports.keymap()),
    answer: (id, answer) => turns.send({ type: 'answer', id, answer }),
    cancel,
    interrupt: () => take(interrupt(state, moment())),
    exit: () => ports.leave(130),
    suspend: ports.suspend,
    now,
    later(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    changed: () => frames.now(),
  });
  const opening = createOpening({
    agent: ports.agent,
    view: ports.view,
    ...(ports.greeting && { greeting: ports.greeting }),
    greet(greeting) {
      view?.drawer.add(bannerLines(greeting, state.status, width(), theme, messages));
      frames.soon();
    },
    draw,
  });
  const turns = createTurns({
    agent: Promise.all([ports.agent, ports.view, opening.done]).then(([agent]) => agent),
    messages,
    theme,
    now,
    begin,
    finish(lines, tookMs) {
      ports.attention?.ended(tookMs);
      view?.drawer.add(lines);
      view?.drawer.finish(width());
      frames.now();
      void lookAtBranch();
      ports.turnEnded?.();
    },
    show: (lines) => view?.drawer.add(lines),
    changed: frames.soon,
  });
  const commands = createOwnCommands(ports, {
    messages,
    person: createPersonAsked({
      box,
      theme,
      messages,
      columns: width,
      show: (lines) => view?.drawer.add(lines),
      changed: frames.soon,
    }),
    note,
    use: (model) => turns.runQuietly(`/model ${model}`),
  });
  let state = createReplState(ports.status);
  let view: StreamView | undefined;
  let completer: Completer | undefined;
  let history: LineHistory | undefined;

  ports.view.then(
    (given) => {
      view = given;
      frames.soon();
    },
    () => ports.leave(1),
  );

  ports.agent.then(
    () => {
      state = { ...state, isOpening: false };
      frames.soon();
      void lookAtBranch();
    },
    () => undefined, // reported by the caller that built it
  );

  ports.history?.then(
    (given) => {
      if (!given) return;
      keepEarlyLines(given, state.editor);
      state = rememberEarlier(state, given.entries);
      history = given;
    },
    () => undefined, // without it, the lines of this conversation are still available
  );

  ports.completer.then(
    (given) => {
      completer = given;
      completer.follow(state.editor, frames.soon);
    },
    () => undefined, // the line can be typed without it
  );

  return {
    input,
    event,
    paint: frames.now,
    resized() {
      display.resized(ports.size());
      frames.now();
    },
    pause() {
      frames.stop();
      display.withdraw();
    },
    resume: frames.go,
    submit: (text) => take(submitLine(state, text, text)),
    useVim() {
      state = setVim(state, true);
      frames.soon();
    },
    say(text) {
      view?.drawer.add([[span(sanitize(text), theme.error)], []]);
      frames.soon();
    },
    close(farewell) {
      ports.attention?.stop();
      keepDraft(history, state.editor);
      box.clear();
      turns.stop();
      view?.drawer.finish(width());
      display.withdraw();
      const lines = [...(view?.drawer.take(width()) ?? []), ...farewell];
      display.show({ commit: lines.map(toRow), live: [''], caret: { row: 0, column: 0 } }, ports.size());
      frames.stop();
    },
    get isBusy() {
      return turns.work !== undefined;
    },
    get session() {
      return state.isSaved ? state.session : undefined;
    },
  };

  async function lookAtBranch(): Promise<void> {
    const branch = await ports.branch?.();
    if (branch === state.status.branch) return;
    state = { ...state, status: { ...state.status, branch } };
    frames.soon();
  }

  function width(): number {
    return ports.size().columns;
  }

  /** Requests are only drawn from events, which wait until the view is loaded. */
  function loaded(): StreamView {
    if (!view) throw new Error('The view is not loaded yet.');
    return view;
  }

  function moment(): ReplMoment {
    return {
      hasMenu: completer?.menu !== undefined,
      hasQuestion: box.current !== undefined,
      isWorking: turns.work !== undefined,
      hasQueue: turns.queued.length > 0,
      keymap: ports.keymap(),
      now: now(),
    };
  }

  function paint(): void {
    const size = ports.size();
    const { work, queued } = turns;
    const elapsedMs = work ? now() - work.since : 0;
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
      theme,
      messages,
    );
    display.show(scene, size);
    ports.attention?.follow(box.current !== undefined);
  }

  function input(events: readonly KeyEvent[]): void {
    for (const event of events) {
      if (event.type === 'paste') paste(event);
      else if (event.type === 'key' && !box.key(event)) key(event);
    }
    if (events.length > 0) frames.now();
  }

  function key(pressed: Key): void {
    const completed = completer?.key(pressed, state.editor);
    take(completed ? takeEdit(state, completed, moment()) : pressKey(state, pressed, moment()));
  }

  function paste(event: Extract<KeyEvent, { type: 'paste' }>): void {
    if (box.current) return box.paste(event);
    apply(edit(state.editor, { type: 'paste', text: event.text, ...(event.continues && { continues: true }) }));
  }

  function apply(result: EditResult): void {
    take(takeEdit(state, result, moment()));
  }

  function take(step: ReplStep): void {
    const before = state.editor;
    state = step.state;
    for (const effect of step.effects) perform(effect);
    keepNewLine(history, before, state.editor);
    const { text, cursor } = state.editor;
    if (text !== before.text || cursor !== before.cursor) completer?.follow(state.editor, frames.soon);
  }

  function perform(effect: ReplEffect): void {
    switch (effect.type) {
      case 'submit':
        return turns.submit(effect.text, effect.shown);
      case 'steer':
        return turns.steer();
      case 'take-queued':
        return apply(edit(state.editor, { type: 'set-text', text: turns.takeLastQueued() ?? '' }));
      case 'close-menu':
        return completer?.dismiss();
      case 'cancel':
        return cancel();
      case 'end-jobs':
        return turns.send({ type: 'cancel' }); // the second Esc ends what outlived the first
      case 'leave':
        return ports.leave(effect.code);
      case 'suspend':
        return ports.suspend();
      case 'run-quietly':
        return turns.runQuietly(effect.command);
      case 'complete':
        return completer?.complete(state.editor, apply, frames.soon);
      case 'open-editor':
        void ports.openEditor(effect.text).then((text) => {
          if (text !== undefined) apply(edit(state.editor, { type: 'set-text', text }));
          frames.now();
        });
        return;
      case 'clear-screen':
        return display.clear();
      case 'show-whole':
        if (!view?.drawer.showWhole(width())) note(messages.nothingShortened);
        return;
      case 'echo':
        return echo(effect.shown);
      case 'style':
        return useStyle(effect.name);
      case 'login':
        void login(effect.named);
        return;
      case 'copy':
        return commands.copy();
      case 'shell-switched':
        return note(effect.isOn ? messages.shellOn : messages.shellOff);
      case 'vim-switched':
        return note(effect.isOn ? messages.vimOn : messages.vimOff);
    }
  }

  function note(text: string): void {
    whenOpen(({ drawer }) => drawer.add([...wrapSaid([span(text, theme.notice)], width()), []]));
  }

  function echo(shown: string): void {
    const prompt = promptLine(state.status, Number.MAX_SAFE_INTEGER, theme);
    whenOpen(({ drawer }) => drawer.add(promptEcho(prompt, shown)));
  }

  /** Delays the work until the view is loaded. */
  function whenOpen(work: (view: StreamView) => void): void {
    void opening.done.then(() => {
      work(loaded());
      frames.soon();
    });
  }

  function useStyle(name: string): void {
    const known = STYLE_NAMES.find((each) => each === name);
    if (known) whenOpen((opened) => opened.useStyle(known));
    note(known ? messages.styleChosen(known) : messages.styles(STYLE_NAMES.join(', ')));
  }

  async function login(named: string | undefined): Promise<void> {
    await opening.done;
    await commands.login(named);
    view?.drawer.add([[]]);
    frames.soon();
  }

  function begin(text: string, shown: string): void {
    const prompt = promptLine(state.status, Number.MAX_SAFE_INTEGER, theme);
    whenOpen(({ drawer }) => {
      drawer.finish(width());
      drawer.begin(text);
      drawer.add(promptEcho(prompt, shown));
    });
  }

  function cancel(): void {
    box.clear();
    state = giveBack(state, turns.cancel());
  }

  function event(received: Stamped): void {
    if (received.type === 'state-change') state = changeStatus(state, received.change);
    if (received.type === 'turn-end' && received.agent === undefined) {
      state = { ...state, hasJobs: received.jobs !== undefined };
    }
    if (received.type === 'message-end') state = { ...state, isSaved: true };
    commands.follow(received);
    if (!turns.follow(received)) return;
    if (!opening.keeps(received)) draw(received);
    // The question must be visible before the time starts after which it can be answered.
    if (received.type === 'request-start') frames.now();
    else frames.soon(received.type === 'text-delta' ? received.text.length : 0);
  }

  function draw(received: Stamped): void {
    view?.drawer.push(received, width());
    if (received.type === 'request-start' && !turns.isCancelling) box.add(received.request);
    else if (received.type === 'request-end') box.remove(received.id);
  }
}
