/**
 * Replays a recorded session against the built program, playing the model: it answers the same requests and obeys where the model obeyed.
 */

import {
  call,
  calls,
  type RecordedRequest,
  type Script,
  say,
  startModelServer,
} from '../../test/fixtures/model-server.ts';
import { runCoder, scratch } from '../../test/fixtures/run-coder.ts';
import { makeProject } from './project.ts';
import type { RecordedSession } from './sessions.ts';

export interface Replayed {
  requests: readonly RecordedRequest[];
  /** What the program wrote to standard error: the calls. */
  progress: string;
}

interface Sent {
  messages: { role: string; content: unknown }[];
}

export async function replay(session: RecordedSession): Promise<Replayed> {
  using place = scratch();
  const bin = `${place.home}/bin`;
  makeProject(session.project, place.path, bin);
  await using server = await startModelServer(modelOf(session));
  const { code, stderr } = await runCoder(['-p', session.prompt, '--mode', 'yolo'], {
    cwd: place.path,
    url: server.url,
    env: { PATH: `${bin}:${process.env.PATH}`, HOME: place.home },
  });
  if (code !== 0) throw new Error(`${session.name}: ${code} ${stderr}`);
  return { requests: server.requests.filter(({ method }) => method === 'POST'), progress: stderr };
}

function modelOf(session: RecordedSession): (request: RecordedRequest) => Script {
  let next = 0;
  let id = 0;
  let hasTodos = session.obeysTodos !== true;
  let secondPatch = session.secondPatch;
  const made = (list: readonly { name: string; args: unknown }[]) =>
    calls(list.map((each) => ({ ...each, id: `call_${String(id++).padStart(4, '0')}` })));
  return ({ body }) => {
    const { messages } = JSON.parse(body) as Sent;
    const last = messages.at(-1);
    const text = typeof last?.content === 'string' ? last.content : JSON.stringify(last?.content ?? '');
    if (last?.role === 'user' && /^(?:Verification failed|\[coder\] )/.test(text))
      return say('That is another copy of the package: nothing of it comes from this change.');
    if (last?.role === 'tool' && secondPatch && /does not match|cannot be read/.test(text)) {
      const again = secondPatch;
      secondPatch = undefined;
      return made([again]);
    }
    if (!hasTodos && next === 3 && body.includes('keep it true with')) {
      hasTodos = true;
      return call('todowrite', { todos: [{ content: 'Find the limits', status: 'completed' }] }, `call_${id++}`);
    }
    const step = session.steps[next++];
    return step ? made(step) : say(session.answer);
  };
}
