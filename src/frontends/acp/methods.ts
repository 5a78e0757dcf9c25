/** The methods that a client may call besides `initialize`: finds sessions by id and checks the parameters of each method. */

import { statSync } from 'node:fs';
import type { AgentOptions } from '../../app/agent-options.ts';
import { loadAppSettings } from '../../app/load-app-settings.ts';
import { type StoredSessions, storedSessions } from '../../app/session/stored-sessions.ts';
import { CoderError } from '../../base/errors.ts';
import { type Peer, RPC, RpcError } from '../../base/rpc/peer.ts';
import { isPlainObject } from '../../base/schema.ts';
import type { SessionChoice } from '../../protocol/session.ts';
import { serversIn } from './client-servers.ts';
import { folderIn, foldersIn, invalid, type Params, paramsOf, textIn } from './params.ts';
import { type AcpSession, openAcpSession } from './session.ts';
import type { Client } from './wire.ts';

export interface Methods {
  request(method: string, params: unknown, signal: AbortSignal): Promise<unknown>;
  cancel(params: unknown): void;
  /** Resolves when nothing is running in the sessions that are open now. */
  settled(): Promise<unknown>;
  close(): Promise<void>;
}

export interface MethodsOptions {
  agent: AgentOptions;
  peer: Peer;
  client(): Client;
}

type Handler = (params: Params, signal: AbortSignal) => Promise<unknown>;

/** Number of sessions in one answer to `session/list`. */
const PAGE = 50;
/** Error codes that the caller can put right: a wrong name, folder or id. */
const WRONG_PARAMS = new Set(['usage', 'missing', 'not-a-directory', 'session-not-found', 'no-session', 'outside']);

export function createMethods({ agent, peer, client }: MethodsOptions): Methods {
  const sessions = new Map<string, AcpSession>();
  /** Folders that the client has named: a session given only by its id may be in any of them. */
  const folders = new Set([agent.cwd]);

  const handlers: Readonly<Record<string, Handler>> = {
    async authenticate(params) {
      const id = textIn(params, 'methodId');
      if (id !== 'terminal') throw invalid(`There is no login method ${JSON.stringify(id)}.`);
      return {}; // the terminal has stored the key; coder reads it when needed
    },
    async logout() {
      throw new RpcError(
        RPC.invalidRequest,
        'coder has no login to end: keys are in the environment or stored by coder login.',
      );
    },
    async 'session/new'(params) {
      const session = await open(params, { kind: 'new' });
      return { sessionId: session.id, ...session.state() };
    },
    async 'session/load'(params) {
      const session = await open(params, { kind: 'resume', id: textIn(params, 'sessionId') });
      await session.replay();
      return session.state();
    },
    async 'session/resume'(params) {
      return (await open(params, { kind: 'resume', id: textIn(params, 'sessionId') })).state();
    },
    'session/list': list,
    async 'session/close'(params) {
      await close(sessionIn(params));
      return {};
    },
    async 'session/delete'(params) {
      const id = textIn(params, 'sessionId');
      const live = sessions.get(id);
      if (live) await close(live);
      await deleteStored(id);
      return {};
    },
    async 'session/prompt'(params, signal) {
      return sessionIn(params).prompt(params.prompt, signal);
    },
    async 'session/set_mode'(params) {
      await sessionIn(params).choose('mode', textIn(params, 'modeId'));
      return {};
    },
    async 'session/set_config_option'(params) {
      const session = sessionIn(params);
      await session.choose(textIn(params, 'configId'), params.value);
      return { configOptions: session.state().configOptions };
    },
  };

  return {
    async request(method, params, signal) {
      const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
      if (!handler) throw new RpcError(RPC.methodNotFound, `Method not found: ${method}`);
      try {
        return await handler(paramsOf(method, params), signal);
      } catch (error) {
        throw error instanceof CoderError ? rpcErrorOf(error) : error;
      }
    },
    cancel(params) {
      const id = isPlainObject(params) ? params.sessionId : undefined;
      if (typeof id === 'string') sessions.get(id)?.cancel();
    },
    settled: () => Promise.all([...sessions.values()].map((session) => session.settled())),
    async close() {
      await Promise.all([...sessions.values()].map(close));
    },
  };

  async function open(params: Params, choice: SessionChoice): Promise<AcpSession> {
    const cwd = folderIn(params, 'cwd');
    if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) throw invalid(`cwd: there is no folder ${cwd}`);
    const more = foldersIn(params, 'additionalDirectories');
    const servers = serversIn(params);
    folders.add(cwd);
    const before = choice.kind === 'resume' ? sessions.get(choice.id) : undefined;
    if (before) await close(before);
    const flags = more.length > 0 ? { ...agent.flags, add_dirs: more } : agent.flags;
    const options = { ...agent, cwd, flags };
    const session = await openAcpSession({ agent: options, choice, client: client(), peer, servers });
    sessions.set(session.id, session);
    setImmediate(() => session.begin()); // after the answer, which tells the client about the session
    return session;
  }

  async function close(session: AcpSession): Promise<void> {
    sessions.delete(session.id);
    await session.close();
  }

  function sessionIn(params: Params): AcpSession {
    const id = textIn(params, 'sessionId');
    const session = sessions.get(id);
    if (!session) throw invalid(`There is no open session ${JSON.stringify(id)}. Load or resume it first.`);
    return session;
  }

  async function list(params: Params): Promise<unknown> {
    const wanted = params.cwd === undefined || params.cwd === null ? undefined : folderIn(params, 'cwd');
    const from = Number(params.cursor ?? 0);
    if (!Number.isInteger(from) || from < 0) throw invalid('cursor does not come from session/list.');
    const all = [];
    for (const cwd of wanted === undefined ? folders : [wanted]) {
      const stored = await (await storedIn(cwd)).list(from + PAGE + 1);
      all.push(...stored.filter(({ damaged }) => !damaged));
    }
    all.sort((a, b) => b.updatedAt - a.updatedAt);
    const page = all.slice(from, from + PAGE);
    return {
      sessions: page.map(({ id, cwd, title, updatedAt }) => ({
        sessionId: id,
        cwd,
        ...(title !== '' && { title }),
        updatedAt: new Date(updatedAt).toISOString(),
      })),
      ...(all.length > from + PAGE && { nextCursor: String(from + PAGE) }),
    };
  }

  async function deleteStored(id: string): Promise<void> {
    for (const cwd of folders) {
      const stored = await storedIn(cwd);
      const found = await stored.list(Number.POSITIVE_INFINITY);
      if (found.some((each) => each.id === id)) return stored.delete(id);
    }
    throw invalid(`There is no session ${JSON.stringify(id)} in the folders of this process.`);
  }

  async function storedIn(cwd: string): Promise<StoredSessions> {
    return storedSessions(await loadAppSettings({ ...agent, cwd }));
  }
}

function rpcErrorOf({ code, message }: CoderError): RpcError {
  return new RpcError(WRONG_PARAMS.has(code) ? RPC.invalidParams : RPC.internalError, message, { code });
}
