/** One connection to a server through the protocol's official client, which is large and so loaded only with the first server used. */

import { pathToFileURL } from 'node:url';
import {
  Client,
  type ClientOptions,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { codeOf, messageOf } from '../../base/errors.ts';
import { startOf } from '../../base/text/truncate.ts';
import { extensionFault } from '../../words/extension-fault.ts';
import { createAuthProvider } from './auth-provider.ts';
import { completing } from './complete-result.ts';
import type { HttpEntry, ServerEntry } from './entry.ts';
import { cancelled, faultIn, NOT_SENT, ServerFault, wantsLogin } from './fault.ts';
import type { ListedTool, Manifest } from './manifest.ts';
import { fetchAtOwnOrigin } from './own-origin.ts';
import type { Sampled, SampleRequest, ServerPorts } from './ports.ts';
import type { StdioLink } from './stdio-transport.ts';
import { unattendedProvider } from './unattended.ts';

export interface McpSession {
  readonly protocol: string;
  manifest(signal: AbortSignal): Promise<Manifest>;
  call(tool: ListedTool, args: Record<string, unknown>, options: CallOptions): Promise<CallAnswer>;
  prompt(name: string, args: Record<string, string>, signal: AbortSignal): Promise<unknown>;
  resource(uri: string, signal: AbortSignal): Promise<unknown>;
  close(): Promise<void>;
}

export interface CallOptions {
  signal: AbortSignal;
  timeoutMs: number;
  onProgress(text: string): void;
  /** Asks the model for the server; throws the error that the server gets instead. */
  sample?: Sampler;
}

type Sampler = (request: SampleRequest) => Promise<Sampled>;

/** Samplers of the calls in progress, the newest last. */
type Samplers = Set<Sampler>;

export interface CallAnswer {
  content: readonly Record<string, unknown>[];
  structuredContent?: unknown;
  isError?: boolean;
}

export interface SessionEvents {
  onListChanged(): void;
  onClose(): void;
}

const LATEST = '2026-07-28';

/** Opens a session on a running process: tries the old handshake, then the new one on the same process. Throws `ServerFault`. */
export async function openStdioSession(
  entry: ServerEntry,
  link: StdioLink,
  ports: ServerPorts,
  events: SessionEvents,
  signal: AbortSignal,
): Promise<McpSession> {
  const timeout = { timeout: entry.startupMs, signal };
  const samplers: Samplers = new Set();
  const first = createClient(entry, ports, events, { mode: 'legacy' }, samplers);
  try {
    await first.connect(link.transport() as Transport, timeout);
    return sessionOf(first, entry, events, samplers);
  } catch (error) {
    if (signal.aborted || !isOtherEra(error)) throw faultOf(error, signal);
  }
  const second = createClient(entry, ports, events, { mode: { pin: LATEST } }, samplers);
  try {
    await second.connect(completing(link.transport() as Transport), timeout);
    return sessionOf(second, entry, events, samplers);
  } catch (error) {
    throw faultOf(error, signal);
  }
}

/** True if the server answered, but does not support this handshake. */
function isOtherEra(error: unknown): boolean {
  return !(error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed) && codeOf(error) === undefined;
}

export async function openHttpSession(
  entry: ServerEntry & { transport: HttpEntry },
  ports: ServerPorts,
  events: SessionEvents,
  signal: AbortSignal,
): Promise<McpSession> {
  const { url, headers, kind, oauth } = entry.transport;
  const samplers: Samplers = new Set();
  const client = createClient(entry, ports, events, { mode: 'auto' }, samplers);
  const authProvider = unattendedProvider(oauth) ?? createAuthProvider(url, ports.tokens, oauth);
  const isOldIssuer = ports.tokens.load(url)?.isOldIssuer === true;
  const address = URL.parse(url);
  if (!address) throw new ServerFault('refused', extensionFault('serverBadAddress', url));
  const options = {
    requestInit: { headers: { ...headers } },
    ...(Object.keys(headers).length > 0 && { fetch: fetchAtOwnOrigin(address) }),
    ...(!headers['Authorization'] && { authProvider }),
    ...(isOldIssuer && { skipIssuerMetadataValidation: true }),
  };
  const transport: Transport = completing(
    kind === 'sse' ? new SSEClientTransport(address, options) : new StreamableHTTPClientTransport(address, options),
  );
  try {
    const connecting = client.connect(transport, { timeout: entry.startupMs, signal });
    await Promise.race([connecting, aborted(signal)]); // version negotiation ignores the signal
  } catch (error) {
    await client.close().catch(() => undefined); // already given up
    await transport.close().catch(() => undefined); // likewise; the client may not hold it yet
    throw faultOf(error, signal);
  }
  return sessionOf(client, entry, events, samplers, transport);
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

function createClient(
  { name }: ServerEntry,
  ports: ServerPorts,
  { onListChanged }: SessionEvents,
  versionNegotiation: NonNullable<ClientOptions['versionNegotiation']>,
  samplers: Samplers,
): Client {
  const changed = { onChanged: onListChanged, autoRefresh: false };
  const client = new Client(
    { name: 'coder', version: ports.version },
    {
      versionNegotiation,
      capabilities: {
        roots: {},
        elicitation: { form: { applyDefaults: true }, url: {} },
        ...(ports.offersModel && { sampling: {} }),
      },
      listChanged: { tools: changed, prompts: changed, resources: changed },
    },
  );
  client.setRequestHandler('roots/list', () => ({
    roots: ports.roots().map((root) => ({ uri: pathToFileURL(root).href, name: root.split('/').at(-1) ?? root })),
  }));
  client.setRequestHandler('elicitation/create', async ({ params }, context) => {
    const { message } = params;
    const request =
      params.mode === 'url'
        ? { mode: 'url' as const, message, url: params.url }
        : {
            mode: 'form' as const,
            message,
            schema: (params as { requestedSchema: Record<string, unknown> }).requestedSchema,
          };
    return ports.elicit(name, request, context.mcpReq.signal);
  });
  if (ports.offersModel)
    client.setRequestHandler('sampling/createMessage', async ({ params }) => {
      const sample = [...samplers].at(-1);
      if (!sample) throw new Error('Nothing was asked of this server: it cannot use the model now');
      return { ...(await sample(params)) };
    });
  return client;
}

function sessionOf(
  client: Client,
  entry: ServerEntry,
  { onClose }: SessionEvents,
  samplers: Samplers,
  transport?: Transport,
): McpSession {
  client.onclose = onClose;
  return {
    protocol: client.getNegotiatedProtocolVersion() ?? '',
    manifest: (signal) => wrapped(signal, () => fetchManifest(client, entry, signal)),
    call: (tool, args, { signal, timeoutMs, onProgress, sample }) =>
      wrapped(signal, async () => {
        if (sample) samplers.add(sample);
        const onprogress = ({ progress, total, message }: { progress: number; total?: number; message?: string }) =>
          onProgress(message ?? `${progress}${total === undefined ? '' : ` of ${total}`}`);
        const options = { signal, timeout: timeoutMs, onprogress, resetTimeoutOnProgress: true };
        const definition = tool as NonNullable<Parameters<Client['callTool']>[1]>['toolDefinition'];
        try {
          const given = { ...options, ...(definition && { toolDefinition: definition }) };
          return (await client.callTool({ name: tool.name, arguments: args }, given)) as CallAnswer;
        } finally {
          if (sample) samplers.delete(sample);
        }
      }),
    prompt: (name, args, signal) => wrapped(signal, () => client.getPrompt({ name, arguments: args }, { signal })),
    resource: (uri, signal) => wrapped(signal, () => client.readResource({ uri }, { signal })),
    async close() {
      client.onclose = undefined;
      if (transport && 'terminateSession' in transport)
        await (transport as StreamableHTTPClientTransport).terminateSession().catch(() => undefined); // it may be gone
      await client.close().catch(() => undefined); // likewise
    },
  };
}

async function wrapped<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw faultOf(error, signal);
  }
}

async function fetchManifest(client: Client, entry: ServerEntry, signal: AbortSignal): Promise<Manifest> {
  const can = client.getServerCapabilities() ?? {};
  const options = { signal, timeout: entry.startupMs, cacheMode: 'refresh' as const };
  const tools = can.tools ? await client.listTools(undefined, options) : { tools: [] };
  const { prompts } = can.prompts ? await client.listPrompts(undefined, options) : { prompts: [] };
  const { resources } = can.resources ? await client.listResources(undefined, options) : { resources: [] };
  const { name = entry.name, version = '' } = client.getServerVersion() ?? {};
  const instructions = client.getInstructions();
  const ttlMs = 'ttlMs' in tools && typeof tools.ttlMs === 'number' ? tools.ttlMs : undefined;
  const isOffered = (tool: string) => (entry.include?.includes(tool) ?? true) && !entry.exclude.includes(tool);
  return {
    server: { name, version },
    protocol: client.getNegotiatedProtocolVersion() ?? '',
    ...(instructions !== undefined && { instructions }),
    tools: tools.tools
      .filter((tool) => isOffered(tool.name))
      .map(({ name: tool, title, description = '', inputSchema, outputSchema, annotations }) => ({
        name: tool,
        ...(title !== undefined && { title }),
        description,
        inputSchema,
        ...(outputSchema && { outputSchema }),
        ...(annotations && { annotations }),
      })),
    prompts: prompts.map(({ name: prompt, description, arguments: args = [] }) => ({
      name: prompt,
      ...(description !== undefined && { description }),
      arguments: args.map(({ name: argument, required }) => ({ name: argument, ...(required && { required }) })),
    })),
    resources: resources.map(({ uri, name: resource, mimeType }) => ({
      uri,
      name: resource,
      ...(mimeType !== undefined && { mimeType }),
    })),
    at: Date.now(),
    ...(ttlMs !== undefined && { ttlMs }),
  };
}

const NO_SESSION = new Set([400, 404, 410]);
const WRONG_ARGUMENTS = -32602;
const LONGEST_MESSAGE = 500;

function inOneLine(text: string): string {
  return startOf(text.replaceAll(/\s+/g, ' '), LONGEST_MESSAGE);
}

function faultOf(error: unknown, signal: AbortSignal): ServerFault {
  if (error instanceof ServerFault) return error;
  if (signal.aborted) return cancelled();
  const message = messageOf(error);
  if (error instanceof UnauthorizedError || message.includes('Issuer mismatch')) return wantsLogin();
  if (error instanceof SdkHttpError) {
    if (error.status === 401 || error.status === 403) return wantsLogin();
    const kind = NO_SESSION.has(error.status) ? 'not-run' : 'unknown';
    return new ServerFault(kind, extensionFault('serverStatus', message, String(error.status)));
  }
  if (error instanceof SdkError) {
    if (error.code === SdkErrorCode.ClientHttpAuthentication) return wantsLogin();
    if (error.code === SdkErrorCode.ConnectionClosed)
      return new ServerFault('unknown', extensionFault('serverDisconnected'));
    if (error.code === SdkErrorCode.InvalidResult)
      return new ServerFault('bad-result', extensionFault('serverBadAnswer', inOneLine(message)));
    if (/timed? ?out/i.test(message) || String(error.code).includes('TIMEOUT')) return slow(message);
  }
  const cause = error instanceof Error ? codeOf(error.cause) : undefined;
  if (cause !== undefined)
    return new ServerFault(
      NOT_SENT.has(cause) ? 'not-run' : 'unknown',
      extensionFault('serverUnreachable', `${message} (${cause})`, cause),
    );
  const code: unknown = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  if (/output schema|structured content/i.test(message))
    return new ServerFault('bad-result', extensionFault('serverBadAnswer', message));
  if (/timed? ?out/i.test(message)) return slow(message);
  return new ServerFault('refused', faultIn(error), code === WRONG_ARGUMENTS);
}

function slow(message: string): ServerFault {
  return new ServerFault('slow', extensionFault('serverTimedOut', message));
}
