/** Lets a server use the model (`mcp.sampling: "ask"`): the person sees what it would ask, and agrees each time or not at all. */

import { isPlainObject } from '../../base/schema.ts';
import { startOf } from '../../base/text/truncate.ts';
import type { Sampled, SampleRequest } from '../../integrations/mcp/ports.ts';
import { askYesNo } from '../../protocol/ask-yes-no.ts';
import type { CompletionRequest } from '../../protocol/completion.ts';
import type { ToolContext } from '../../protocol/tool.ts';
import type { McpWords } from '../../words/en/mcp.ts';
import type { Run } from '../run.ts';

const MOST_TOKENS = 8192;
const SHOWN = 2000;

/** The sampler for one call. Throws the error that the server is told if it gets nothing. */
export function samplerFor(
  server: string,
  { complete, signal }: Pick<ToolContext, 'complete' | 'signal'>,
  { person }: Pick<Run, 'person'>,
  say: McpWords,
): (request: SampleRequest) => Promise<Sampled> {
  return async ({ messages, systemPrompt = '', maxTokens }) => {
    if (!complete) throw new Error('The model cannot be used from here');
    const said = messages.map(({ role, content }) => ({ role, text: textIn(content) }));
    const limit = Math.max(1, Math.min(maxTokens, MOST_TOKENS));
    const shown = [systemPrompt, ...said.map(({ text }) => text)].filter((text) => text !== '').join('\n\n');
    const cut = shown.length > SHOWN ? `${startOf(shown, SHOWN)} …` : shown;
    const answer = await askYesNo(person, say.samples(server, limit, cut), [say.yes, say.no], signal);
    if (answer !== 'yes') throw new Error('The user did not agree to it');
    const request: CompletionRequest = { server, system: systemPrompt, said, maxTokens: limit };
    const given = await complete(request);
    if (!given.ok) throw new Error(given.error);
    return {
      role: 'assistant',
      content: { type: 'text', text: given.text },
      model: given.model,
      stopReason: 'endTurn',
    };
  };
}

/** The text of a message; throws for images and sounds, which are not passed on. */
function textIn(content: unknown): string {
  const parts: unknown[] = Array.isArray(content) ? content : [content];
  return parts
    .map((part) => {
      if (isPlainObject(part) && part.type === 'text' && typeof part.text === 'string') return part.text;
      throw new Error('Only text can be sent to the model');
    })
    .join('\n');
}
