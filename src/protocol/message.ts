/** The messages of a conversation. Stored in the session and, after `toModel`, sent to a provider. */

import type { Citation } from './citation.ts';
import type { Fact } from './fact.ts';

export type Message = UserMessage | AssistantMessage | ToolMessage | NoteMessage;

export interface UserMessage {
  role: 'user';
  content: Part[];
  /** The author, if not the person: coder writes `Please continue.` or `fix and verify again`. */
  by?: 'coder';
  /** What coder's message is about: a check failed, and the model is asked whether its change caused it. */
  about?: 'check';
  /** When the person wrote it, if not at the prompt: while the model was working, or after stopping it. */
  said?: 'while-working' | 'after-stop';
}

export interface AssistantMessage {
  role: 'assistant';
  content: Part[];
  model: string;
  usage?: Usage;
  /** The sources of the answer, as the provider named them; not sent back. */
  citations?: Citation[];
  /** The stream broke or was cancelled; this is the part that had arrived. */
  interrupted?: true;
  /** The provider's blocks (signatures, encrypted reasoning), kept so that they can be sent back unchanged. */
  raw?: { protocol: string; blocks: unknown };
}

export interface ToolMessage {
  role: 'tool';
  callId: string;
  name: string;
  outcome: Outcome;
  /** The call in one line, as its tool described it when it ended, for the person and for later readers of the session. */
  title?: string;
  /** What the title says, for other languages. */
  fact?: Fact;
  /** The result as the model reads it; absent if the model reads the result's JSON. */
  text?: string;
}

/** A message by coder itself: the block of `! ls`, the text of a built-in command, "the user undid…". */
export interface NoteMessage {
  role: 'note';
  text: string;
  audience: 'user' | 'both';
  /** Carried verbatim through every compaction. */
  pinned?: true;
  /** The person's command that `text` reports; without an exit code if it did not run, or is still running in a terminal. */
  ran?: RanLine;
  /** The note says why nothing was done. */
  failed?: true;
}

interface RanLine {
  line: string;
  exitCode?: number;
  /** The terminal in which it still runs. */
  terminal?: string;
  timedOut?: true;
  /** The file with the whole output, if only part of it was kept. */
  saved?: string;
}

export type Part =
  | { type: 'text'; text: string }
  | { type: 'thinking'; text: string; signature?: string }
  | ImagePart
  | { type: 'call'; call: ToolCall };

export interface ImagePart {
  type: 'image';
  mimeType: string;
  /** Base64. */
  data: string;
}

export interface ToolCall {
  id: string;
  name: string;
  /** JSON text of one object, always valid; broken arguments become `{}` with a `problem`. */
  arguments: string;
  /** Why this call must not run: its arguments are not a JSON object, or the output limit cut the stream. */
  problem?: string;
}

/** How a call ended. Every call gets exactly one, even a denied or cancelled one. */
export type Outcome =
  | { status: 'ok'; result: Record<string, unknown>; images?: ImagePart[] }
  | { status: 'failed' | 'denied' | 'cancelled'; error: string; result?: Record<string, unknown> };

/** The exit code of the command that a call ran; `undefined` if it ran none, or a signal ended it. */
export function exitCodeOf({ result }: { readonly result?: Outcome['result'] }): number | undefined {
  return typeof result?.['exit_code'] === 'number' ? result['exit_code'] : undefined;
}

/** True if the call did not succeed, or its command ended with another exit code than 0. */
export function hasFailed(outcome: Outcome): boolean {
  return outcome.status !== 'ok' || (exitCodeOf(outcome) ?? 0) !== 0;
}

export interface Usage {
  /** Tokens sent, including those read from a cache. */
  input: number;
  output: number;
  /** The part of `input` that came from the provider's cache. */
  cached: number;
}

export const NO_USAGE: Usage = { input: 0, output: 0, cached: 0 };

export function addUsage(a: Usage, b: Usage | undefined): Usage {
  if (!b) return a;
  return { input: a.input + b.input, output: a.output + b.output, cached: a.cached + b.cached };
}

/** False for what coder itself writes in the person's place. */
export function isByPerson(message: Message): message is UserMessage {
  return message.role === 'user' && message.by === undefined;
}

/** What was typed, without attachments: the first text of the message, as the attachments follow it. */
export function typedText({ content }: UserMessage): string {
  return content.find((part) => part.type === 'text')?.text ?? '';
}

export function textOf(content: readonly Part[]): string {
  let text = '';
  for (const part of content) if (part.type === 'text') text += part.text;
  return text;
}

/** The text of the content. If one part holds all of it, that part itself, so that a long text is not built as one string. */
export function saidIn(content: readonly Part[]): { readonly text: string } {
  const parts = content.filter((part) => part.type === 'text');
  return parts.length === 1 && parts[0] ? parts[0] : { text: textOf(content) };
}

export function callsOf(content: readonly Part[]): ToolCall[] {
  const calls: ToolCall[] = [];
  for (const part of content) if (part.type === 'call') calls.push(part.call);
  return calls;
}

/** The ids of all calls in a conversation. */
export function callIdsOf(messages: readonly Message[]): string[] {
  const ids: string[] = [];
  for (const message of messages) {
    if (message.role !== 'assistant') continue;
    for (const part of message.content) if (part.type === 'call') ids.push(part.call.id);
  }
  return ids;
}
