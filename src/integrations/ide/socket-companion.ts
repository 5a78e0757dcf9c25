/** The editor plug-ins of Claude Code: MCP over a WebSocket on this machine; a diff is a call that lasts until the person decides. */

import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CoderError } from '../../base/errors.ts';
import { pathOfUri } from '../../base/files/file-uri.ts';
import { namedError, namedIn } from '../../base/named-text.ts';
import { openWebSocket } from '../../base/net/web-socket.ts';
import { parseJson, parseObject } from '../../base/parse-json.ts';
import { isPlainObject } from '../../base/schema.ts';
import type { CodeProblem } from '../../protocol/lsp.ts';
import { callTool } from './call-tool.ts';
import { type ActiveFile, type Companion, type CompanionEvents, type DiffAnswer, type Door } from './companion.ts';
import { createCompanionPeer, introduce } from './companion-peer.ts';

const PROTOCOL_VERSION = '2024-11-05';
const CLOSE_MS = 1_000;
const LIST_MS = 2_000;

/** Throws `CoderError('ide')` if the editor cannot be reached or refuses. */
export async function connectSocket(door: Door, events: CompanionEvents, signal: AbortSignal): Promise<Companion> {
  let files: readonly string[] = [];
  let active: ActiveFile | undefined;
  let isListing = false;

  const socket = await openWebSocket(
    {
      port: door.port,
      subProtocol: 'mcp',
      headers: { 'x-claude-code-ide-authorization': door.token },
      onMessage: (bytes) => peer.receive(bytes),
      onEnd(why) {
        peer.close(why);
        events.end(why);
      },
    },
    signal,
  ).catch((error: unknown) => {
    throw namedError('ide', namedIn(error));
  });
  const peer = createCompanionPeer({ send: (text) => socket.send(text), onNotification: hear });
  const reply = await introduce(peer, PROTOCOL_VERSION, signal);
  if (!reply.ok) {
    socket.close();
    throw new CoderError('ide', reply.message);
  }
  peer.notify('notifications/initialized', {});
  peer.notify('ide_connected', { pid: process.pid });
  void look();

  return {
    async openDiff({ path, text }, until) {
      const input = {
        old_file_path: path,
        new_file_path: path,
        new_file_contents: text,
        tab_name: tabOf(path),
      };
      const [verdict, content] = (await callTool(peer, 'openDiff', input, until)) ?? [];
      const answer = answerOf(verdict, content ?? text);
      if (answer.kind !== 'unable') void closeTab(path); // the requester closes the tab, even after an answer
      return answer;
    },
    async closeDiff(path) {
      void closeTab(path); // the plug-in does not return the tab's text
      return undefined;
    },
    async isUnsaved(path, until) {
      const [said] = (await callTool(peer, 'checkDocumentDirty', { filePath: path }, until)) ?? [];
      return parseObject(said ?? '').isDirty === true;
    },
    async problems(path, until) {
      const uri = pathToFileURL(path).href;
      const texts = await callTool(peer, 'getDiagnostics', { uri }, until);
      return texts && problemsOf(texts, path);
    },
    close: () => socket.close(),
  };

  function hear(method: string, params: unknown): void {
    if (!isPlainObject(params) || typeof params.filePath !== 'string' || params.filePath === '') return;
    const { filePath: path } = params;
    if (method === 'selection_changed') {
      const isOther = active?.path !== path;
      active = activeOf(path, params);
      tell();
      if (isOther) void look();
    } else if (method === 'at_mentioned') {
      const { lineStart, lineEnd } = params;
      events.pointedAt({
        path,
        ...(typeof lineStart === 'number' && { from: lineStart + 1 }),
        ...(typeof lineEnd === 'number' && { to: lineEnd + 1 }),
      });
    }
  }

  async function closeTab(path: string): Promise<void> {
    await callTool(peer, 'close_tab', { tab_name: tabOf(path) }, AbortSignal.timeout(CLOSE_MS));
  }

  function tell(): void {
    const others = files.filter((path) => path !== active?.path);
    events.state({ files: [...(active ? [active.path] : []), ...others], ...(active && { active }) });
  }

  /** Asks what is open, because the plug-in does not report it on its own. */
  async function look(): Promise<void> {
    if (isListing) return;
    isListing = true;
    const [said] = (await callTool(peer, 'getOpenEditors', {}, AbortSignal.timeout(LIST_MS))) ?? [];
    isListing = false;
    const { tabs } = parseObject(said ?? '');
    if (!Array.isArray(tabs)) return;
    files = tabs.filter(isPlainObject).flatMap((tab) => pathOf(tab) ?? []);
    tell();
  }
}

function answerOf(verdict: string | undefined, text: string): DiffAnswer {
  if (verdict === 'FILE_SAVED') return { kind: 'accepted', text };
  return verdict === 'DIFF_REJECTED' || verdict === 'TAB_CLOSED' ? { kind: 'rejected' } : { kind: 'unable' };
}

/**
 * A distinct tab name per file, so that it can be closed again. Plug-ins recognise a diff by the two marks and take any other name for a
 * file's.
 */
function tabOf(path: string): string {
  const mark = createHash('sha256').update(path).digest('hex').slice(0, 6);
  return `✻ [coder] ${basename(path)} (${mark}) ⧉`;
}

function activeOf(path: string, { text, selection }: Record<string, unknown>): ActiveFile {
  const { start, end, isEmpty } = isPlainObject(selection) ? selection : {};
  const from = placeOf(start);
  const to = placeOf(end);
  const isSelected = typeof text === 'string' && text !== '' && isEmpty !== true;
  return {
    path,
    ...(to && { cursor: to }),
    ...(isSelected && { selection: { text, ...(from && to && { from: from.line, to: lastLine(from, to) }) } }),
  };
}

/** A selection that ends before the first character of a line does not include that line. */
function lastLine(from: { line: number }, to: { line: number; column: number }): number {
  return to.column === 1 && to.line > from.line ? to.line - 1 : to.line;
}

/** Converts to 1-based; editors count from 0. */
function placeOf(value: unknown): { line: number; column: number } | undefined {
  const { line, character } = isPlainObject(value) ? value : {};
  if (typeof line !== 'number' || typeof character !== 'number') return undefined;
  return { line: line + 1, column: character + 1 };
}

function pathOf({ uri, fileName }: Record<string, unknown>): string | undefined {
  return typeof fileName === 'string' ? fileName : pathOfUri(uri);
}

/** Plug-ins differ: a list per file, or a list of problems that name their file. */
function problemsOf(texts: readonly string[], path: string): CodeProblem[] {
  return texts.flatMap((text) => {
    const value = parseJson(text);
    const listed: unknown[] = Array.isArray(value) ? value : [value];
    return listed.filter(isPlainObject).flatMap((entry) => {
      const { uri, filePath, diagnostics } = entry;
      const isOther = typeof uri === 'string' ? pathOf({ uri }) !== path : filePath !== undefined && filePath !== path;
      if (isOther) return [];
      const items: unknown[] = Array.isArray(diagnostics) ? diagnostics : [entry];
      return items.filter(isPlainObject).flatMap((item) => problemOf(item, path) ?? []);
    });
  });
}

function problemOf(item: Record<string, unknown>, path: string): CodeProblem | undefined {
  const { message, severity, range, line, character, code } = item;
  if (typeof message !== 'string') return undefined;
  const inRange = isPlainObject(range) ? placeOf(range.start) : undefined;
  const place =
    inRange ?? (typeof line === 'number' ? { line, column: typeof character === 'number' ? character : 1 } : undefined);
  if (!place) return undefined;
  return {
    path,
    ...place,
    severity: severityOf(severity),
    message,
    ...((typeof code === 'string' || typeof code === 'number') && { code: String(code) }),
  };
}

function severityOf(severity: unknown): CodeProblem['severity'] {
  if (severity === 'Error' || severity === 1) return 'error';
  return severity === 'Warning' || severity === 2 ? 'warning' : 'info';
}
