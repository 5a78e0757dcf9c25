/** The conversation at the terminal: keys and events in, scenes and ops out. */

import { cleanLine, sanitize } from '../../../base/text/sanitize.ts';
import type { Stamped } from '../../../protocol/event.ts';
import { EXIT } from '../../../protocol/exit-codes.ts';
import { createDialogBox, type DialogBox } from '../dialogs/dialog-box.ts';
import { leaveDialog } from '../dialogs/leave.ts';
import type { KeyEvent } from '../input/key-event.ts';
import { createFrames } from '../screen/frames.ts';
import { liveSize } from '../screen/screen.ts';
import { type Line, span, toRow } from '../screen/spans.ts';
import { createPersonAsked } from './ask-person.ts';
import {
  addLines,
  beginTurn,
  type Conversation,
  columnsOf,
  greet,
  loadedView,
  lookAtBranch,
  note,
} from './conversation.ts';
import { drawEvent, paint, takeEvent, takeInput } from './follow-conversation.ts';
import { keepDraft } from './kept-lines.ts';
import { followLateParts } from './late-parts.ts';
import { createOpening, type Opening } from './opening.ts';
import { createOwnCommands, type OwnCommands } from './own-commands.ts';
import type { ReplPorts } from './repl-ports.ts';
import { createReplState, interrupt, setVim, submitLine } from './repl-state.ts';
import { createStillRunning, type StillRunning } from './still-running.ts';
import { cancelTurn, momentOf, takeResult } from './take-result.ts';
import { createTurns, type Turns } from './turns.ts';

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
  const { theme } = ports;
  const { display, size } = ports.screen;
  const repl = assemble(ports);
  const { frames, box, turns } = repl;
  followLateParts(repl);
  return {
    input: (events) => takeInput(repl, events),
    event: (event) => takeEvent(repl, event),
    paint: frames.now,
    resized() {
      display.resized(size());
      frames.now();
    },
    pause() {
      frames.stop();
      display.withdraw();
    },
    resume: frames.go,
    submit: (text) => takeResult(repl, submitLine(repl.state, text, text)),
    useVim() {
      repl.state = setVim(repl.state, true);
      frames.soon();
    },
    say(text) {
      addLines(repl, [[span(sanitize(text), theme.error)], []]);
      frames.soon();
    },
    close(farewell) {
      ports.attention?.stop();
      keepDraft(repl.history, repl.state.editor);
      box.clear();
      turns.stop();
      const { view } = repl;
      view?.drawer.finish(columnsOf(repl));
      display.withdraw();
      const lines = [...(view?.drawer.take(columnsOf(repl)) ?? []), ...farewell];
      display.show({ commit: lines.map(toRow), live: [''], caret: { row: 0, column: 0 } }, size());
      frames.stop();
    },
    get isBusy() {
      return turns.work !== undefined;
    },
    get session() {
      return repl.state.isSaved ? repl.state.session : undefined;
    },
  };
}

/** The parts call each other, so each reaches the others through the whole, once that exists. */
function assemble(ports: ReplPorts): Conversation {
  const whole = (): Conversation => repl;
  const frames = createFrames(() => paint(repl));
  const box = createBox(ports, whole);
  const opening = createOpening({
    agent: ports.late.agent,
    view: ports.late.view,
    ...(ports.greeting && { greeting: ports.greeting }),
    greet: (greeting) => greet(repl, greeting),
    draw: (event) => drawEvent(repl, event),
  });
  const repl: Conversation = {
    ports,
    frames,
    box,
    opening,
    turns: createConversationTurns(ports, opening, whole),
    commands: createCommands(ports, box, whole),
    running: createRunning(ports, box, whole),
    state: createReplState(ports.status),
  };
  return repl;
}

function createBox(ports: ReplPorts, whole: () => Conversation): DialogBox {
  const windowSize = liveSize(ports.screen.size);
  return createDialogBox({
    dialogFor: (request) => loadedView(whole()).dialogFor(request, windowSize),
    show: (lines) => addLines(whole(), lines),
    keymap: ports.keymap,
    answer: (id, answer) => whole().turns.send({ type: 'answer', id, answer }),
    cancel: () => cancelTurn(whole()),
    interrupt: () => takeResult(whole(), interrupt(whole().state, momentOf(whole()))),
    exit: () => whole().running.leave(EXIT.cancelled),
    suspend: ports.program.suspend,
    now: ports.now,
    later(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    changed: () => whole().frames.now(),
  });
}

function createConversationTurns(ports: ReplPorts, opening: Opening, whole: () => Conversation): Turns {
  return createTurns({
    agent: Promise.all([ports.late.agent, ports.late.view, opening.done]).then(([agent]) => agent),
    messages: ports.messages,
    theme: ports.theme,
    now: ports.now,
    begin: (text, shown) => beginTurn(whole(), text, shown),
    finish(lines, tookMs) {
      const repl = whole();
      ports.attention?.ended(tookMs);
      addLines(repl, lines);
      repl.view?.drawer.finish(columnsOf(repl));
      repl.frames.now();
      void lookAtBranch(repl);
      ports.turnEnded?.();
    },
    show: (lines) => addLines(whole(), lines),
    changed: () => whole().frames.soon(),
  });
}

function createRunning(ports: ReplPorts, box: DialogBox, whole: () => Conversation): StillRunning {
  const { theme, messages } = ports;
  return createStillRunning({
    agent: ports.late.agent,
    leave: ports.program.leave,
    async ask(programs) {
      if (box.current) cancelTurn(whole()); // the question would wait behind the open one
      const asked = box.ask(leaveDialog(programs, { theme, messages }));
      whole().frames.now();
      return (await asked) === 0;
    },
    named(programs) {
      const repl = whole();
      note(repl, messages.receiptRunning(programs.map(cleanLine).join('; ')));
      repl.state = { ...repl.state, hasJobs: true };
    },
  });
}

function createCommands(ports: ReplPorts, box: DialogBox, whole: () => Conversation): OwnCommands {
  const { theme, messages } = ports;
  const person = createPersonAsked({
    box,
    theme,
    messages,
    columns: () => columnsOf(whole()),
    show: (lines) => addLines(whole(), lines),
    changed: () => whole().frames.soon(),
  });
  return createOwnCommands(ports, {
    messages,
    person,
    note: (text) => note(whole(), text),
    use: (model) => whole().turns.runQuietly(`/model ${model}`),
  });
}
