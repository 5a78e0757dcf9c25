/** The composition root: the only file that knows every part. */

import { homedir } from 'node:os';
import { join } from 'node:path';
import { createMasker, secretValuesFrom } from '../base/secrets.ts';
import { classifyUrl, createResolver } from '../base/url-reach.ts';
import { runCommand } from '../commands/run-command.ts';
import { presetIsLooser } from '../config/strictness.ts';
import { createAgent } from '../core/agent.ts';
import { createRequests } from '../core/requests.ts';
import type { Services } from '../core/services.ts';
import { childEnvironment } from '../host/child-env.ts';
import { createGit } from '../host/git.ts';
import { look } from '../host/look.ts';
import { createProcesses } from '../host/process.ts';
import { createSearch } from '../host/search.ts';
import { createWorkspace } from '../host/workspace.ts';
import type { AgentHandle, Emit } from '../protocol/agent.ts';
import type { Event } from '../protocol/event.ts';
import type { Mode } from '../protocol/mode.ts';
import type { Grant } from '../protocol/policy.ts';
import { contextLimit } from '../providers/models.ts';
import { grantsOf, messagesOf, settingOf, titleOf } from '../session/fold.ts';
import { projectGrants } from '../session/grants.ts';
import { createSeenFiles } from '../tools/seen-files.ts';
import type { AgentOptions } from './agent-options.ts';
import { attach } from './attach.ts';
import { chooseModel } from './choose-model.ts';
import { createConnector } from './connect.ts';
import { loadAppSettings } from './load-app-settings.ts';
import { createPromptSource } from './prompt-source.ts';
import { openAppSession } from './sessions.ts';
import { createToolSet } from './tool-set.ts';
import { createAppUndo } from './undo.ts';

const LOCK_PATIENCE_MS = 5000;

const OFFLINE = {
  en: 'The built-in offline model answers: rule-based, no key, no network. For a real one set OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY or AGENT_BASE_URL; "coder models" finds local servers.',
  'zh-CN':
    '由内置的离线模型回答：基于规则，无需密钥，不联网。接入真实模型：设置 OPENAI_API_KEY、ANTHROPIC_API_KEY、GEMINI_API_KEY 或 AGENT_BASE_URL；“coder models” 会查找本地服务。',
};

export async function buildAgent(options: AgentOptions, emit: Emit): Promise<AgentHandle> {
  const app = await loadAppSettings(options);
  const { settings, tables, home, folder } = app;
  const choice = chooseModel(app, options);
  const secrets = secretValuesFrom(options.env);
  const key = choice.kind === 'endpoint' ? choice.key : undefined;
  const mask = createMasker([...secrets, ...(key ? [{ name: 'key', value: key }] : [])]);

  let seq = 0;
  const send = (event: Event, agent?: string) =>
    emit({ ...event, seq: seq++, at: Date.now(), ...(agent !== undefined && { agent }) });
  const warn = (title: string) => send({ type: 'notice', level: 'warn', view: { title } });

  const session = await openAppSession(app, options, mask, warn);
  const workspace = await createWorkspace({ root: options.cwd, extraRoots: settings.add_dirs });
  const env = childEnvironment(options.env, {
    keep: settings.safety.keep_env,
    secretValues: key ? [key] : [],
  });
  const processes = createProcesses({ env, marker: session.id });
  const search = createSearch({ env, avoid: workspace.roots });
  const requests = createRequests(send);
  const prompts = createPromptSource(app, options, warn);
  const connect = createConnector(app, options);

  const model =
    settingOf(session.entries, 'model') ?? (choice.kind === 'refused' ? (settings.model ?? 'none') : choice.model);
  const mode = modeAtStart();
  const savedGrants = projectGrants(home, workspace.root);
  const grants = await savedGrants.load();
  const { auto_approve_ask, interactive, on_risk } = settings.approval;
  const attended = options.attended && interactive;
  const resolveName = createResolver();
  const toolSet = createToolSet({
    resolveName,
    env: options.env,
    workspace,
    git: createGit({ processes, cwd: workspace.root, avoid: workspace.roots, env }),
    processes,
    search,
    seen: createSeenFiles(),
    session,
    settings,
    cacheDir: join(folder, 'cache'),
    ask: requests.ask,
    attended,
    skills: prompts.skills,
    emit: send,
    services: () => services,
  });

  const services: Services = {
    cwd: workspace.root,
    session,
    tools: toolSet,
    tables,
    limits: {
      maxSteps: settings.runtime.max_steps,
      maxSessionTurns: settings.runtime.max_session_turns,
      maxRetries: settings.runtime.max_retries,
      retryBaseMs: settings.runtime.retry_base_ms,
    },
    approval: { autoApprove: auto_approve_ask || !interactive, attended, onRisk: on_risk },
    commandModeChecks: settings.command_mode.approval === 'policy',
    provider: connect,
    contextLimit: (name) => settings.context_limit ?? contextLimit(name),
    systemPrompt: prompts.systemPrompt,
    facts: (preset) => ({
      root: workspace.root,
      roots: workspace.roots,
      home: options.env.HOME ?? homedir(),
      preset,
      grants: [...grants, ...grantsOf(session.entries)],
      hardBlockInYolo: settings.safety.hard_block_in_yolo,
      look,
    }),
    async resolve(path) {
      const { absolute, inside, protected: isProtected } = await workspace.resolve(path);
      return { path: absolute, inside, protected: isProtected };
    },
    attach: (text, inMode, signal) => attach(text, inMode, { workspace, tools: toolSet }, signal),
    async reach(url) {
      const reach = await classifyUrl(url, resolveName);
      return { name: URL.parse(url)?.hostname ?? url, private: reach.kind === 'private' };
    },
    ask: requests.ask,
    remember,
    command: runCommand,
    ...createAppUndo({ home, workspace, session, settings, processes, env, warn }),
    emit: send,
  };

  for (const notice of app.notices) warn(notice);
  if (choice.kind === 'offline' && settings.model === undefined && settings.provider.id === undefined)
    warn(OFFLINE[settings.lang]);
  const title = titleOf(session.entries);
  send({
    type: 'state-change',
    change: { session: { id: session.id, ...(title && { title }) }, mode: mode.name, model },
  });
  const messages = messagesOf(session.entries);
  const turns = session.entries.filter(({ type }) => type === 'turn-end').length;
  const agent = createAgent(services, requests, { mode, model, messages, turns });
  return {
    ...agent,
    async send(op) {
      await agent.send(op);
      if (op.type === 'close') await processes.close();
    },
  };

  function modeAtStart(): Mode {
    const usual = tables.modes[settings.mode] as Mode;
    const saved = tables.modes[settingOf(session.entries, 'mode') ?? ''];
    if (!saved || app.origins.get('mode')?.source === 'flag') return usual;
    const [preset, than] = [tables.presets[saved.preset], tables.presets[usual.preset]];
    return !preset || !than || presetIsLooser(preset, than) ? usual : saved; // the log lies in the workspace: it may not loosen
  }

  async function remember(grant: Grant): Promise<void> {
    if (grant.lifetime === 'session') await session.append({ type: 'grant', grant });
    else {
      grants.push(grant);
      await savedGrants.add(grant, AbortSignal.timeout(LOCK_PATIENCE_MS));
    }
  }
}
