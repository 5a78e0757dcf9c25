/** `coder demo`: the real agent on a scratch project with a failing test, with the offline model. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentOptions } from '../../app/agent-options.ts';
import { buildAgent } from '../../app/build-agent.ts';
import type { Stamped } from '../../protocol/event.ts';
import { createStory } from './story.ts';
import { writeDemoProject } from './project.ts';

export interface DemoFlags {
  yes: boolean;
  lang?: 'en' | 'zh-CN';
}

/** Without a person at the terminal every approval is given, so that it goes through by itself. */
export async function runDemo(options: AgentOptions, flags: DemoFlags): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'coder-demo-'));
  const alone = flags.yes || !process.stdin.isTTY || !process.stdout.isTTY;
  const story = createStory((text) => process.stdout.write(text), alone);
  try {
    const { prompt } = await writeDemoProject(folder, flags.lang);
    let exitCode = 1;
    const agent = await buildAgent(
      {
        ...options,
        cwd: folder,
        attended: true,
        session: { kind: 'new' },
        flags: { model: 'offline', mode: 'default', ...(flags.lang && { lang: flags.lang }) },
        configFile: undefined,
      },
      (event: Stamped) => {
        story.event(event);
        if (event.type === 'turn-end' && event.agent === undefined)
          exitCode = event.reason === 'answered' && !event.refused ? 0 : 1;
        if (event.type === 'request-start') {
          void story
            .answer(event.request)
            .then((answer) => agent.send({ type: 'answer', id: event.request.id, answer }));
        }
      },
    );
    story.begin(folder, prompt);
    await agent.send({ type: 'submit', text: prompt });
    if (exitCode === 0) {
      story.command('/undo');
      await agent.send({ type: 'submit', text: '/undo' });
    }
    await agent.send({ type: 'close' });
    story.end(exitCode === 0);
    return exitCode;
  } finally {
    story.close();
    await rm(folder, { recursive: true, force: true });
  }
}
