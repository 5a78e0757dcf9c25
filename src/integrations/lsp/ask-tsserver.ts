/** Asks tsserver through typescript-language-server, which pushes without versions; tsserver answers for the newest text. */

import { isPlainObject } from '../../base/schema.ts';
import type { Connection } from './connection.ts';

const PASSES_ON = 'typescript.tsserverRequest';
const QUESTIONS = ['syntacticDiagnosticsSync', 'semanticDiagnosticsSync'];
const SEVERITIES: Readonly<Record<string, number>> = { error: 1, warning: 2, message: 3, suggestion: 4 };

export function asksTsserver({ capabilities }: Connection): boolean {
  const { executeCommandProvider: provider } = capabilities;
  const commands = isPlainObject(provider) ? provider.commands : undefined;
  return Array.isArray(commands) && commands.includes(PASSES_ON);
}

/** Diagnostics in the protocol's form; `undefined` without an answer. */
export async function askTsserver(
  server: Connection,
  uri: string,
  signal: AbortSignal,
): Promise<unknown[] | undefined> {
  const items: unknown[] = [];
  for (const question of QUESTIONS) {
    const params = { command: PASSES_ON, arguments: [question, { file: uri }, { lowPriority: false }] };
    const reply = await server.request('workspace/executeCommand', params, signal);
    const body = reply.ok && isPlainObject(reply.result) ? reply.result.body : undefined;
    if (!Array.isArray(body)) return undefined;
    items.push(...body.filter(isPlainObject).map(itemOf));
  }
  return items;
}

function itemOf({ start, end, text, code, category }: Record<string, unknown>): object {
  const range = { start: positionOf(start), end: positionOf(end) };
  return { range, message: text, code, severity: SEVERITIES[String(category)] ?? 1 };
}

function positionOf(place: unknown): object {
  const { line, offset } = isPlainObject(place) ? place : {};
  return { line: Number(line) - 1, character: Number(offset) - 1 };
}
