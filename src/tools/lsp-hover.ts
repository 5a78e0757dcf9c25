/** `lsp_hover`: the type and the comment of the symbol at a place. */

import { type Infer, object } from '../base/schema.ts';
import { errorText } from '../log/result-text.ts';
import { defineTool, failed, isFailure, ok, type Tool } from '../protocol/tool.ts';
import { findPlace, PLACE } from './lsp/find-place.ts';
import { placeTitle } from './lsp/show-places.ts';
import type { CodeDeps } from './lsp-diagnostics.ts';

const input = object(PLACE);
type Args = Infer<typeof input>;

const LONGEST = 8_000;

export function lspHoverTool({ workspace, code }: CodeDeps): Tool<Args> {
  return defineTool<Args>({
    name: 'lsp_hover',
    description: 'Type and comment of a symbol, from the language server.',
    input,
    effect: 'read',
    permission: 'read',
    outside: true,
    paths: ({ path }) => [{ path, access: 'read' }],
    async execute(args, { signal }) {
      const place = await findPlace(args, workspace);
      if (isFailure(place)) return place;
      const answer = await code.hover(place, signal);
      signal.throwIfAborted();
      return answer.ok ? ok({ text: answer.value.slice(0, LONGEST), server: answer.server }) : failed(answer.why);
    },
    forModel: (_args, outcome) =>
      outcome.status === 'ok' ? String(outcome.result['text']) || 'nothing is known of it' : errorText(outcome),
    view(args, outcome) {
      const title = placeTitle(args);
      if (!outcome) return { title };
      const text = outcome.status === 'ok' ? String(outcome.result['text']) : outcome.error;
      return { title, body: [{ type: outcome.status === 'ok' ? 'markdown' : 'text', text }] };
    },
  });
}
