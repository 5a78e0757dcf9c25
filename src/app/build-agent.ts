/** The composition root: the only file that knows every part. */

import type { CommandPort } from '../core/conversation.ts';
import type { Engine } from '../core/engine.ts';
import { startEngine } from '../core/start-engine.ts';
import type { UndoneCall } from '../host/files/recover-writes.ts';
import { settingOf } from '../log/fold.ts';
import type { AgentHandle, Emit } from '../protocol/agent.ts';
import type { Fault } from '../protocol/fault.ts';
import type { Session } from '../protocol/session.ts';
import type { CommandWords } from '../words/en/commands.ts';
import type { TurnWords } from '../words/en/turn.ts';
import { saidIn } from '../words/fault.ts';
import { loadWords, type Words } from '../words/words.ts';
import type { AgentOptions } from './agent-options.ts';
import { engineSettings } from './engine-settings.ts';
import { hooksOf } from './hooks/may-have-hooks.ts';
import { createNotifying } from './hooks/notify-hooks.ts';
import { loadAppSettings } from './load-app-settings.ts';
import { createHost, machineOf, recoverHere } from './machine.ts';
import { type AppModels, createModels } from './models/models.ts';
import { openingOf } from './opening.ts';
import { createAppIde, isOlderThan, withEditorProblems, withIde } from './person/ide.ts';
import { agentsOf, boundFor, withAgents } from './prompt/agents.ts';
import { createPromptSource } from './prompt/prompt-source.ts';
import { createRun, type Run } from './run.ts';
import { createAppLanguageServers } from './servers/language-servers.ts';
import { promptOf, serversOf, withServers } from './servers/use-servers.ts';
import { createSessions, openLog } from './session/live-session.ts';
import { loadRules } from './session/rules.ts';
import { createSetup } from './setup.ts';
import { createToolSet } from './tool-set.ts';
import { announceTrust } from './trust/announce.ts';
import { trustControl } from './trust/control.ts';

/** `loading` is the settings, if they are being loaded already. */
export async function buildAgent(
  options: AgentOptions,
  emit: Emit,
  loading = loadAppSettings(options),
): Promise<AgentHandle> {
  const notifying = createNotifying(emit);
  const run = createRun(await loading, options, notifying.emit);
  const { app, person, requests } = run;
  const words = await loadWords(app.settings.lang);
  await app.plugins.list();
  const cutShort = await recoverHere(run);
  const log = await openLog(run, options.session, cutShort);
  const host = createHost(run, log.id, words.turn);
  const prompts = createPromptSource(run);
  const models = createModels(
    app,
    options,
    (model) => run.warn(words.turn.writtenCall(model)),
    (value) => run.secrets.add([{ name: 'key', value }]),
  );
  const { model, dropped } = openingOf(log, run);
  models.prepare(model);
  const rulesOf = await loadRules(app, options, host.workspace);
  const sessions = createSessions(run, host, rulesOf, models, cutShort);
  const attended = options.attended && app.settings.approval.interactive;
  const languages = createAppLanguageServers(run, host);
  const looksAtCode = (app.settings.lsp.diagnostics ?? (attended ? 'on' : 'off')) === 'on';
  const ide = createAppIde(run, host, words);
  const code = withEditorProblems(languages.code, ide, isOlderThan(Date.now()));
  const tools = createToolSet(run, host, prompts, attended, { ...languages, code });
  const agents = await agentsOf(run, tools);
  const project = { cwd: options.cwd, home: app.home, root: app.trust.root };
  const servers = await serversOf({ run, host, words, attended, tools });
  const hooks = await hooksOf({ run, host, say: words.hooks });
  const trust = trustControl(project, app.trust, words.trust, () => {
    app.plugins.forget();
    prompts.forget();
    agents.forget();
    void servers?.trustChanged();
  });
  const engine: Engine = {
    settings: withAgents(engineSettings(app, host.workspace.root, attended), agents),
    models: {
      ...tellingOfOffline(models, run, words.turn),
      systemPrompt: (agent, setting) => prompts.systemPrompt(agent, setting, agents.added()),
    },
    machine: withIde(withServers(machineOf(host, tools, run, prompts.remembered), servers), ide),
    person: ide ? { ...person, ide } : person,
    secrets: run.secrets,
    tools,
    trust,
    servers,
    hooks,
    ...(looksAtCode && { code: languages.check }),
    words,
    delegate: async (task, live, signal) => {
      const { delegateTo } = await import('./isolated-agent.ts');
      return delegateTo(boundFor(task, engine), live, { run, attended }, signal);
    },
  };
  const commands: CommandPort = {
    run: async (name, args, context) =>
      (await promptOf(name, args, context.person.signal, servers, words.faults)) ??
      (await import('../commands/run-command.ts')).runCommand(name, args, context, words.commands),
    skills: prompts.listedSkills,
    custom: async () => (await import('./prompt/custom-commands.ts')).findAppCommands(app),
    setup: createSetup(run, prompts, agents),
  };
  warnAtStart(run, cutShort, words);
  await announceTrust(trust, app.trust, run, words.trust);
  if (attended) warnOfVariable(run, words.turn);
  const opening = await sessions.begin(log, options.session);
  const { mode } = opening;
  if (dropped && isContinued(options)) run.warn(words.commands.resumedStricter(dropped.was, dropped.now));
  if (attended && app.tables.presets[mode.preset]?.bashSkipsChecks) run.warn(words.commands.nothingAsks(mode.name));
  if (attended) await recap(log, run, mode.name, words.commands);
  if (attended) notifying.start({ hooks, say: words.hooks, session: log.id });
  return notifying.until(startEngine({ engine, sessions, commands, requests, opening }));
}

function warnAtStart(run: Run, cutShort: readonly UndoneCall[], words: Words): void {
  const { app, warn } = run;
  const said = (files: readonly Fault[]) => files.map((file) => saidIn(file, words.faults));
  for (const notice of [...app.notices, ...app.plugins.problems]) warn(notice);
  for (const { undone, left } of cutShort) warn(words.turn.cutShort(said(undone), said(left)));
  const { banner, style } = app.settings.ui;
  const isGreeted = banner !== 'off' && style !== 'full'; // the start screen shows it already
  if (isOfflineByDefault(run) && run.options.screen && !isGreeted) warn(words.turn.offlineAnswers);
}

/** Without a screen, coder says that the offline model answers when it is asked for the first time: a command asks none. */
function tellingOfOffline(models: AppModels, run: Run, say: TurnWords): AppModels {
  if (!isOfflineByDefault(run) || run.options.screen) return models;
  let isTold = false;
  return {
    ...models,
    provider(model) {
      if (model === 'offline' && !isTold) {
        isTold = true;
        run.warn(say.offlineAnswers);
      }
      return models.provider(model);
    },
  };
}

function isOfflineByDefault({ app, options, choice }: Run): boolean {
  const { model, provider } = app.settings;
  return choice.kind === 'offline' && !options.provider && model === undefined && provider.id === undefined;
}

/** Warns if a variable overrides the model that `/model` saved. */
function warnOfVariable({ app, warn }: Run, say: TurnWords): void {
  const { modelInFile: named, origins, settings } = app;
  const { source, where } = origins.get('model') ?? {};
  if (source !== 'env' || where === undefined || !named || named.name === settings.model) return;
  warn(say.modelByVariable(where, settings.model ?? '', named.where, named.name));
}

/** Shows what a continued session was about. */
async function recap(
  { id, entries }: Session,
  { options, person }: Run,
  now: string,
  say: CommandWords,
): Promise<void> {
  if (!isContinued(options)) return;
  const was = settingOf(entries, 'mode') ?? now;
  const isAsked = options.flags.mode !== undefined;
  const title = was === now || isAsked ? say.resumed(id) : `${say.resumed(id)}. ${say.resumedStricter(was, now)}`;
  const { recapOf } = await import('../transcript/recap.ts');
  person.emit({ type: 'notice', level: 'info', view: { title, body: recapOf(entries, say) }, about: 'recap' });
}

function isContinued({ session }: AgentOptions): boolean {
  return session.kind === 'continue' || session.kind === 'resume';
}
