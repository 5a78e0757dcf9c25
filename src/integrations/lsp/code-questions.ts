/** What the model asks language servers: problems, definitions, references, types, symbols and renames. */

import type { CodeAnswer, CodeIntelligence, CodePosition } from '../../protocol/lsp.ts';
import { diagnose } from './diagnose.ts';
import { filesLike } from './find-server.ts';
import type { Running, RunningServers } from './running-servers.ts';
import { type ReadText, refresh, tellNow } from './tell-text.ts';
import { editsOf, hoverText, positionOf, positionsOf, symbolsOf } from './wire.ts';

export interface CodeQuestionsOptions {
  servers: RunningServers;
  readText: ReadText;
  /** How long an answer may take. */
  patienceMs: number;
}

export function createCodeQuestions({ servers, readText, patienceMs }: CodeQuestionsOptions): CodeIntelligence {
  const told = new Set<string>();

  async function ask<T>(
    path: string,
    signal: AbortSignal,
    question: (running: Running, until: AbortSignal) => Promise<{ value: T } | undefined>,
  ): Promise<CodeAnswer<T>> {
    const running = await servers.serverFor(path);
    if (!running) return { ok: false, why: `coder knows no language server for ${filesLike(path)}.` };
    if ('off' in running) return { ok: false, why: withAdvice(running) };
    await refresh(running, readText);
    const until = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
    const answer = await question(running, until);
    await servers.watchMemory(running);
    const { id } = running.row;
    if (answer) return { ok: true, value: answer.value, server: id };
    return { ok: false, why: running.server.ended ?? `${id} gave no answer: not checked.` };
  }

  function withAdvice({ off, advice }: { off: string; advice?: string }): string {
    if (advice === undefined || told.has(advice)) return off;
    told.add(advice);
    return `${off} ${advice}`;
  }

  function positions(
    method: string,
    at: CodePosition,
    more: object,
    signal: AbortSignal,
  ): Promise<CodeAnswer<CodePosition[]>> {
    return ask(at.path, signal, async (running, until) => {
      const params = { ...(await positionParams(running, at)), ...more };
      const result = await request(running, method, params, until);
      return result && { value: positionsOf(result.value) };
    });
  }

  async function positionParams(running: Running, at: CodePosition): Promise<object> {
    const { uri } = await tellNow(running, at.path, readText);
    return { textDocument: { uri }, position: positionOf(at) };
  }

  return {
    diagnostics: (path, signal) =>
      ask(path, signal, async (running, until) => {
        const value = await diagnose(running.server, await tellNow(running, path, readText), until);
        return value && { value };
      }),
    definition: (at, signal) => positions('textDocument/definition', at, {}, signal),
    references: (at, signal) =>
      positions('textDocument/references', at, { context: { includeDeclaration: true } }, signal),
    hover: (at, signal) =>
      ask(at.path, signal, async (running, until) => {
        const result = await request(running, 'textDocument/hover', await positionParams(running, at), until);
        return result && { value: hoverText(result.value) };
      }),
    symbols: (path, query, signal) =>
      ask(path, signal, async (running, until) => {
        const { uri } = await tellNow(running, path, readText);
        const result =
          query === undefined
            ? await request(running, 'textDocument/documentSymbol', { textDocument: { uri } }, until)
            : await request(running, 'workspace/symbol', { query }, until);
        return result && { value: symbolsOf(path, result.value) };
      }),
    rename: (at, name, signal) =>
      ask(at.path, signal, async (running, until) => {
        const params = { ...(await positionParams(running, at)), newName: name };
        const result = await request(running, 'textDocument/rename', params, until);
        const edits = result && editsOf(result.value);
        return edits && { value: edits };
      }),
  };
}

/** `undefined` without an answer, or after an error. */
async function request(
  { server }: Running,
  method: string,
  params: unknown,
  until: AbortSignal,
): Promise<{ value: unknown } | undefined> {
  const reply = await server.request(method, params, until);
  return reply.ok ? { value: reply.result } : undefined;
}
