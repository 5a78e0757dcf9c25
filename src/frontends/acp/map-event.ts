/** The one mapping of events to the updates that an editor gets: a case for each event, and none is left out. */

import type { FactsOf } from '../../app/session/call-facts.ts';
import { newId } from '../../base/ids.ts';
import { createSanitizer, type Sanitizer, sanitize } from '../../base/text/sanitize.ts';
import { citationLine } from '../../protocol/citation.ts';
import type { Event, Stamped, StateChange } from '../../protocol/event.ts';
import { type Message, type Outcome, textOf } from '../../protocol/message.ts';
import type { Request } from '../../protocol/request.ts';
import type { TerminalScreen } from '../../protocol/terminal.ts';
import type { Todo } from '../../protocol/view.ts';
import { textOfView } from '../../protocol/view-text.ts';
import type { Words } from '../../words/words.ts';
import { fenced, type KnownCall, knownCall, viewContents } from './call-content.ts';
import type { ReadText } from './file-diffs.ts';
import { type CallContent, type Client, type ConfigOption, text, textContent, type Update } from './wire.ts';

export interface MapContext {
  cwd: string;
  client: Client;
  factsOf: FactsOf;
  readText: ReadText;
  words: Words;
  /** The current configuration options. */
  options(): ConfigOption[];
  /** True while a command that the person typed runs: notices are then its answer. */
  isAnswering(): boolean;
}

/** Updates to send, or a request to ask. */
export type Mapped = { updates: Update[] } | { ask: Request };

export interface EventMapper {
  map(event: Stamped): Promise<Mapped>;
  /** Adds to the output of a call; `outputs` returns the updates when they are due. */
  take(event: Extract<Stamped, { type: 'call-output' }>): void;
  outputs(): Update[];
  /** Finds a running call, including those of sub-agents. */
  find(callId: string): { toolCallId: string; known: KnownCall } | undefined;
}

/** How much of a call's output is kept while it runs, in characters from the end. */
const LIVE_OUTPUT = 16 * 1024;

export function createEventMapper(context: MapContext): EventMapper {
  const { cwd, client, factsOf, readText, words } = context;
  const calls = new Map<string, KnownCall>();
  const printed = new Map<string, string>();
  const changed = new Set<string>();
  /** For each open approval, the id of the call that it is about. */
  const asked = new Map<string, string>();
  const streams = new Map<string, Stream>();
  let size: StateChange['context'];
  let spent: StateChange['spent'];
  let compactions = 0;
  /** True if the text streamed last did not end with a line end. */
  let isMidLine = false;

  return {
    async map(event) {
      if (event.type === 'request-start') {
        const { request } = event;
        if (request.kind === 'approval') asked.set(request.id, request.call.id);
        return { ask: request };
      }
      const updates = await updatesOf(event);
      return { updates: event.agent === undefined ? updates : updates.map((update) => ofAgent(update, event.agent)) };
    },
    take,
    outputs() {
      const updates = [...changed].map(
        (toolCallId): Update => ({
          sessionUpdate: 'tool_call_update',
          toolCallId,
          content: [textContent(fenced(printed.get(toolCallId) ?? '') || ' ')],
        }),
      );
      changed.clear();
      return updates;
    },
    find,
  };

  async function updatesOf(event: Exclude<Stamped, { type: 'request-start' }>): Promise<Update[]> {
    switch (event.type) {
      case 'turn-start':
        isMidLine = false;
        return [{ sessionUpdate: 'session_info_update', updatedAt: new Date(event.at).toISOString() }];
      case 'turn-end':
        return [...jobsLeft(event), ...usage()];
      case 'text-delta':
        return streamed(event, 'agent_message_chunk');
      case 'thinking-delta':
        return streamed(event, 'agent_thought_chunk');
      case 'message-end':
        return messageEnd(event.message, event.agent);
      case 'call-start':
        return callStart(event);
      case 'call-output':
        take(event);
        return [];
      case 'call-end':
        return callEnd(event);
      case 'request-end':
        return requestEnd(event);
      case 'retry':
        return retry(event);
      case 'citation':
        return streamed({ ...event, text: `\n\n${citationLine(event.citation, event.number)}` }, 'agent_message_chunk');
      case 'loop': {
        const { sameText, sameCycle } = words.turn;
        const { kind, repeated, times } = event;
        return [thought(kind === 'text' ? sameText(repeated.join(' '), times) : sameCycle(repeated, times))];
      }
      case 'compaction':
        return compaction(event);
      case 'state-change':
        return stateChange(event.change);
      case 'notice':
        return notice(event);
      case 'terminal-start':
        return [
          {
            sessionUpdate: 'tool_call',
            toolCallId: terminalId(event.id),
            title: event.command,
            kind: 'execute',
            status: 'in_progress',
          },
        ];
      case 'terminal-screen':
        return [terminalUpdate(event.id, screenText(event.screen))];
      case 'terminal-end': {
        const status = event.exitCode === 0 ? 'completed' : 'failed';
        return [{ ...terminalUpdate(event.id, event.text), status }];
      }
    }
  }

  function streamed(
    { agent = '', text: chunk }: { agent?: string; text: string },
    sessionUpdate: 'agent_message_chunk' | 'agent_thought_chunk',
  ): Update[] {
    const stream = streams.get(agent) ?? newStream();
    streams.set(agent, stream);
    const isText = sessionUpdate === 'agent_message_chunk';
    stream.hasText ||= isText;
    const shown = (isText ? stream.text : stream.thinking).write(chunk);
    if (isText && agent === '' && shown !== '') isMidLine = !shown.endsWith('\n');
    return shown === '' ? [] : [{ sessionUpdate, content: text(shown), messageId: stream.id }];
  }

  /** Sends a message that was not streamed; for one that was, sends the rest of its stream. */
  function messageEnd(message: Message, agent = ''): Update[] {
    switch (message.role) {
      case 'user':
        return message.by === 'coder' ? [thought(textOf(message.content))] : []; // the client itself sent all other user messages
      case 'note':
        return [];
      case 'tool':
        return []; // reported by call-end
      case 'assistant': {
        const stream = streams.get(agent) ?? newStream();
        streams.delete(agent);
        const whole = stream.hasText ? stream.text.end() : sanitize(textOf(message.content));
        if (whole === '') return [];
        return [{ sessionUpdate: 'agent_message_chunk', content: text(whole), messageId: stream.id }];
      }
    }
  }

  function callStart({ call, view, agent }: Extract<Stamped, { type: 'call-start' }>): Update[] {
    const known = knownCall(call, factsOf, cwd);
    calls.set(callId(call.id, agent), known);
    return [
      {
        sessionUpdate: 'tool_call',
        toolCallId: call.id,
        title: known.facts?.line ?? view.title,
        status: 'in_progress',
        ...known.fields,
      },
    ];
  }

  function take({ callId: id, text: more, agent }: Extract<Stamped, { type: 'call-output' }>): void {
    const key = callId(id, agent);
    printed.set(key, ((printed.get(key) ?? '') + more).slice(-LIVE_OUTPUT));
    changed.add(key);
  }

  async function callEnd({ callId: id, outcome, view, agent }: Extract<Stamped, { type: 'call-end' }>) {
    const key = callId(id, agent);
    const known = calls.get(key) ?? { fields: {} };
    calls.delete(key);
    printed.delete(key);
    changed.delete(key);
    const at = outcome.status === 'ok' ? 'after' : 'gone';
    const { content, locations } = await viewContents(view, known, cwd, at, readText);
    const all = [...content, ...imagesOf(outcome)];
    const update: Update = {
      sessionUpdate: 'tool_call_update',
      toolCallId: id,
      title: known.facts?.line ?? view.title,
      status: outcome.status === 'ok' ? 'completed' : 'failed',
      ...(all.length > 0 && { content: all }),
      ...(locations.length > 0 && { locations }),
      rawOutput: outcome.status === 'ok' ? outcome.result : { error: outcome.error, ...outcome.result },
    };
    return [update];
  }

  /** An approved call runs from now on; any other answer shows in the call's outcome. */
  function requestEnd({ id, answer }: Extract<Event, { type: 'request-end' }>): Update[] {
    const found = find(asked.get(id) ?? '');
    asked.delete(id);
    if (!found || answer.kind !== 'approval' || answer.choice === 'no') return [];
    return [{ sessionUpdate: 'tool_call_update', toolCallId: found.toolCallId, status: 'in_progress' }];
  }

  function find(id: string): { toolCallId: string; known: KnownCall } | undefined {
    const toolCallId = calls.has(id) ? id : [...calls.keys()].find((key) => key.endsWith(`:${id}`));
    const known = calls.get(toolCallId ?? '');
    return known && toolCallId !== undefined ? { toolCallId, known } : undefined;
  }

  function retry({ attempt, of, delayMs, reason, discarded }: Extract<Event, { type: 'retry' }>): Update[] {
    if (discarded) streams.clear(); // the retry produces a new message
    const said = words.headless.retry(attempt, of, Math.ceil(delayMs / 1000), reason);
    return [client.notices ? { sessionUpdate: 'notice', severity: 'warning', title: said } : thought(said)];
  }

  function compaction({ before, after, summary }: Extract<Event, { type: 'compaction' }>): Update[] {
    const said = words.headless.compacted(before, after);
    if (!client.compaction) return [thought(summary === undefined ? said : `${said}\n\n${summary}`)];
    const blocks = [text(said), ...(summary === undefined ? [] : [text(summary)])];
    const compactionId = `compaction_${before}_${compactions++}`;
    return [{ sessionUpdate: 'compaction_update', compactionId, status: 'completed', summary: blocks }];
  }

  function stateChange({ session, mode, model, context: taken, spent: paid, todos }: StateChange): Update[] {
    if (taken) [size, spent] = [taken, paid];
    return [
      ...(session?.title ? [{ sessionUpdate: 'session_info_update' as const, title: session.title }] : []),
      ...(mode === undefined ? [] : [{ sessionUpdate: 'current_mode_update' as const, currentModeId: mode }]),
      ...(mode === undefined && model === undefined
        ? []
        : [{ sessionUpdate: 'config_option_update' as const, configOptions: context.options() }]),
      ...(taken ? usage() : []),
      ...(todos ? [planOf(todos)] : []),
    ];
  }

  function usage(): Update[] {
    if (!size) return [];
    return [
      {
        sessionUpdate: 'usage_update',
        used: Math.round(size.tokens),
        size: Math.round(size.limit),
        ...(spent && !spent.isLeast && { cost: { amount: spent.money, currency: 'USD' } }),
      },
    ];
  }

  function notice({ level, view, about }: Extract<Event, { type: 'notice' }>): Update[] {
    if (about === 'recap') return []; // the client shows the whole session
    const whole = sanitize(textOfView(view));
    if (whole === '') return [];
    const isToast = client.notices && !context.isAnswering() && view.title !== '';
    if (!isToast)
      return [{ sessionUpdate: 'agent_message_chunk', content: text(`${isMidLine ? '\n\n' : ''}${whole}\n\n`) }];
    const description = sanitize(textOfView({ ...view, title: '' }));
    const severity = level === 'warn' ? 'warning' : level;
    const title = sanitize(view.title);
    return [{ sessionUpdate: 'notice', severity, title, ...(description !== '' && { description }) }];
  }

  function jobsLeft({ jobs = [] }: Extract<Event, { type: 'turn-end' }>): Update[] {
    return jobs.length === 0 ? [] : [thought(words.acp.jobsLeft(jobs.join(', ')))];
  }
}

/** The message being streamed, by the main agent or a sub-agent. */
interface Stream {
  id: string;
  text: Sanitizer;
  thinking: Sanitizer;
  hasText: boolean;
}

function newStream(): Stream {
  return { id: newId('message'), text: createSanitizer(), thinking: createSanitizer(), hasText: false };
}

/** Gives a sub-agent's calls separate ids, and turns its messages into thoughts because they are for the main agent. */
function ofAgent(update: Update, agent = ''): Update {
  switch (update.sessionUpdate) {
    case 'agent_message_chunk':
      return { ...update, sessionUpdate: 'agent_thought_chunk' };
    case 'tool_call':
    case 'tool_call_update':
      return { ...update, toolCallId: callId(update.toolCallId, agent) };
    default:
      return update;
  }
}

function callId(id: string, agent: string | undefined): string {
  return agent === undefined ? id : `${agent}:${id}`;
}

function thought(said: string): Update {
  return { sessionUpdate: 'agent_thought_chunk', content: text(`${sanitize(said)}\n\n`) };
}

export function planOf(todos: readonly Todo[]): Update {
  const entries = todos.map(({ content, status }) => ({ content, priority: 'medium' as const, status }));
  return { sessionUpdate: 'plan', entries };
}

function imagesOf(outcome: Outcome): CallContent[] {
  const images = outcome.status === 'ok' ? (outcome.images ?? []) : [];
  return images.map(({ data, mimeType }) => ({ type: 'content', content: { type: 'image', data, mimeType } }));
}

function terminalId(id: string): string {
  return `terminal:${id}`;
}

function terminalUpdate(id: string, shown: string): Extract<Update, { sessionUpdate: 'tool_call_update' }> {
  return {
    sessionUpdate: 'tool_call_update',
    toolCallId: terminalId(id),
    content: [textContent(fenced(shown) || ' ')],
  };
}

function screenText({ lines }: TerminalScreen): string {
  return lines.map((runs) => runs.map(({ text: run }) => run).join('')).join('\n');
}
