/** What a run that no one attends does in its conversation: refuses requests, and asks again for an answer that is not as it must be. */

import type { AgentHandle } from '../../protocol/agent.ts';
import type { Stamped } from '../../protocol/event.ts';
import { unattendedAnswer } from '../../protocol/request.ts';

/** Holds the agent, once there is one. */
export interface RunningAgent {
  agent?: AgentHandle;
}

/** How often the model may correct its answer. */
const CORRECTIONS = 2;

/** Answers requests in place of the person. */
export function refuseRequests(running: Readonly<RunningAgent>): (event: Stamped) => void {
  return (event) => {
    if (event.type !== 'request-start') return;
    const { request } = event;
    setImmediate(() => {
      void running.agent?.send({ type: 'answer', id: request.id, answer: unattendedAnswer(request) });
    });
  };
}

export type CheckedAnswer<Value> =
  | { ok: true; value: Value }
  /** `again` asks the model for a better one, because of `what`. */
  | { ok: false; what: string; again: string };

interface Answering<Value> {
  agent: AgentHandle;
  /** What was answered last, and why that turn stopped. */
  followed: { readonly answer: string; readonly stop: string };
  check(answer: string): CheckedAnswer<Value> | Promise<CheckedAnswer<Value>>;
  /** True if it is too late to ask again. */
  isOver(): boolean;
}

/** Checks the answer that was given, and asks again until it is right, a few times at most. */
export async function checkedAnswer<Value>(answering: Answering<Value>): Promise<CheckedAnswer<Value>> {
  const { agent, followed, check, isOver } = answering;
  for (let left = CORRECTIONS; ; left -= 1) {
    const checked = await check(followed.answer);
    if (checked.ok || left === 0 || isOver() || followed.stop !== 'answered') return checked;
    await agent.send({ type: 'submit', text: checked.again });
  }
}
