/** The problems of a text, never those of an older one: pulled after it was told, or pushed for its version or provably later. */

import { isPlainObject } from '../../base/schema.ts';
import type { CodeProblem } from '../../protocol/lsp.ts';
import { asksTsserver, askTsserver } from './ask-tsserver.ts';
import type { Connection, Pushed } from './connection.ts';
import { problemsOf } from './wire.ts';

/** How long a server that says nothing of versions may take between two pushes that belong together. */
const SETTLE_MS = 150;
/** A server that registers what it can do does so at once. */
const REGISTERS_MS = 1_000;
const ASK_AGAIN_MS = 50;
/** "The content changed meanwhile", and "ask again". */
const TRY_AGAIN = new Set([-32801, -32802]);

/** The file as it was told; `since`: how many pushes there were when it was. */
export interface Told {
  path: string;
  uri: string;
  version: number;
  since: number;
}

/** `undefined`: no answer that counts before the signal. */
export async function diagnose(
  server: Connection,
  told: Told,
  signal: AbortSignal,
): Promise<CodeProblem[] | undefined> {
  if (asksTsserver(server)) {
    const found = await askTsserver(server, told.uri, signal);
    return found && problemsOf(told.path, found);
  }
  if (!server.pulls && server.pushed(told.uri) === undefined) await firstSign(server, told.uri, signal);
  const items = server.pulls ? await pull(server, told, signal) : await push(server, told, signal);
  return items === undefined ? undefined : problemsOf(told.path, items);
}

/** Which of the two ways it has, as far as it has not said so yet. */
async function firstSign(server: Connection, uri: string, signal: AbortSignal): Promise<void> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(REGISTERS_MS)]);
  const over = aborted(patience);
  while (!patience.aborted && !server.pulls && server.pushed(uri) === undefined && server.ended === undefined)
    await Promise.race([server.changed(), over]);
}

async function pull(server: Connection, { uri }: Told, signal: AbortSignal): Promise<unknown> {
  const over = aborted(signal);
  while (!signal.aborted) {
    const reply = await server.request('textDocument/diagnostic', { textDocument: { uri } }, signal);
    if (reply.ok) return isPlainObject(reply.result) ? (reply.result.items ?? []) : undefined;
    if (!TRY_AGAIN.has(reply.code)) return undefined;
    await Promise.race([sleep(ASK_AGAIN_MS), over]);
  }
  return undefined;
}

async function push(server: Connection, { uri, version, since }: Told, signal: AbortSignal): Promise<unknown> {
  const over = aborted(signal);
  let barrier: number | undefined;
  // What is pushed without a version may be about an older text, until something asked after the change was answered.
  void server
    .request('textDocument/documentSymbol', { textDocument: { uri } }, signal)
    .then(({ stamp }) => (barrier = stamp));
  const counts = (pushed: Pushed | undefined): pushed is Pushed => {
    if (!pushed) return false;
    if (pushed.version !== undefined) return pushed.version >= version;
    return barrier !== undefined && pushed.order > Math.max(barrier, since);
  };
  while (!signal.aborted && server.ended === undefined) {
    const pushed = server.pushed(uri);
    if (counts(pushed)) return pushed.version === undefined ? settled(server, uri, signal) : pushed.items;
    await Promise.race([server.changed(), over]);
  }
  return undefined;
}

/** Such a server pushes what it finds bit by bit: the last counts. */
async function settled(server: Connection, uri: string, signal: AbortSignal): Promise<unknown> {
  const over = aborted(signal);
  for (;;) {
    const { pushes } = server;
    await Promise.race([sleep(SETTLE_MS), over]);
    if (server.pushes === pushes || signal.aborted) return server.pushed(uri)?.items;
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
