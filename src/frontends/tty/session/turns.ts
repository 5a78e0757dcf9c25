/** Decides what is sent to the engine and when: one message at a time, the others queued, steered in or returned to the line. */

import { messageOf } from '../../../base/errors.ts';
import { sanitize } from '../../../base/text/sanitize.ts';
import type { AgentHandle } from '../../../protocol/agent.ts';
import type { Stamped } from '../../../protocol/event.ts';
import type { Op } from '../../../protocol/op.ts';
import type { ScreenWords } from '../../../words/en/screen.ts';
import { type Line, span } from '../screen/spans.ts';
import type { Theme } from '../screen/theme.ts';
import {
  cancelWork,
  createTurnsState,
  endWork,
  followEvent,
  runNext,
  steerTurn,
  stopWork,
  submitMessage,
  type TurnsEffect,
  type TurnsResult,
  type TurnsState,
} from './turns-state.ts';
import type { Work } from './work.ts';

export interface Turns {
  /** Runs the message now, or after the running one. */
  submit(text: string, shown: string): void;
  /** Sends the oldest queued message to the running turn. */
  steer(): void;
  /** Cancels the running turn and returns the queued messages. */
  cancel(): string[];
  takeLastQueued(): string | undefined;
  /** Runs a built-in command without showing its answer. */
  runQuietly(command: string): void;
  send(op: Op): void;
  /** Updates `work` from an event. Returns false for an event that is not to be shown. */
  follow(event: Stamped): boolean;
  stop(): void;
  readonly work: Work | undefined;
  readonly queued: readonly string[];
  readonly isCancelling: boolean;
}

interface TurnPorts {
  /** The engine; resolves once it can answer and its answers can be drawn. */
  agent: Promise<AgentHandle>;
  messages: ScreenWords;
  theme: Theme;
  now(): number;
  /** Called when a message is sent, to show it where its answer will appear. */
  begin(text: string, shown: string): void;
  /** Called when the message has been dealt with. */
  finish(lines: readonly Line[], tookMs: number): void;
  show(lines: readonly Line[]): void;
  /** Called when there is something to draw. */
  changed(): void;
}

/** What the functions below share. */
interface Live {
  readonly ports: TurnPorts;
  /** Replaced by every line, key and event. */
  state: TurnsState;
  /** Set while something runs. */
  ticking?: NodeJS.Timeout;
}

/** Redrawn this often, so that running work looks alive. */
const TICK_MS = 200;

export function createTurns(ports: TurnPorts): Turns {
  const { messages, now } = ports;
  const live: Live = { ports, state: createTurnsState() };
  ports.agent.catch(() => undefined); // the builder reports a failed engine

  return {
    submit: (text, shown) => take(live, submitMessage(live.state, { text, shown }, messages, now())),
    steer: () => take(live, steerTurn(live.state)),
    cancel() {
      const { queue } = live.state;
      take(live, cancelWork(live.state, messages));
      return queue.map(({ text }) => text);
    },
    takeLastQueued() {
      const { queue } = live.state;
      live.state = { ...live.state, queue: queue.slice(0, -1) };
      return queue.at(-1)?.text;
    },
    runQuietly(command) {
      countQuiet(live, 1);
      void send(live, { type: 'submit', text: command }).finally(() => {
        countQuiet(live, -1);
        ports.changed();
      });
    },
    send: (op) => void send(live, op),
    follow(event) {
      const { state, isShown } = followEvent(live.state, event, messages);
      live.state = state;
      return isShown;
    },
    stop() {
      live.state = stopWork(live.state);
      stopTicking(live);
    },
    get work() {
      return live.state.work;
    },
    get queued() {
      return live.state.queue.map(({ shown }) => shown);
    },
    get isCancelling() {
      return live.state.isCancelling;
    },
  };
}

function take(live: Live, { state, effects }: TurnsResult): void {
  live.state = state;
  for (const effect of effects) perform(live, effect);
}

function perform(live: Live, effect: TurnsEffect): void {
  const { messages, theme, begin, show, changed } = live.ports;
  switch (effect.type) {
    case 'run':
      live.ticking ??= setInterval(changed, TICK_MS).unref();
      begin(effect.message.text, effect.message.shown);
      return void converse(live, effect.message.text);
    case 'show-steered':
      return show([[span(messages.steered(sanitize(effect.message.shown)), theme.prompt)], []]);
    case 'send':
      return void send(live, effect.op);
  }
}

async function converse(live: Live, text: string): Promise<void> {
  const { agent, messages, theme, now, finish } = live.ports;
  try {
    const engine = await agent;
    if (!live.state.isCancelling) await engine.send({ type: 'submit', text });
  } catch (error) {
    complain(live, error);
  }
  const { state, wasCancelled, isUntold, tookMs } = endWork(live.state, now());
  live.state = state;
  stopTicking(live);
  finish(isUntold ? cancelledLines(messages, theme) : [], tookMs);
  if (!wasCancelled) take(live, runNext(live.state, messages, now()));
}

function send(live: Live, op: Op): Promise<void> {
  return live.ports.agent.then((agent) => agent.send(op)).catch((error: unknown) => complain(live, error));
}

function complain({ ports }: Live, error: unknown): void {
  const { messages, theme, show, changed } = ports;
  show([[span(messages.internalError(sanitize(messageOf(error))), theme.error)]]);
  changed();
}

function countQuiet(live: Live, more: 1 | -1): void {
  live.state = { ...live.state, quiet: live.state.quiet + more };
}

function stopTicking(live: Live): void {
  clearInterval(live.ticking);
  live.ticking = undefined;
}

function cancelledLines({ cancelledBy, cancelledWhat }: ScreenWords, { notice }: Theme): Line[] {
  return [[span(cancelledBy, notice)], [span(cancelledWhat, notice)]];
}
