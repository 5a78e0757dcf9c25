/** `lsp_definition`, `lsp_references`, `lsp_hover`: what a language server knows about the symbol at a position. */

import { type Infer, object } from '../base/schema.ts';
import type { Workspace } from '../host/files/workspace.ts';
import { errorText } from '../log/result-text.ts';
import type { CodeAnswer, CodeIntelligence, CodePosition } from '../protocol/lsp.ts';
import { defineTool, failed, isFailure, ok, type Tool } from '../protocol/tool.ts';
import { findPosition, POSITION } from './lsp/find-position.ts';
import { countView, positionsText, positionTitle, showPositions } from './lsp/show-positions.ts';
import type { CodeDeps } from './lsp-diagnostics.ts';

const input = object(POSITION);
type Args = Infer<typeof input>;

/** What differs between the tools: the question, and how the answer is kept and shown. */
interface Row<Value> extends Required<Pick<Tool<Args>, 'name' | 'description' | 'forModel' | 'view'>> {
  ask(code: CodeIntelligence, position: CodePosition, signal: AbortSignal): Promise<CodeAnswer<Value>>;
  keep(value: Value, workspace: Workspace): Promise<Record<string, unknown>>;
}

const MOST_DEFINITIONS = 20;
const MOST_REFERENCES = 200;
const LONGEST_HOVER = 8_000;

export function lspSymbolTools(deps: CodeDeps): Tool<Args>[] {
  return [toolOf(definition, deps), toolOf(references, deps), toolOf(hover, deps)];
}

const definition: Row<CodePosition[]> = {
  name: 'lsp_definition',
  description: 'Where a symbol is defined, from the language server.',
  ask: (code, position, signal) => code.definition(position, signal),
  ...positionsUpTo(MOST_DEFINITIONS),
};

const references: Row<CodePosition[]> = {
  name: 'lsp_references',
  description: 'Every use of a symbol, from the language server.',
  ask: (code, position, signal) => code.references(position, signal),
  ...positionsUpTo(MOST_REFERENCES),
};

const hover: Row<string> = {
  name: 'lsp_hover',
  description: 'Type and comment of a symbol, from the language server.',
  ask: (code, position, signal) => code.hover(position, signal),
  keep: async (text) => ({ text: text.slice(0, LONGEST_HOVER) }),
  forModel: (_args, outcome) =>
    outcome.status === 'ok' ? String(outcome.result['text']) || 'nothing is known about it' : errorText(outcome),
  view(args, outcome) {
    const title = positionTitle(args);
    if (!outcome) return { title };
    const text = outcome.status === 'ok' ? String(outcome.result['text']) : outcome.error;
    return { title, body: [{ type: outcome.status === 'ok' ? 'markdown' : 'text', text }] };
  },
};

function positionsUpTo(most: number): Pick<Row<CodePosition[]>, 'keep' | 'forModel' | 'view'> {
  return {
    keep: async (found, workspace) => ({
      places: await showPositions(found.slice(0, most), workspace),
      total: found.length,
    }),
    forModel: positionsText,
    view: (args, outcome) => countView(positionTitle(args), 'places', outcome),
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
      const position = await findPosition(args, workspace);
      if (isFailure(position)) return position;
      const answer = await ask(code, position, signal);
      signal.throwIfAborted();
      if (!answer.ok) return failed(answer.why);
      return ok({ ...(await keep(answer.value, workspace)), server: answer.server });
    },
  });
}
