/** The conversation at the terminal: keys and events in, scenes and ops out. */

import { sanitize } from '../../../base/text/sanitize.ts';
import type { AgentHandle } from '../../../protocol/agent.ts';
import type { Stamped, StateChange } from '../../../protocol/event.ts';
import type { ScreenWords } from '../../../words/en/screen.ts';
import { createDialogBox } from '../dialogs/dialog-box.ts';
import { promptLine, type Status } from '../draw/prompt-area.ts';
import { composeScene } from '../draw/scene.ts';
import type { Completer } from '../input/completer.ts';
import { edit } from '../input/editor.ts';
import { createEditor, type EditorState, type EditResult, type Effect } from '../input/editor-state.ts';
import type { Key, KeyEvent } from '../input/key-event.ts';
import { createVim } from '../input/vim/vim-state.ts';
import type { Display } from '../screen/display.ts';
import { createFrames } from '../screen/frames.ts';
import { INPUT_START, OUTPUT_START, PROMPT_START } from '../screen/prompt-marks.ts';
import type { Size } from '../screen/screen.ts';
import { type Line, span, toRow } from '../screen/spans.ts';
import type { Theme } from '../screen/theme.ts';
import type { StreamView } from './stream-view.ts';
import { createTurns } from './turns.ts';

export interface ReplPorts {
  size(): Size;
  display: Display;
  theme: Theme;
  messages: ScreenWords;
  status: Status;
  /** The engine, once it is built. */
  agent: Promise<AgentHandle>;
  /** What draws the conversation, once it is loaded. */
  view: Promise<StreamView>;
  /** What can be completed, once it is loaded. */
  completer: Promise<Completer>;
  /** A key in the editor's terms. */
  press(state: EditorState, key: Key): EditResult;
  now(): number;
  /** Ends the program. */
  leave(code: number): void;
  suspend(): void;
  openEditor(text: string): Promise<string | undefined>;
  /** What was sent has been dealt with. */
  turnEnded?(): void;
}

export interface Repl {
  input(events: readonly KeyEvent[]): void;
  event(event: Stamped): void;
  paint(): void;
  resized(): void;
  /** A line of the front end's own, as an error. */
  say(text: string): void;
  useVim(): void;
  /** As if it had been typed and sent. */
  submit(text: string): void;
  /** Leaves the screen to another program, until `resume`. */
  pause(): void;
  resume(): void;
  /** Stops drawing; what is left of the conversation goes to the scrollback. */
  close(farewell: readonly Line[]): void;
  readonly isBusy: boolean;
  readonly session: string | undefined;
}

export function createRepl(ports: ReplPorts): Repl {
  const { theme, messages, display, now } = ports;
  const early: Stamped[] = [];
  const frames = createFrames(paint);
  const box = createDialogBox({
    dialogFor: (request) => loaded().dialogFor(request, ports.size()),
    show: (lines) => view?.drawer.add(lines),
    press: ports.press,
    answer: (id, answer) => turns.send({ type: 'answer', id, answer }),
    cancel,
    exit: () => ports.leave(130),
    suspend: ports.suspend,
    now,
  });
  const turns = createTurns({
    agent: Promise.all([ports.agent, ports.view]).then(([agent]) => agent),
    messages,
    theme,
    now,
    begin,
    finish(lines) {
      view?.drawer.add(lines);
      view?.drawer.finish(width());
      frames.now();
      ports.turnEnded?.();
    },
    show: (lines) => view?.drawer.add(lines),
    changed: frames.soon,
  });
  let status = ports.status;
  let editor = createEditor();
  let view: StreamView | undefined;
  let completer: Completer | undefined;
  let session: string | undefined;
  let hasJobs = false;
  let isOpening = true;
  let lastWorkMode = status.mode === 'plan' ? 'build' : status.mode;

  ports.view.then(
    (given) => {
      view = given;
      for (const event of early.splice(0)) draw(event);
      frames.soon();
    },
    () => ports.leave(1),
  );

  ports.agent.then(
    () => {
      isOpening = false;
      frames.soon();
    },
    () => undefined, // told by who built it
  );

  ports.completer.then(
    (given) => {
      completer = given;
      completer.follow(editor, frames.soon);
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
    submit: (text) => submit(text, text),
    useVim() {
      editor = { ...editor, vim: createVim() };
      frames.soon();
    },
    say(text) {
      view?.drawer.add([[span(sanitize(text), theme.error)], []]);
      frames.soon();
    },
    close(farewell) {
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
      return session;
    },
  };

  function width(): number {
    return ports.size().columns;
  }

  /** Requests are only drawn from events, and those wait for it. */
  function loaded(): StreamView {
    if (!view) throw new Error('The view is not loaded yet.');
    return view;
  }

  function paint(): void {
    const size = ports.size();
    const { work, queued } = turns;
    const moment = {
      commit: view?.drawer.take(size.columns) ?? [],
      tail: view?.drawer.live(size.columns) ?? [],
      status,
      editor,
      question: box.current && { hint: box.current.dialog.hint, editor: box.current.editor },
      running: work && { ...work, elapsedMs: now() - work.since },
      queue: queued,
      menu: completer?.menu,
      isOpening,
    };
    display.show(composeScene(moment, size, theme, messages), size);
  }

  function input(events: readonly KeyEvent[]): void {
    for (const event of events) {
      if (event.type === 'paste') paste(event);
      else if (event.type === 'key' && box.current) box.key(event);
      else if (event.type === 'key') key(event);
    }
    if (events.length > 0) frames.now();
  }

  function key(pressed: Key): void {
    const isPlain = !pressed.ctrl && !pressed.alt && !pressed.super;
    const completed = completer?.key(pressed, editor);
    if (completed) return apply(completed);
    if (isPlain && pressed.name === 'up' && editor.text === '' && turns.queued.length > 0) {
      return apply(edit(editor, { type: 'set-text', text: turns.takeLastQueued() ?? '' }));
    }
    if (isPlain && pressed.name === 'escape' && turns.work && !hasOwnEscape(editor)) return cancel();
    if (isPlain && pressed.name === 'escape' && editor.text === '' && hasJobs && !hasOwnEscape(editor)) {
      hasJobs = false;
      return turns.send({ type: 'cancel' }); // the second Esc ends what outlived the first
    }
    apply(ports.press(editor, pressed));
  }

  function paste(event: Extract<KeyEvent, { type: 'paste' }>): void {
    if (box.current) return box.paste(event);
    apply(edit(editor, { type: 'paste', text: event.text, ...(event.continues && { continues: true }) }));
  }

  function apply(result: EditResult): void {
    const before = editor;
    editor = result.state;
    for (const effect of result.effects) perform(effect);
    if (editor.text !== before.text || editor.cursor !== before.cursor) completer?.follow(editor, frames.soon);
  }

  function perform(effect: Effect): void {
    switch (effect.type) {
      case 'submit':
        return submit(effect.text, effect.shown);
      case 'submit-blank':
        return turns.steer();
      case 'cancel':
        if (turns.work) cancel();
        return;
      case 'exit':
        return ports.leave(turns.work ? 130 : 0);
      case 'suspend':
        return ports.suspend();
      case 'toggle-mode':
        return toggleMode();
      case 'complete':
        return completer?.complete(editor, apply, frames.soon);
      case 'open-editor':
        void ports.openEditor(effect.text).then((text) => {
          if (text !== undefined) apply(edit(editor, { type: 'set-text', text }));
          frames.now();
        });
        return;
      case 'clear-screen':
        return display.clear();
      case 'image-pasted': {
        const text = /\s/.test(effect.path) ? `@"${effect.path}"` : `@${effect.path}`;
        editor = edit(editor, { type: 'replace', start: effect.start, end: effect.end, text }).state;
        return;
      }
      case 'bell':
        return;
    }
  }

  function submit(text: string, shown: string): void {
    const line = text.trim();
    if (/^\/(?:exit|quit)$/.test(line)) return ports.leave(0);
    if (line === '/vim') return toggleVim();
    turns.submit(text, shown);
  }

  function begin(text: string, shown: string): void {
    const prompt = promptLine(status, Number.MAX_SAFE_INTEGER, theme);
    void ports.view.then(({ drawer }) => {
      drawer.finish(width());
      drawer.begin(text);
      drawer.add(promptEcho(prompt, shown));
    });
  }

  function cancel(): void {
    box.clear();
    const texts = turns.cancel();
    if (texts.length === 0) return;
    const text = [...texts, ...(editor.text === '' ? [] : [editor.text])].join('\n');
    editor = edit(editor, { type: 'set-text', text }).state;
  }

  function toggleMode(): void {
    const mode = status.mode === 'plan' ? lastWorkMode : 'plan';
    setMode(mode);
    turns.runQuietly(`/mode ${mode}`);
  }

  function toggleVim(): void {
    editor = { ...editor, vim: editor.vim ? undefined : createVim() };
    view?.drawer.add([[span(editor.vim ? messages.vimOn : messages.vimOff, theme.notice)], []]);
  }

  function setMode(mode: string): void {
    if (mode !== 'plan') lastWorkMode = mode;
    status = { ...status, mode };
  }

  function event(received: Stamped): void {
    if (received.type === 'state-change') change(received.change);
    if (received.type === 'turn-end' && received.agent === undefined) hasJobs = received.jobs !== undefined;
    if (!turns.follow(received)) return;
    if (view) draw(received);
    else early.push(received);
    // A question is seen before the time begins after which it can be answered.
    if (received.type === 'request-start') frames.now();
    else frames.soon();
  }

  function change({ mode, model, context, session: current }: StateChange): void {
    if (mode !== undefined) setMode(mode);
    status = { ...status, ...(model !== undefined && { model }), ...(context && { context }) };
    if (current) session = current.id;
  }

  function draw(received: Stamped): void {
    view?.drawer.push(received, width());
    if (received.type === 'request-start' && !turns.isCancelling) box.add(received.request);
    else if (received.type === 'request-end') box.remove(received.id);
  }
}

/** Esc has something nearer to end than the turn: a search, or typing in vim's INSERT. */
function hasOwnEscape({ search, vim, text }: EditorState): boolean {
  return search !== undefined || (vim !== undefined && vim.mode !== 'normal' && text !== '');
}

/** The line that was sent, as it stays in the scrollback. */
function promptEcho(prompt: Line, shown: string): Line[] {
  const [first = '', ...rest] = sanitize(shown).split('\n');
  const lines: Line[] = [
    [span(PROMPT_START), ...prompt, span(`${INPUT_START}${first}`)],
    ...rest.map((line) => [span(line)]),
  ];
  const last = lines.pop() ?? [];
  return [...lines, [...last, span(OUTPUT_START)]];
}
