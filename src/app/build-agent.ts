/** The composition root: the only file that knows every part. */

import { homedir } from 'node:os';
import { join } from 'node:path';
import { classifyUrl, createResolver } from '../base/net/url-reach.ts';
import { createMasker, secretValuesFrom } from '../base/text/secrets.ts';
import { answersIn } from '../commands/answers/answers.ts';
import { runCommand } from '../commands/run-command.ts';
import { createOutgoing } from '../context/outgoing.ts';
import { type Conversation, createAgent } from '../core/agent.ts';
import { createRequests } from '../core/call/requests.ts';
import { createMeter } from '../core/meter.ts';
import type { Services } from '../core/services.ts';
import { look } from '../host/files/look.ts';
import { createResultSaver } from '../host/files/save-result.ts';
import { createWorkspace } from '../host/files/workspace.ts';
import { createGit } from '../host/git/git.ts';
import { childEnvironment } from '../host/process/child-env.ts';
import { createProcesses } from '../host/process/process.ts';
import { createSearch } from '../host/search/search.ts';
import { createTerminals } from '../host/terminal/terminals.ts';
import { addGrant } from '../log/fold.ts';
import { followLog } from '../log/follow-log.ts';
import type { AgentHandle, Emit } from '../protocol/agent.ts';
import type { Event, StateChange } from '../protocol/event.ts';
import { type Grant, isSameScope, type Scope } from '../protocol/policy.ts';
import type { Session, SessionChoice } from '../protocol/session.ts';
import { contextLimit } from '../providers/catalogue/models.ts';
import { projectGrants } from '../session/grants.ts';
import { createSeenFiles } from '../tools/seen-files.ts';
import type { AgentOptions } from './agent-options.ts';
import { attach } from './attach.ts';
import { chooseModel, nameOfModel } from './choose-model.ts';
import { configuredModel } from './configured-model.ts';
import { createConnector } from './connect.ts';
import { loadAppSettings } from './load-app-settings.ts';
import { type Opening, openingOf } from './opening.ts';
import { createPromptSource } from './prompt-source.ts';
import { endJobsOnCancel, withJobs } from './second-cancel.ts';
import { openAppSession } from './sessions.ts';
import { budgetAtStart, priceOf } from './spending.ts';
import { createSurroundings } from './surroundings.ts';
import { createToolSet } from './tool-set.ts';
import { createAppUndo } from './undo.ts';
import { workflowServices } from './workflow.ts';

const LOCK_PATIENCE_MS = 5000;

const JOBS_ENDED = {
  en: (commands: string) => `Ended in the background: ${commands}`,
  'zh-CN': (commands: string) => `已结束后台任务：${commands}`,
};

const OFFLINE = {
  en: 'The built-in offline model answers: rule-based, no key, no network. For a real one set OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY or AGENT_BASE_URL; "coder models" finds local servers.',
  'zh-CN':
    '由内置的离线模型回答：基于规则，无需密钥，不联网。接入真实模型：设置 OPENAI_API_KEY、ANTHROPIC_API_KEY、GEMINI_API_KEY 或 AGENT_BASE_URL；“coder models” 会查找本地服务。',
};

export async function buildAgent(options: AgentOptions, emit: Emit): Promise<AgentHandle> {
  const app = await loadAppSettings(options);
  const { settings, tables, home, folder } = app;
  const say = answersIn(settings.lang);
  const choice = chooseModel(app, options);
  const secrets = secretValuesFrom(options.env);
  const key = choice.kind === 'endpoint' ? choice.key : undefined;
  const mask = createMasker([...secrets, ...(key ? [{ name: 'key', value: key }] : [])]);

  let seq = 0;
  const send = (event: Event, agent?: string) =>
    emit({
      ...withJobs(event, () => processes.jobs),
      seq: seq++,
      at: Date.now(),
      ...(agent !== undefined && { agent }),
    });
  const warn = (title: string) => send({ type: 'notice', level: 'warn', view: { title } });

  const first = await openAppSession(app, options, options.session, mask, warn);
  const workspace = createWorkspace({ root: options.cwd, extraRoots: settings.add_dirs });
  const passed = { keep: settings.safety.keep_env, roots: workspace.roots, secretValues: key ? [key] : [] };
  const env = childEnvironment(options.env, passed);
  const processes = createProcesses({ env, marker: first.id });
  const terminals = createTerminals({
    env: childEnvironment(options.env, { ...passed, terminal: true }),
    marker: first.id,
    cacheDir: join(folder, 'cache', 'pty'),
    share: settings.pty.share_input,
    emit: send,
  });
  const search = createSearch({ env, avoid: workspace.roots });
  const requests = createRequests(send);
  const prompts = createPromptSource(app, options, mask, warn);
  const { provider: given } = options;
  const connector = createConnector(app, options);

  const usualModel = nameOfModel(choice, app);
  const opening = openingOf(first, app, usualModel);
  if (!given) connector.prepare(opening.conversation.model);
  let personHome: string | undefined;
  const savedGrants = projectGrants(home, workspace.root);
  let grants = await savedGrants.load();
  const { auto_approve_ask, interactive, on_risk } = settings.approval;
  const attended = options.attended && interactive;
  const resolveName = createResolver();
  const seen = createSeenFiles();
  let bound = bind(first);
  const toolSet = createToolSet({
    resolveName,
    env: options.env,
    workspace,
    git: createGit({ processes, cwd: workspace.root, avoid: workspace.roots, env }),
    processes,
    terminals,
    search,
    seen,
    settings,
    cacheDir: join(folder, 'cache'),
    ask: requests.ask,
    attended,
    ...(options.adaptTool && { adaptTool: options.adaptTool }),
    skills: prompts.skills,
    memory: prompts.memory,
    emit: send,
    services: () => services,
  });

  const services: Services = {
    cwd: workspace.root,
    get session() {
      return bound.session;
    },
    get checkpoint() {
      return bound.checkpoint;
    },
    get files() {
      return bound.files;
    },
    openSession,
    around: createSurroundings({
      app,
      options,
      processes,
      skills: prompts.skills,
      session: () => bound.session,
      mask,
    }),
    tools: toolSet,
    terminals,
    tables,
    limits: {
      maxSteps: settings.runtime.max_steps,
      maxSessionTurns: settings.runtime.max_session_turns,
      maxRetries: settings.runtime.max_retries,
      retryBaseMs: settings.runtime.retry_base_ms,
    },
    approval: { autoApprove: auto_approve_ask || !interactive, attended, onRisk: on_risk },
    ...workflowServices(settings, workspace.root),
    commandModeChecks: settings.command_mode.approval === 'policy',
    provider: given ? async () => given : connector.provider,
    contextLimit: limitOf,
    get outgoing() {
      return bound.outgoing;
    },
    get meter() {
      return bound.meter;
    },
    saveResult: createResultSaver(workspace.root, join(folder, 'cache', 'results'), mask),
    systemPrompt: prompts.systemPrompt,
    facts: (preset) => ({
      root: workspace.root,
      roots: workspace.roots,
      home: (personHome ??= look.real(options.env.HOME ?? homedir())),
      preset,
      grants: [...grants, ...bound.grants()],
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
    async blastRadius(targets, signal) {
      const { measureTargets } = await import('../host/files/blast-radius.ts');
      return measureTargets(targets, workspace.roots, signal);
    },
    remember,
    revoke,
    command: (name, args, context) => runCommand(name, args, { ...context, say }),
    emit: send,
  };

  for (const notice of app.notices) warn(notice);
  if (choice.kind === 'offline' && settings.model === undefined && settings.provider.id === undefined)
    warn(OFFLINE[settings.lang]);
  if (options.session.kind === 'new') await noteSettings(opening.conversation);
  send({ type: 'state-change', change: withContext(opening) });
  if (attended && options.session.kind !== 'new') {
    const { recapOf } = await import('../transcript/recap.ts');
    const view = { title: say.resumed(first.id), body: recapOf(first.entries) };
    send({ type: 'notice', level: 'info', view });
  }
  const agent = createAgent(services, requests, opening.conversation);
  const cancellable = endJobsOnCancel(
    agent,
    () => processes.jobs,
    (commands) => warn(JOBS_ENDED[settings.lang](commands.join('; '))),
  );
  return {
    ...cancellable,
    async send(op) {
      await cancellable.send(op);
      if (op.type === 'close') await Promise.all([processes.close(), terminals.close()]);
    },
  };

  function limitOf(model: string): number {
    const configured = settings.context_limit ?? configuredModel(model, settings)?.context_limit;
    return configured ?? connector.window(model) ?? contextLimit(model);
  }

  /** A conversation that goes on fills the context from the start; one that begins empties it. */
  function withContext({ change, conversation }: Opening): StateChange {
    return { ...change, context: { ...bound.outgoing.size(), limit: limitOf(conversation.model) } };
  }

  /** All that belongs to one session and no other. */
  function bind(session: Session) {
    const { entries } = session;
    return {
      session,
      outgoing: createOutgoing(entries),
      meter: createMeter(entries, (name) => priceOf(name, settings), budgetAtStart(entries, app)),
      grants: followLog<readonly Grant[]>(entries, [], addGrant),
      ...createAppUndo({ home, workspace, session, settings, processes, env, warn }),
    };
  }

  /** The session before is closed once the other one is open: what cannot be opened changes nothing. */
  async function openSession(wanted: SessionChoice): Promise<Conversation> {
    const next = await openAppSession(app, options, wanted, mask, warn);
    const before = bound;
    await before.checkpoint.settled();
    before.checkpoint.close();
    bound = bind(next);
    seen.clear();
    await before.session.close();
    const opened = openingOf(next, app, usualModel);
    if (wanted.kind === 'new') await noteSettings(opened.conversation);
    send({ type: 'state-change', change: withContext(opened) });
    return opened.conversation;
  }

  /** What a new session begins with, so that it takes up there again. The stand-in for a missing model is not a choice. */
  async function noteSettings({ mode, model }: Conversation): Promise<void> {
    await bound.session.append({ type: 'setting', key: 'mode', value: mode.name });
    if (choice.kind === 'endpoint') await bound.session.append({ type: 'setting', key: 'model', value: model });
  }

  async function remember(grant: Grant): Promise<void> {
    if (grant.lifetime === 'session') await bound.session.append({ type: 'grant', grant });
    else {
      grants.push(grant);
      await savedGrants.add(grant, AbortSignal.timeout(LOCK_PATIENCE_MS));
    }
  }
  async function revoke(scope: Scope): Promise<number> {
    const before = grants.length + bound.grants().length;
    await bound.session.append({ type: 'revoke', scope });
    const kept = grants.filter((grant) => !isSameScope(grant, scope));
    if (kept.length < grants.length) await savedGrants.revoke(scope, AbortSignal.timeout(LOCK_PATIENCE_MS));
    grants = kept;
    return before - grants.length - bound.grants().length;
  }
}
