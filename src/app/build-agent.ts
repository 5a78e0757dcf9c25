/** The composition root: the only file that knows every part. */

import { answersIn } from '../commands/answers/answers.ts';
import { runCommand } from '../commands/run-command.ts';
import type { Engine } from '../core/engine.ts';
import { startEngine } from '../core/start-engine.ts';
import { runSubagent } from '../core/subagent.ts';
import type { AgentHandle, Emit } from '../protocol/agent.ts';
import type { Session } from '../protocol/session.ts';
import type { AgentOptions } from './agent-options.ts';
import { engineSettings } from './engine-settings.ts';
import { createSessions, openLog } from './live-session.ts';
import { loadAppSettings } from './load-app-settings.ts';
import { createHost, machineOf } from './machine.ts';
import { createModels } from './models.ts';
import { openingOf } from './opening.ts';
import { createPromptSource, findAppCommands } from './prompt-source.ts';
import { loadRules } from './rules.ts';
import { createRun, type Run } from './run.ts';
import { createToolSet } from './tool-set.ts';

const OFFLINE = {
  en: 'The built-in offline model answers: rule-based, no key, no network. For a real one set OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY or AGENT_BASE_URL; "coder models" finds local servers.',
  'zh-CN':
    '由内置的离线模型回答：基于规则，无需密钥，不联网。接入真实模型：设置 OPENAI_API_KEY、ANTHROPIC_API_KEY、GEMINI_API_KEY 或 AGENT_BASE_URL；“coder models” 会查找本地服务。',
};

/** `loading`: the settings, if they were asked for already. */
export async function buildAgent(
  options: AgentOptions,
  emit: Emit,
  loading = loadAppSettings(options),
): Promise<AgentHandle> {
  const run = createRun(await loading, options, emit);
  const { app, person, requests } = run;
  const log = await openLog(run, options.session);
  const host = createHost(run, log.id);
  const prompts = createPromptSource(run);
  const models = createModels(app, options);
  models.prepare(openingOf(log, run).model);
  const sessions = createSessions(run, host, await loadRules(app, options, host.workspace), models);

  const attended = options.attended && app.settings.approval.interactive;
  const tools = createToolSet(run, host, prompts, attended);
  const engine: Engine = {
    settings: engineSettings(app, host.workspace.root, attended),
    models: { ...models, systemPrompt: prompts.systemPrompt },
    machine: machineOf(host, tools, run),
    person,
    tools,
    delegate: (task, live, signal) => runSubagent(task, live, engine, signal),
  };
  const say = answersIn(app.settings.lang);
  const commands = {
    run: (name, args, context) => runCommand(name, args, { ...context, say }),
    skills: prompts.skills.list,
    custom: () => findAppCommands(app),
  } satisfies Parameters<typeof startEngine>[0]['commands'];
  warnAtStart(run);
  const opening = await sessions.begin(log, options.session);
  if (attended) await recap(log, run, say.resumed(log.id));
  return startEngine({ engine, sessions, commands, requests, opening });
}

function warnAtStart({ app, choice, warn }: Run): void {
  const { model, provider, lang } = app.settings;
  for (const notice of app.notices) warn(notice);
  if (choice.kind === 'offline' && model === undefined && provider.id === undefined) warn(OFFLINE[lang]);
}

/** What a session that continues was about. */
async function recap({ entries }: Session, { options, person }: Run, title: string): Promise<void> {
  if (options.session.kind === 'new') return;
  const { recapOf } = await import('../transcript/recap.ts');
  person.emit({ type: 'notice', level: 'info', view: { title, body: recapOf(entries) } });
}
