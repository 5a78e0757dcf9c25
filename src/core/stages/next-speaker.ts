/** Decides after an answer without calls whether it is the person's turn, or the model stopped in mid-thought. */

import { longField } from '../../base/long-text/long-field.ts';
import { nextSpeakerOf } from '../../context/unfinished.ts';
import { saidLast } from '../../log/said-last.ts';
import { addUsage, type Message, saidIn, textOf } from '../../protocol/message.ts';
import { askModel } from '../ask-model.ts';
import { record } from '../call/record.ts';
import type { Engine } from '../engine.ts';
import type { LiveSession } from '../live-session.ts';
import { sideModel } from '../route-model.ts';
import { tellPerson } from '../tell-person.ts';
import type { TurnState } from '../turn-state.ts';

const MOST_CONTINUES = 100;
const LONG_END = 10_000;
const QUESTION =
  'Who speaks next? If your last answer announced a step that you have not taken yet, or broke off, reply with the single word "model". If it is complete, or asks the user something, reply with the single word "user".';

export async function nextSpeaker(
  state: TurnState,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<TurnState> {
  if (state.stop || signal.aborted) return { ...state, stop: state.stop ?? 'cancelled' };
  const check = engine.settings.runtime.next_speaker_check;
  if (check === 'off' || state.continued >= MOST_CONTINUES || isStuck(state, live)) return endTurn(state, live, engine);

  let next = state;
  const [answer] = saidLast(live.log.entries);
  let speaker = nextSpeakerOf(
    endOf(answer),
    state.reply.ended === 'length' ? 'length' : 'stop',
    state.toolbox.tools.length > 0,
  );
  if (speaker === 'unsure' && check === 'model') {
    const asked = await askWhoSpeaks(state, live, engine, signal);
    next = asked.state;
    speaker = asked.isModel ? 'model' : 'person';
  }
  if (signal.aborted) return { ...next, stop: 'cancelled' };
  if (speaker !== 'model') return endTurn(next, live, engine);
  const content = [{ type: 'text' as const, text: 'Please continue.' }];
  await record(next, { role: 'user', by: 'coder', content }, live, engine);
  return { ...next, continued: next.continued + 1 };
}

/** True if the model, asked to continue, repeated itself word for word: asking once more would not help. */
function isStuck({ continued }: TurnState, { log }: LiveSession): boolean {
  if (continued === 0) return false;
  const [answer, asked, before] = saidLast(log.entries);
  const isAnswer = asked?.role === 'user' && asked.by === 'coder';
  return isAnswer && wordsOf(answer) === wordsOf(before);
}

function wordsOf(message: Message | undefined): string {
  return message?.role === 'assistant' ? textOf(message.content).trim() : '';
}

/** The answer, or its last part if it is long: enough to tell who speaks next. */
function endOf(message: Message | undefined): string {
  if (message?.role !== 'assistant') return '';
  const said = saidIn(message.content);
  return longField(said)?.text.tail(LONG_END) ?? said.text;
}

async function endTurn(state: TurnState, live: LiveSession, engine: Engine): Promise<TurnState> {
  if (state.reply.ended === 'length') await tellPerson(state, 'warn', engine.words.turn.cutOff, live, engine);
  return { ...state, stop: 'answered' };
}

/** Treats any failure as "the person speaks next": the answer stays and the turn ends. */
async function askWhoSpeaks(
  state: TurnState,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<{ isModel: boolean; state: TurnState }> {
  const model = sideModel(state.fixed.model, engine.settings.routing);
  if (model !== state.fixed.model) {
    await tellPerson(state, 'info', engine.words.turn.checkedBy(model, state.fixed.model), live, engine);
  }
  const { entries } = live.log;
  const [answer] = saidLast(entries);
  const prompt = saidLast(entries).find(({ role }) => role === 'user');
  const question = { role: 'user' as const, content: [{ type: 'text' as const, text: QUESTION }] };
  const messages = [...(prompt ? [prompt] : []), ...(answer ? [answer] : []), question];
  const { text, usage } = await askModel({ model, system: '', messages, maxOutputTokens: 16 }, engine, signal);
  if (usage) await live.log.append({ type: 'usage', agent: 'check', model, usage });
  return { isModel: /^\W*model\b/i.test(text), state: { ...state, usage: addUsage(state.usage, usage) } };
}
