/** Decides what is sent to the engine and when: one message at a time, the others queued, steered in or returned to the line. */

import { messageOf } from '../../../base/errors.ts';
import { sanitize } from '../../../base/text/sanitize.ts';
import type { AgentHandle } from '../../../protocol/agent.ts';
import type { Stamped } from '../../../protocol/event.ts';
import type { Op } from '../../../protocol/op.ts';
import type { ScreenWords } from '../../../words/en/screen.ts';
import { type Line, span } from '../screen/spans.ts';
import type { Theme } from '../screen/theme.ts';
import { createMessageQueue } from './queue.ts';
import { followWork, startWork, type Work } from './work.ts';

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

/** Redrawn this often, so that running work looks alive. */
const TICK_MS = 200;

export function createTurns(ports: TurnPorts): Turns {
  const { messages, theme, now } = ports;
  const queue = createMessageQueue();
  let work: Work | undefined;
  let ticking: NodeJS.Timeout | undefined;
  let isCancelling = false;
  let wasTold = false;
  let quiet = 0;
  ports.agent.catch(() => undefined); // the builder reports a failed engine

  return {
    submit(text, shown) {
      if (work) queue.add(text, shown);
      else run(text, shown);
    },
    steer() {
      const next = work && queue.takeSteerable();
      if (!next) return;
      ports.show([[span(messages.steered(sanitize(next.shown)), theme.prompt)], []]);
      send({ type: 'steer', text: next.text });
    },
    cancel() {
      isCancelling = work !== undefined;
      if (work) work = { ...work, what: messages.cancelling };
      send({ type: 'cancel' });
      return queue.takeAll();
    },
    takeLastQueued: queue.takeLast,
    runQuietly(command) {
      quiet += 1;
      void ports.agent
        .then((agent) => agent.send({ type: 'submit', text: command }))
        .catch(complain)
        .finally(() => {
          quiet -= 1;
          ports.changed();
        });
    },
    send,
    follow(event) {
      if (event.type === 'turn-end' && event.reason === 'cancelled' && event.agent === undefined) wasTold = true;
      if (work && !isCancelling) work = followWork(work, event, messages);
      return work !== undefined || quiet === 0 || event.type !== 'notice' || event.level !== 'info';
    },
    stop,
    get work() {
      return work;
    },
    get queued() {
      return queue.shown();
    },
    get isCancelling() {
      return isCancelling;
    },
  };

  function run(text: string, shown: string): void {
    wasTold = false;
    work = startWork(messages.starting, now());
    ticking ??= setInterval(ports.changed, TICK_MS).unref();
    ports.begin(text, shown);
    void converse(text);
  }

  async function converse(text: string): Promise<void> {
    try {
      const agent = await ports.agent;
      if (!isCancelling) await agent.send({ type: 'submit', text });
    } catch (error) {
      complain(error);
    }
    const wasCancelled = isCancelling;
    isCancelling = false;
    const tookMs = work ? now() - work.since : 0;
    stop();
    ports.finish(wasCancelled && !wasTold ? cancelledLines() : [], wasCancelled ? 0 : tookMs);
    const next = wasCancelled ? undefined : queue.takeFirst();
    if (next) run(next.text, next.shown);
  }

  /** The engine reports a cancelled turn itself; a cancel before or outside a turn is reported here. */
  function cancelledLines(): Line[] {
    return [[span(messages.cancelledBy, theme.notice)], [span(messages.cancelledWhat, theme.notice)]];
  }

  function stop(): void {
    work = undefined;
    clearInterval(ticking);
    ticking = undefined;
  }

  function send(op: Op): void {
    ports.agent.then((agent) => agent.send(op)).catch(complain);
  }

  function complain(error: unknown): void {
    ports.show([[span(messages.internalError(sanitize(messageOf(error))), theme.error)]]);
    ports.changed();
  }
}
