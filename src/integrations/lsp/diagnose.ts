/** Gets the problems of a text, never of an older one: pulled after the text was sent, or pushed for its version or provably later. */

import { settledOrAborted, sleep } from '../../base/abort.ts';
import { isPlainObject } from '../../base/schema.ts';
import type { CodeProblem } from '../../protocol/lsp.ts';
import { asksTsserver, askTsserver } from './ask-tsserver.ts';
import type { Connection, Pushed } from './connection.ts';
import { problemsOf } from './wire.ts';

/** Longest pause between pushes that belong together, for a server that sends no versions. */
const SETTLE_MS = 150;
/** A server that registers its capabilities later does so promptly. */
const REGISTERS_MS = 1_000;
const ASK_AGAIN_MS = 50;
/** "Content modified" and "server cancelled, ask again". */
const TRY_AGAIN = new Set([-32801, -32802]);

/** The file as sent to the server; `since` is the number of pushes before that. */
export interface Told {
  path: string;
  uri: string;
  version: number;
  since: number;
}

/** `undefined` if there is no valid answer before the signal aborts. */
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

/** Waits until the server has shown whether it pushes or can be asked. */
async function firstSign(server: Connection, uri: string, signal: AbortSignal): Promise<void> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(REGISTERS_MS)]);
  while (!patience.aborted && !server.pulls && server.pushed(uri) === undefined && server.ended === undefined)
    await settledOrAborted(server.changed(), patience);
}

async function pull(server: Connection, { uri }: Told, signal: AbortSignal): Promise<unknown> {
  while (!signal.aborted) {
    const reply = await server.request('textDocument/diagnostic', { textDocument: { uri } }, signal);
    if (reply.ok) return isPlainObject(reply.result) ? (reply.result.items ?? []) : undefined;
    if (!TRY_AGAIN.has(reply.code)) return undefined;
    await sleep(ASK_AGAIN_MS, signal);
  }
  return undefined;
}

async function push(server: Connection, { uri, version, since }: Told, signal: AbortSignal): Promise<unknown> {
  let barrier: number | undefined;
  // A push without a version may be about an older text, until a request made after the change has been answered.
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
    await settledOrAborted(server.changed(), signal);
  }
  return undefined;
}

/** A server without versions pushes its findings bit by bit; the last push counts. */
async function settled(server: Connection, uri: string, signal: AbortSignal): Promise<unknown> {
  for (;;) {
    const { pushes } = server;
    await sleep(SETTLE_MS, signal);
    if (server.pushes === pushes || signal.aborted) return server.pushed(uri)?.items;
  }
}
