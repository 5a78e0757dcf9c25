/** The one mapping of events to the updates that an editor gets: a case for each event, and none is left out. */

import type { FactsOf } from '../../app/session/call-facts.ts';
import { sanitize } from '../../base/text/sanitize.ts';
import { citationLine } from '../../protocol/citation.ts';
import type { Event, Stamped, StateChange } from '../../protocol/event.ts';
import type { Request } from '../../protocol/request.ts';
import type { TerminalScreen } from '../../protocol/terminal.ts';
import type { Todo } from '../../protocol/view.ts';
import { textOfView } from '../../protocol/view-text.ts';
import { shownEvent } from '../../words/shown-view.ts';
import type { Words } from '../../words/words.ts';
import { fenced } from './call-content.ts';
import type { ReadText } from './file-diffs.ts';
import { type CallMapper, callId, createCallMapper } from './map-calls.ts';
import { createMessageMapper, thought } from './map-messages.ts';
import { type Client, type ConfigOption, text, textContent, type Update } from './wire.ts';

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

export interface EventMapper extends Pick<CallMapper, 'take' | 'outputs' | 'find'> {
  map(event: Stamped): Promise<Mapped>;
}

export function createEventMapper(context: MapContext): EventMapper {
  const { client, words } = context;
  const calls = createCallMapper(context);
  const messages = createMessageMapper();
  let size: StateChange['context'];
  let spent: StateChange['spent'];
  let compactions = 0;

  return {
    async map(stamped) {
      const event = shownEvent(stamped, words.screen.views);
      if (event.type === 'request-start') {
        calls.askedAbout(event.request);
        return { ask: event.request };
      }
      const updates = await updatesOf(event);
      return { updates: event.agent === undefined ? updates : updates.map((update) => ofAgent(update, event.agent)) };
    },
    take: calls.take,
    outputs: calls.outputs,
    find: calls.find,
  };

  async function updatesOf(event: Exclude<Stamped, { type: 'request-start' }>): Promise<Update[]> {
    switch (event.type) {
      case 'turn-start':
        messages.begin();
        return [{ sessionUpdate: 'session_info_update', updatedAt: new Date(event.at).toISOString() }];
      case 'turn-end':
        return [...jobsLeft(event), ...usage()];
      case 'text-delta':
        return messages.streamed(event, 'agent_message_chunk');
      case 'thinking-delta':
        return messages.streamed(event, 'agent_thought_chunk');
      case 'message-end':
        return messages.end(event.message, event.agent);
      case 'call-start':
        return calls.start(event);
      case 'call-output':
        calls.take(event);
        return [];
      case 'call-end':
        return calls.end(event);
      case 'request-end':
        return calls.answered(event);
      case 'retry':
        return retry(event);
      case 'citation':
        return messages.streamed(
          { ...event, text: `\n\n${citationLine(event.citation, event.number)}` },
          'agent_message_chunk',
        );
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

  function retry({ attempt, of, delayMs, reason, discarded }: Extract<Event, { type: 'retry' }>): Update[] {
    if (discarded) messages.discard(); // the retry produces a new message
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
      return [
        { sessionUpdate: 'agent_message_chunk', content: text(`${messages.isMidLine ? '\n\n' : ''}${whole}\n\n`) },
      ];
    const description = sanitize(textOfView({ ...view, title: '' }));
    const severity = level === 'warn' ? 'warning' : level;
    const title = sanitize(view.title);
    return [{ sessionUpdate: 'notice', severity, title, ...(description !== '' && { description }) }];
  }

  function jobsLeft({ jobs = [] }: Extract<Event, { type: 'turn-end' }>): Update[] {
    return jobs.length === 0 ? [] : [thought(words.acp.jobsLeft(jobs.join(', ')))];
  }
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

export function planOf(todos: readonly Todo[]): Update {
  const entries = todos.map(({ content, status }) => ({ content, priority: 'medium' as const, status }));
  return { sessionUpdate: 'plan', entries };
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
