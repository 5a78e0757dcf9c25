/** One session of an editor: its own agent, events sent as updates in order, one prompt at a time. */

import type { AgentOptions } from '../../app/agent-options.ts';
import { buildAgent } from '../../app/build-agent.ts';
import { type AppSettings, loadAppSettings } from '../../app/load-app-settings.ts';
import { createTextReader } from '../../app/prompt/read-text.ts';
import { withCallFacts } from '../../app/session/call-facts.ts';
import { storedSessions } from '../../app/session/stored-sessions.ts';
import type { Peer } from '../../base/rpc/peer.ts';
import { RPC, RpcError } from '../../base/rpc/peer.ts';
import type { AgentHandle } from '../../protocol/agent.ts';
import type { Stamped, StateChange } from '../../protocol/event.ts';
import { readInput } from '../../protocol/input.ts';
import { REASONING_CHOICES } from '../../protocol/provider.ts';
import type { SessionChoice } from '../../protocol/session.ts';
import { loadWords } from '../../words/words.ts';
import { type Announcements, createAnnouncements } from './announcements.ts';
import { type Asking, createAsking } from './asking.ts';
import { clientFiles } from './client-files.ts';
import { type ClientServers, withClientServers } from './client-servers.ts';
import { type Chosen, configOptions, modeState, withoutLooseModes } from './config-options.ts';
import { createEventMapper, type EventMapper } from './map-event.ts';
import { invalid } from './params.ts';
import { submitOf } from './prompt-blocks.ts';
import { replay } from './replay.ts';
import { createUpdates, type Updates } from './updates.ts';
import type { Client, ConfigOption, StopReason } from './wire.ts';

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
  /** Resolves when nothing is running. */
  settled(): Promise<void>;
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

/** What changes while the session is open. */
interface State {
  /** Empty until the agent names its session. */
  id: string;
  chosen: Chosen;
  running: Running | undefined;
}

/** The parts of a session. */
interface Parts {
  cwd: string;
  state: State;
  updates: Updates;
  announcements: Announcements;
  mapper: EventMapper;
  asking: Asking;
  agent: AgentHandle;
  /** The current configuration options. */
  options(): ConfigOption[];
}

export async function openAcpSession({ agent: base, choice, client, peer, servers }: OpenOptions): Promise<AcpSession> {
  const { cwd } = base;
  const sessionId = () => state.id;
  const editor = clientFiles(peer, client, sessionId);
  const { options: agentOptions, factsOf } = withCallFacts({
    ...base,
    attended: true,
    session: choice,
    ...(editor && { editor }),
  });
  const app = withClientServers(withoutLooseModes(await loadAppSettings(agentOptions)), servers);
  const words = await loadWords(app.settings.lang);
  const { modes } = app.tables;
  const entries = choice.kind === 'resume' ? storedSessions(app).entries(choice.id) : [];
  const readText = createTextReader(app, agentOptions);
  const chosen: Chosen = { mode: '', model: '', reasoning: 'default', models: modelNames(app) };
  const state: State = { id: '', chosen, running: undefined };
  const options = () => configOptions(state.chosen, modes, words);
  const isAnswering = () => state.running?.isCommand ?? false;
  const mapper = createEventMapper({ cwd, client, factsOf, readText, words, options, isAnswering });
  const asking = createAsking({ peer, client, words, cwd, readText, mapper, factsOf, sessionId, agent: () => agent });
  const updates = createUpdates({
    notify: (update) => peer.notify('session/update', { sessionId: state.id, update }),
    isPrompted: () => state.running !== undefined,
    outputs: mapper.outputs,
  });
  const announcements = createAnnouncements({ app, words, entries, send: updates.send });
  const following = { cwd, state, updates, announcements, mapper, asking, options };
  const agent = await buildAgent(agentOptions, (event) => take(following, event), Promise.resolve(app));
  const parts: Parts = { ...following, agent };
  return {
    get id() {
      return state.id;
    },
    cwd,
    state: () => ({ modes: modeState(state.chosen.mode, modes, words), configOptions: options() }),
    begin() {
      updates.begin();
      void announcements.tellCommands();
    },
    replay: () =>
      updates.inOrder(async () => {
        for await (const update of replay(entries, factsOf, cwd, words.screen.views)) updates.notify(update);
      }),
    prompt: (blocks, signal) => prompt(parts, blocks, signal),
    cancel: () => cancel(parts),
    choose: (option, value) => choose(parts, option, value),
    settled: agent.settled,
    async close() {
      cancel(parts);
      asking.close();
      await agent.send({ type: 'close' });
      await updates.close();
    },
  };
}

/** Called from the start of the agent on, before its handle is known. */
function take({ state, updates, mapper, asking }: Omit<Parts, 'agent'>, event: Stamped): void {
  if (event.type === 'state-change') follow(state, event.change);
  if (event.type === 'turn-end' && event.agent === undefined && state.running) state.running.ended = event;
  if (event.type === 'request-end') asking.end(event.id);
  if (event.type === 'call-output') {
    mapper.take(event);
    updates.flushSoon();
    return;
  }
  void updates.inOrder(async () => {
    updates.flush();
    const mapped = await mapper.map(event);
    if ('ask' in mapped) void asking.ask(mapped.ask);
    else for (const update of mapped.updates) updates.send(update);
  });
}

function follow(state: State, { session, mode, model }: StateChange): void {
  if (state.id === '' && session) state.id = session.id;
  state.chosen = { ...state.chosen, ...(mode !== undefined && { mode }), ...(model !== undefined && { model }) };
}

async function prompt(parts: Parts, blocks: unknown, signal: AbortSignal): Promise<{ stopReason: StopReason }> {
  const { state, updates, announcements, agent } = parts;
  if (state.running)
    throw new RpcError(
      RPC.invalidRequest,
      'A prompt is being answered in this session. Wait for its end, or cancel it with session/cancel.',
    );
  const op = submitOf(blocks, parts.cwd);
  const mine: Running = { isCommand: readInput(op.text).kind === 'command', isCancelled: false };
  state.running = mine;
  const abort = () => cancel(parts);
  signal.addEventListener('abort', abort, { once: true });
  try {
    announcements.tellTitle(op.text);
    updates.sendLate();
    await agent.send(op);
    await updates.inOrder(async () => updates.flush());
  } finally {
    signal.removeEventListener('abort', abort);
    state.running = undefined;
  }
  void announcements.tellCommands();
  const { ended, isCancelled } = mine;
  if (ended?.reason === 'failed') throw new RpcError(RPC.internalError, ended.error ?? 'The turn failed.');
  return { stopReason: isCancelled ? 'cancelled' : stopReasonOf(ended) };
}

function cancel({ state: { running }, agent }: Parts): void {
  if (!running) return; // between prompts there is nothing for this client to cancel
  running.isCancelled = true;
  void agent.send({ type: 'cancel' });
}

async function choose({ state, agent, options }: Parts, option: string, value: unknown): Promise<void> {
  const row = options().find((each) => each.id === option);
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
      if (state.chosen.model !== value) throw invalid(`${value} cannot be used from here.`);
      break;
    default: {
      const reasoning = REASONING_CHOICES.find((each) => each === value) ?? 'default';
      await agent.send({ type: 'set', reasoning });
      state.chosen = { ...state.chosen, reasoning };
    }
  }
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
