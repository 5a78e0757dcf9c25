/** `coder demo`: runs the real agent with the offline model on a scratch project that has a failing test. */

import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentOptions } from '../../app/agent-options.ts';
import { buildAgent } from '../../app/build-agent.ts';
import { loadAppSettings } from '../../app/load-app-settings.ts';
import type { Language } from '../../base/language.ts';
import type { Stamped } from '../../protocol/event.ts';
import type { DemoWords } from '../../words/en/demo.ts';
import { shownEvent } from '../../words/shown-view.ts';
import { loadWords } from '../../words/words.ts';
import { createLeaving, signalCode } from '../leaving.ts';
import { writeDemoProject } from './project.ts';
import { createStory } from './story.ts';

export interface DemoFlags {
  yes: boolean;
  lang: Language | undefined;
  /** Holds the conversation in a terminal and types the script's lines. Absent if there is no terminal. */
  converse?(options: AgentOptions, script: DemoScript): Promise<number>;
}

interface DemoScript {
  lines: readonly string[];
  farewell(succeeded: boolean): string;
}

/** In a terminal, runs as a normal conversation that waits for approvals; otherwise allows everything and prints it. */
export async function runDemo(options: AgentOptions, flags: DemoFlags): Promise<number> {
  const { yes, lang: asked, converse } = flags;
  const folder = await mkdtemp(join(tmpdir(), 'coder-demo-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove); // closing the terminal window leaves no time for asynchronous clean-up
  try {
    const alone: AgentOptions = { ...options, cwd: folder, flags: asked ? { lang: asked } : {}, configFile: undefined };
    const { lang } = (await loadAppSettings(alone)).settings;
    const { demo: texts } = await loadWords(lang);
    const agent: AgentOptions = {
      ...alone,
      attended: true,
      session: { kind: 'new' },
      flags: { model: 'offline', mode: 'default', lang },
    };
    await writeDemoProject(folder);
    process.stdout.write(`${texts.begin(folder)}\n\n`);
    if (!converse || yes) return await tell(agent, texts);
    return await converse(agent, {
      lines: linesOf(texts),
      farewell: (succeeded) => (succeeded ? texts.end : texts.stopped),
    });
  } finally {
    process.off('exit', remove);
    remove();
  }
}

/** Undoes the turn's changes to show that this works, then redoes them so that the fix stays. */
function linesOf({ prompt }: DemoWords): string[] {
  return [prompt, '/undo', '/redo'];
}

async function tell(options: AgentOptions, texts: DemoWords): Promise<number> {
  const story = createStory((text) => process.stdout.write(text), texts);
  let exitCode = 1;
  const agent = await buildAgent(options, (stamped: Stamped) => {
    const event = shownEvent(stamped, texts.views);
    story.event(event);
    if (event.type === 'turn-end' && event.agent === undefined)
      exitCode = event.reason === 'answered' && !event.refused ? 0 : 1;
    if (event.type === 'request-start')
      void agent.send({ type: 'answer', id: event.request.id, answer: story.answer(event.request) });
  });
  const leaving = createLeaving({
    begin: () => void agent.send({ type: 'cancel' }),
    exit: (code) => process.exit(code),
    codeOf: () => signalCode('SIGINT'),
  });
  for (const line of linesOf(texts)) {
    story.say(line);
    await agent.send({ type: 'submit', text: line });
    if (leaving.code !== undefined) exitCode = leaving.code;
    if (exitCode !== 0) break;
  }
  await agent.send({ type: 'close' });
  leaving.dispose();
  process.stdout.write(`\n${exitCode === 0 ? texts.end : texts.stopped}\n`);
  return exitCode;
}
