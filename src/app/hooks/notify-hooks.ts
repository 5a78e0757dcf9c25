/** Runs `Notification` hooks for what no call asks: an open question, or coder waiting for the person for a while. */

import type { AgentHandle, Emit } from '../../protocol/agent.ts';
import type { Stamped } from '../../protocol/event.ts';
import type { HookControl } from '../../protocol/hooks.ts';
import type { HookWords } from '../../words/en/hooks.ts';

const IDLE_MS = 60_000;

export interface Notifying {
  emit: Emit;
  /** Starts watching events; does nothing if there is no such hook. */
  start(to: { hooks: HookControl | undefined; say: HookWords; session: string }): void;
  /** Stops watching when the handle is closed. */
  until(handle: AgentHandle): AgentHandle;
}

export function createNotifying(emit: Emit): Notifying {
  let heed: ((event: Stamped) => void) | undefined;
  let timer: NodeJS.Timeout | undefined;
  const over = new AbortController();
  return {
    emit(event) {
      emit(event);
      heed?.(event);
    },
    start({ hooks, say, session }) {
      if (!hooks?.listens('Notification')) return;
      const tell = (type: string, message: string) => {
        const fields = { message, title: 'coder', notification_type: type };
        void hooks.run({ event: 'Notification', scene: { session }, subject: type, fields }, over.signal);
      };
      heed = (event) => {
        if (event.agent !== undefined && event.type !== 'request-start') return;
        if (event.type === 'turn-start' || event.type === 'turn-end' || event.type === 'request-start')
          clearTimeout(timer);
        if (event.type === 'turn-end') timer = setTimeout(() => tell('idle_prompt', say.isWaiting), IDLE_MS).unref();
        if (event.type === 'request-start' && event.request.kind === 'questions')
          tell('elicitation_dialog', say.hasQuestion);
      };
    },
    until: ({ send, ...rest }) => ({
      ...rest,
      send(op) {
        if (op.type === 'close') stop();
        return send(op);
      },
    }),
  };

  function stop(): void {
    heed = undefined;
    clearTimeout(timer);
    over.abort();
  }
}
