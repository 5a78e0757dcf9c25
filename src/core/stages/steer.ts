/** Delivers, before the next model call, what happened while the turn ran: what the person said, jobs that ended. */

import type { Part } from '../../protocol/message.ts';
import { saidIn } from '../../words/fault.ts';
import { record } from '../call/record.ts';
import { tellEnded } from '../ended-jobs.ts';
import type { Engine } from '../engine.ts';
import type { LiveSession } from '../live-session.ts';
import type { TurnState } from '../turn-state.ts';
import type { Steering } from './stage.ts';

export async function steer(
  state: TurnState,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
  steering: Steering,
): Promise<TurnState> {
  const texts = steering();
  if (state.stop) await tellEnded(state, live, engine); // while the turn continues, results report them
  let said = 0;
  for (const text of texts) {
    const heard = engine.hooks ? await heardBy(text, state, live, engine, signal) : [];
    if (!heard) continue;
    said++;
    const content: Part[] = [{ type: 'text', text }, ...heard];
    await record(state, { role: 'user', said: 'while-working', content }, live, engine);
  }
  if (said > 0 && state.stop === 'answered') return { ...state, stop: undefined }; // the message came after the answer
  return state;
}

/** Returns the parts hooks add to the text; `undefined` if a hook blocks it. */
async function heardBy(
  text: string,
  { fixed: { turn, prompt, mode, model } }: TurnState,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<readonly Part[] | undefined> {
  const { promptHooks } = await import('../hooks/turn-hooks.ts');
  const heard = await promptHooks({ text, turn, prompt, mode, model }, live, engine, signal);
  if ('parts' in heard) return heard.parts;
  const view = { title: engine.words.hooks.blocked(saidIn(heard.blocked, engine.words.faults)) };
  engine.person.emit({ type: 'notice', level: 'warn', view });
  return undefined;
}
