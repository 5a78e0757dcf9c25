/** `lsp_definition`: where the symbol at a place is defined. */

import { type Infer, object } from '../base/schema.ts';
import { defineTool, failed, isFailure, ok, type Tool } from '../protocol/tool.ts';
import { findPlace, PLACE } from './lsp/find-place.ts';
import { countView, placesText, placeTitle, showPlaces } from './lsp/show-places.ts';
import type { CodeDeps } from './lsp-diagnostics.ts';

const input = object(PLACE);
type Args = Infer<typeof input>;

const MOST = 20;

export function lspDefinitionTool({ workspace, code }: CodeDeps): Tool<Args> {
  return defineTool<Args>({
    name: 'lsp_definition',
    description: 'Where a symbol is defined, from the language server.',
    input,
    effect: 'read',
    permission: 'read',
    outside: true,
    paths: ({ path }) => [{ path, access: 'read' }],
    async execute(args, { signal }) {
      const place = await findPlace(args, workspace);
      if (isFailure(place)) return place;
      const answer = await code.definition(place, signal);
      signal.throwIfAborted();
      if (!answer.ok) return failed(answer.why);
      const places = await showPlaces(answer.value.slice(0, MOST), workspace);
      return ok({ places, total: answer.value.length, server: answer.server });
    },
    forModel: placesText,
    view: (args, outcome) => countView(placeTitle(args), 'places', outcome),
  });
}
