/** One session of an editor: its own agent, events sent as updates in order, one prompt at a time. */

import type { AgentOptions } from '../../app/agent-options.ts';
import { buildAgent } from '../../app/build-agent.ts';
import { type AppSettings, loadAppSettings } from '../../app/load-app-settings.ts';
import { listCommands } from '../../app/prompt/command-list.ts';
import { createTextReader } from '../../app/prompt/read-text.ts';
import { storedSessions } from '../../app/session/stored-sessions.ts';
import type { Peer } from '../../base/rpc/peer.ts';
import { RPC, RpcError } from '../../base/rpc/peer.ts';
import { titleOf } from '../../log/fold.ts';
import type { AgentHandle } from '../../protocol/agent.ts';
import type { Stamped, StateChange } from '../../protocol/event.ts';
import { readInput } from '../../protocol/input.ts';
import { REASONING_CHOICES } from '../../protocol/provider.ts';
import type { Entry, SessionChoice } from '../../protocol/session.ts';
import type { Tool } from '../../protocol/tool.ts';
import { loadWords } from '../../words/words.ts';
import { createAsking } from './asking.ts';
import { clientFiles } from './client-files.ts';
import { type ClientServers, withClientServers } from './client-servers.ts';
import { type Chosen, configOptions, modeState, withoutLooseModes } from './config-options.ts';
import { createCosts } from './costs.ts';
import { createEventMapper } from './map-event.ts';
import { invalid } from './params.ts';
import { submitOf } from './prompt-blocks.ts';
import { replay } from './replay.ts';
import type { Client, StopReason, Update } from './wire.ts';

export interface AcpSession {
  readonly id: string;
  readonly cwd: string;
  /** The contents of the answers to `session/new`, `session/load` and `session/resume`. */
  state(): { modes: object; configOptions: object[] };
  /** Called once the client knows the session; sends the updates that were held back. */
  begin(): void;
  /** Sends the conversation so far. */
  replay(): Promise<void>;
  prompt(blocks: unknown, signal: AbortSignal): Promise<{ stopReason: StopReason }>;
  cancel(): void;
  /** Sets an option, after checking its name and value. */
  choose(option: string, value: unknown): Promise<void>;
  close(): Promise<void>;
}

export interface OpenOptions {
  agent: AgentOptions;
  choice: SessionChoice;
  client: Client;
  peer: Peer;
  servers: ClientServers;
}

/** The prompt being answered. */
interface Running {
  isCommand: boolean;
  isCancelled: boolean;
  ended?: Extract<Stamped, { type: 'turn-end' }>;
}

/** How often the output of a running command is sent. */
const OUTPUT_EVERY_MS = 100;

export async function openAcpSession({ agent: base, choice, client, peer, servers }: OpenOptions): Promise<AcpSession> {
  const { cwd } = base;
  const tools = new Map<string, Tool>();
  const editor = clientFiles(peer, client, () => id);
  const options: AgentOptions = {
    ...base,
    attended: true,
    session: choice,
    ...(editor && { editor }),
    adaptTool(tool) {
      tools.set(tool.name, tool);
      return tool;
    },
  };
  const app = withClientServers(withoutLooseModes(await loadAppSettings(options)), servers);
  const words = await loadWords(app.settings.lang);
  const entries = choice.kind === 'resume' ? storedSessions(app).entries(choice.id) : [];
  const readText = createTextReader(app, options);
  const costs = createCosts(entries, app.settings);
  let id = '';
  let chosen: Chosen = { mode: '', model: '', reasoning: 'default', models: modelNames(app) };
  let title = titleOf(entries);
  let commands = '';
  let held: Update[] | undefined = [];
  /** Messages that arrive between prompts. Sent before the next answer, because a message belongs to a prompt. */
  let late: Update[] = [];
  let chain: Promise<void> = Promise.resolve();
  let flushing: NodeJS.Timeout | undefined;
  let running: Running | undefined;

  const mapper = createEventMapper({
    cwd,
    client,
    tools,
    readText,
    words,
    options: () => configOptions(chosen, app.tables.modes, words),
    cost: costs.total,
    isAnswering: () => running?.isCommand ?? false,
  });
  const asking = createAsking({
    peer,
    client,
    words,
    cwd,
    readText,
    mapper,
    tools,
    sessionId: () => id,
    agent: () => agent,
  });
  const agent: AgentHandle = await buildAgent(options, take, Promise.resolve(app));

  return {
    get id() {
      return id;
    },
    cwd,
    state: () => ({
      modes: modeState(chosen.mode, app.tables.modes, words),
      configOptions: configOptions(chosen, app.tables.modes, words),
    }),
    begin() {
      const updates = held ?? [];
      held = undefined;
      for (const update of updates) if (!isInAnswer(update)) send(update);
      void tellCommands();
    },
    replay: () =>
      inOrder(async () => {
        for await (const update of replay(entries, tools, cwd)) notify(update);
      }),
    prompt,
    cancel,
    choose,
    async close() {
      cancel();
      asking.close();
      await agent.send({ type: 'close' });
      clearTimeout(flushing);
      await chain;
    },
  };

  function take(event: Stamped): void {
    if (event.type === 'state-change') follow(event.change);
    if (event.type === 'message-end') costs.add(event.message);
    if (event.type === 'turn-end' && event.agent === undefined && running) running.ended = event;
    if (event.type === 'request-end') asking.end(event.id);
    if (event.type === 'notice' && event.level === 'info' && held) return; // the recap: the client shows the whole session
    if (event.type === 'call-output') {
      mapper.take(event);
      flushing ??= setTimeout(() => void inOrder(async () => flush()), OUTPUT_EVERY_MS);
      return;
    }
    void inOrder(async () => {
      flush();
      const mapped = await mapper.map(event);
      if ('ask' in mapped) void asking.ask(mapped.ask);
      else for (const update of mapped.updates) send(update);
    });
  }

  function inOrder(work: () => Promise<void>): Promise<void> {
    chain = chain.then(work);
    return chain;
  }

  function flush(): void {
    clearTimeout(flushing);
    flushing = undefined;
    for (const update of mapper.outputs()) send(update);
  }

  function send(update: Update): void {
    if (held) held.push(update);
    else if (!running && update.sessionUpdate === 'agent_message_chunk') late.push(update);
    else notify(update);
  }

  function notify(update: Update): void {
    peer.notify('session/update', { sessionId: id, update });
  }

  function follow({ session, mode, model }: StateChange): void {
    if (id === '' && session) id = session.id;
    chosen = { ...chosen, ...(mode !== undefined && { mode }), ...(model !== undefined && { model }) };
  }

  async function prompt(blocks: unknown, signal: AbortSignal): Promise<{ stopReason: StopReason }> {
    if (running)
      throw new RpcError(
        RPC.invalidRequest,
        'A prompt is being answered in this session. Wait for its end, or cancel it with session/cancel.',
      );
    const op = submitOf(blocks, cwd);
    const mine: Running = { isCommand: readInput(op.text).kind === 'command', isCancelled: false };
    running = mine;
    signal.addEventListener('abort', cancel, { once: true });
    try {
      tellTitle(op.text);
      for (const update of late) notify(update);
      late = [];
      await agent.send(op);
      await inOrder(async () => flush());
    } finally {
      signal.removeEventListener('abort', cancel);
      running = undefined;
    }
    void tellCommands();
    const { ended, isCancelled } = mine;
    if (ended?.reason === 'failed') throw new RpcError(RPC.internalError, ended.error ?? 'The turn failed.');
    return { stopReason: isCancelled ? 'cancelled' : stopReasonOf(ended) };
  }

  function cancel(): void {
    if (!running) return; // between prompts there is nothing for this client to cancel
    running.isCancelled = true;
    void agent.send({ type: 'cancel' });
  }

  async function choose(option: string, value: unknown): Promise<void> {
    const row = configOptions(chosen, app.tables.modes, words).find((each) => each.id === option);
    if (!row) throw invalid(`There is no option ${JSON.stringify(option)}. Options: mode, model, reasoning.`);
    const isListed = row.options.some((each) => each.value === value);
    if (typeof value !== 'string' || (!isListed && option !== 'model'))
      throw invalid(`${option} cannot be ${JSON.stringify(value)}.`);
    switch (option) {
      case 'mode':
        await agent.send({ type: 'set', mode: value });
        break;
      case 'model':
        await agent.send({ type: 'set', model: value });
        if (chosen.model !== value) throw invalid(`${value} cannot be used from here.`);
        break;
      default: {
        const reasoning = REASONING_CHOICES.find((each) => each === value) ?? 'default';
        await agent.send({ type: 'set', reasoning });
        chosen = { ...chosen, reasoning };
      }
    }
  }

  async function tellCommands(): Promise<void> {
    const listed = await listCommands(app, words.commands);
    const availableCommands = listed.map(({ name, summary, hint }) => ({
      name,
      description: summary,
      ...(hint !== undefined && { input: { hint } }),
    }));
    const now = JSON.stringify(availableCommands);
    if (now === commands) return;
    commands = now;
    send({ sessionUpdate: 'available_commands_update', availableCommands });
  }

  function tellTitle(text: string): void {
    if (title !== '' || readInput(text).kind !== 'prompt') return;
    title = titleOf([promptEntry(text)]);
    if (title !== '') send({ sessionUpdate: 'session_info_update', title });
  }
}

/** True if the answer that tells the client about the session already contains this update. */
function isInAnswer(update: Update): boolean {
  const kind = update.sessionUpdate;
  if (kind === 'plan') return update.entries.length === 0;
  return kind === 'current_mode_update' || kind === 'config_option_update';
}

function stopReasonOf(ended: Extract<Stamped, { type: 'turn-end' }> | undefined): StopReason {
  switch (ended?.reason) {
    case 'cancelled':
      return 'cancelled';
    case 'step-limit':
    case 'turn-limit':
    case 'budget':
      return 'max_turn_requests';
    default:
      return 'end_turn';
  }
}

/** The models that the settings name. No server is asked for its list, which may take a while. */
function modelNames({ settings: { model, models, routing } }: AppSettings): string[] {
  const { main, small, simple, modes, agents } = routing;
  const named = [model, main, small, simple, ...Object.values(modes), ...Object.values(agents), ...Object.keys(models)];
  return [...named.filter((name) => name !== undefined), 'offline'];
}

/** The prompt as a log entry, so that `titleOf` derives the same title as it will from the log. */
function promptEntry(text: string): Entry {
  const message = { role: 'user' as const, content: [{ type: 'text' as const, text }] };
  return { type: 'message', turn: '', prompt: '', message, id: '', at: 0 };
}
