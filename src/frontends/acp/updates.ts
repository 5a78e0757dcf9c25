/** Sends a session's updates to the client in order: nothing before the client knows the session, no message between two prompts. */

import type { Update } from './wire.ts';

export interface Updates {
  send(update: Update): void;
  /** Sends the update even if others are held back. */
  notify(update: Update): void;
  /** Runs the work after all that was given before. */
  inOrder(work: () => Promise<void>): Promise<void>;
  /** Sends the output of running commands that has not been sent yet. */
  flush(): void;
  flushSoon(): void;
  /** Called once the client knows the session; sends the updates that were held back. */
  begin(): void;
  /** Sends the messages that arrived between prompts. */
  sendLate(): void;
  /** Waits for the updates given so far, and sends no more output. */
  close(): Promise<void>;
}

interface UpdatePorts {
  notify(update: Update): void;
  /** True while a prompt is being answered. */
  isPrompted(): boolean;
  /** The output of running commands since the last call. */
  outputs(): readonly Update[];
}

/** How often the output of a running command is sent. */
const OUTPUT_EVERY_MS = 100;

export function createUpdates({ notify, isPrompted, outputs }: UpdatePorts): Updates {
  let held: Update[] | undefined = [];
  /** Messages that arrive between prompts. Sent before the next answer, because a message belongs to a prompt. */
  let late: Update[] = [];
  let chain: Promise<void> = Promise.resolve();
  let flushing: NodeJS.Timeout | undefined;

  function send(update: Update): void {
    if (held) held.push(update);
    else if (!isPrompted() && update.sessionUpdate === 'agent_message_chunk') late.push(update);
    else notify(update);
  }

  function inOrder(work: () => Promise<void>): Promise<void> {
    chain = chain.then(work);
    return chain;
  }

  function flush(): void {
    clearTimeout(flushing);
    flushing = undefined;
    for (const update of outputs()) send(update);
  }

  return {
    send,
    notify,
    inOrder,
    flush,
    flushSoon() {
      flushing ??= setTimeout(() => void inOrder(async () => flush()), OUTPUT_EVERY_MS);
    },
    begin() {
      const updates = held ?? [];
      held = undefined;
      for (const update of updates) if (!isInAnswer(update)) send(update);
    },
    sendLate() {
      for (const update of late) notify(update);
      late = [];
    },
    async close() {
      clearTimeout(flushing);
      await chain;
    },
  };
}

/** True if the answer that tells the client about the session already contains this update. */
function isInAnswer(update: Update): boolean {
  const kind = update.sessionUpdate;
  if (kind === 'plan') return update.entries.length === 0;
  return kind === 'current_mode_update' || kind === 'config_option_update';
}
