/** For models without tool calls: tools are described and called in plain text. */

import { resultText } from '../../../log/result-text.ts';
import { callIdsOf, type ImagePart, type Message, type Part, type ToolMessage } from '../../../protocol/message.ts';
import type { ChatRequest, Provider, StreamEnd, StreamPart, ToolSpec } from '../../../protocol/provider.ts';
import { toKnownTools } from './known-tools.ts';
import { createWrittenCallParser } from './parse-written-calls.ts';

/** `offersTools`: false for models that cannot even write calls; they only answer. */
export function withWrittenCalls(provider: Provider, offersTools: boolean): Provider {
  return {
    id: provider.id,
    stream: (request, signal) => readWritten(provider, offersTools ? request : { ...request, tools: [] }, signal),
  };
}

async function* readWritten(provider: Provider, request: ChatRequest, signal: AbortSignal): AsyncGenerator<StreamPart> {
  const parser = createWrittenCallParser(toKnownTools(request.tools), callIdsOf(request.messages));
  const plain: ChatRequest = {
    ...request,
    system: request.tools.length > 0 ? `${request.system}\n\n${toolsText(request.tools)}` : request.system,
    messages: toPlainMessages(request.messages),
    tools: [],
  };
  for await (const part of provider.stream(plain, signal)) {
    if (part.type === 'text') {
      const text = parser.feed(part.text);
      if (text !== '') yield { type: 'text', text };
    } else if (part.type === 'end') yield* finish(part);
    else yield part;
  }

  function* finish(end: StreamEnd): Generator<StreamPart> {
    const rest = parser.finish(end.reason === 'length');
    if ('text' in rest) {
      if (rest.text !== '') yield { type: 'text', text: rest.text };
      yield end;
    } else if (end.reason === 'error' || end.reason === 'refused') yield end;
    else {
      for (const call of rest.calls) yield { type: 'call', call };
      yield { ...end, reason: rest.cut ? 'length' : 'calls' };
    }
  }
}

/** For a provider that has not been measured: reports when the model wrote a call that was not read as one. The answer is unchanged. */
export function watchWrittenCalls(provider: Provider, onWritten: () => void): Provider {
  return {
    id: provider.id,
    async *stream(request, signal) {
      const parser = createWrittenCallParser(toKnownTools(request.tools), []);
      for await (const part of provider.stream(request, signal)) {
        if (part.type === 'text') parser.feed(part.text);
        else if (part.type === 'end' && part.reason === 'stop' && 'calls' in parser.finish(false)) onWritten();
        yield part; // last, because the consumer does not return after the end
      }
    },
  };
}

function toolsText(tools: readonly ToolSpec[]): string {
  const rows = tools.map((tool) => JSON.stringify(tool)).join('\n');
  return `# Tools

To use tools, end your answer with one block for each call, in exactly this form and with nothing after them:
<tool_call>
{"name": "NAME", "arguments": {…}}
</tool_call>
The results come with the next message. The tools, one a line, with their parameters as JSON Schema:
${rows}`;
}

/** Converts calls and results to text. */
function toPlainMessages(messages: readonly Message[]): Message[] {
  const plain: Message[] = [];
  for (const message of messages) {
    if (message.role === 'assistant') {
      const { raw: _raw, ...rest } = message;
      plain.push({ ...rest, content: message.content.map(toText) });
    } else if (message.role === 'tool') addResult(plain, message);
    else plain.push(message);
  }
  return plain;
}

function toText(part: Part): Part {
  if (part.type !== 'call') return part;
  const { name, arguments: args } = part.call;
  return { type: 'text', text: `\n<tool_call>\n{"name": ${JSON.stringify(name)}, "arguments": ${args}}\n</tool_call>` };
}

/** Merges the results of one step into one message, because turns have to alternate for many of these models. */
function addResult(plain: Message[], message: ToolMessage): void {
  const { name, outcome } = message;
  const failed = outcome.status !== 'ok';
  const images: readonly ImagePart[] = failed ? [] : (outcome.images ?? []);
  const content: Part[] = [
    { type: 'text', text: `<tool_result name="${name}">\n${resultText(message)}\n</tool_result>\n` },
    ...images,
  ];
  const last = plain.at(-1);
  if (last?.role === 'user' && last.by === 'coder')
    plain[plain.length - 1] = { ...last, content: [...last.content, ...content] };
  else plain.push({ role: 'user', by: 'coder', content });
}
