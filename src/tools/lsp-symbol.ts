/** `lsp_definition`, `lsp_references`, `lsp_hover`: what a language server knows about the symbol at a place. */

import { type Infer, object } from '../base/schema.ts';
import type { Workspace } from '../host/files/workspace.ts';
import { errorText } from '../log/result-text.ts';
import type { CodeAnswer, CodeIntelligence, CodePlace } from '../protocol/lsp.ts';
import { defineTool, failed, isFailure, ok, type Tool } from '../protocol/tool.ts';
import { findPlace, PLACE } from './lsp/find-place.ts';
import { countView, placesText, placeTitle, showPlaces } from './lsp/show-places.ts';
import type { CodeDeps } from './lsp-diagnostics.ts';

const input = object(PLACE);
type Args = Infer<typeof input>;

/** What differs between the tools: the question, and how the answer is kept and shown. */
interface Row<Value> extends Required<Pick<Tool<Args>, 'name' | 'description' | 'forModel' | 'view'>> {
  ask(code: CodeIntelligence, place: CodePlace, signal: AbortSignal): Promise<CodeAnswer<Value>>;
  keep(value: Value, workspace: Workspace): Promise<Record<string, unknown>>;
}

const MOST_DEFINITIONS = 20;
const MOST_REFERENCES = 200;
const LONGEST_HOVER = 8_000;

export function lspSymbolTools(deps: CodeDeps): Tool<Args>[] {
  return [toolOf(definition, deps), toolOf(references, deps), toolOf(hover, deps)];
}

const definition: Row<CodePlace[]> = {
  name: 'lsp_definition',
  description: 'Where a symbol is defined, from the language server.',
  ask: (code, place, signal) => code.definition(place, signal),
  ...placesUpTo(MOST_DEFINITIONS),
};

const references: Row<CodePlace[]> = {
  name: 'lsp_references',
  description: 'Every use of a symbol, from the language server.',
  ask: (code, place, signal) => code.references(place, signal),
  ...placesUpTo(MOST_REFERENCES),
};

const hover: Row<string> = {
  name: 'lsp_hover',
  description: 'Type and comment of a symbol, from the language server.',
  ask: (code, place, signal) => code.hover(place, signal),
  keep: async (text) => ({ text: text.slice(0, LONGEST_HOVER) }),
  forModel: (_args, outcome) =>
    outcome.status === 'ok' ? String(outcome.result['text']) || 'nothing is known about it' : errorText(outcome),
  view(args, outcome) {
    const title = placeTitle(args);
    if (!outcome) return { title };
    const text = outcome.status === 'ok' ? String(outcome.result['text']) : outcome.error;
    return { title, body: [{ type: outcome.status === 'ok' ? 'markdown' : 'text', text }] };
  },
};

function placesUpTo(most: number): Pick<Row<CodePlace[]>, 'keep' | 'forModel' | 'view'> {
  return {
    keep: async (found, workspace) => ({
      places: await showPlaces(found.slice(0, most), workspace),
      total: found.length,
    }),
    forModel: placesText,
    view: (args, outcome) => countView(placeTitle(args), 'places', outcome),
  };
}

function toolOf<Value>({ ask, keep, ...row }: Row<Value>, { workspace, code }: CodeDeps): Tool<Args> {
  return defineTool<Args>({
    ...row,
    input,
    effect: 'read',
    permission: 'read',
    outside: true,
    paths: ({ path }) => [{ path, access: 'read' }],
    async execute(args, { signal }) {
      const place = await findPlace(args, workspace);
      if (isFailure(place)) return place;
      const answer = await ask(code, place, signal);
      signal.throwIfAborted();
      if (!answer.ok) return failed(answer.why);
      return ok({ ...(await keep(answer.value, workspace)), server: answer.server });
    },
  });
}
