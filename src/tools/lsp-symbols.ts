/** `lsp_symbols`: the symbols that a file defines, or symbols of the project by name. */

import { type Infer, object, optional, string } from '../base/schema.ts';
import { errorText } from '../log/result-text.ts';
import type { CodeSymbol } from '../protocol/lsp.ts';
import { defineTool, failed, ok, type Tool } from '../protocol/tool.ts';
import { countView } from './lsp/show-positions.ts';
import type { CodeDeps } from './lsp-diagnostics.ts';

const input = object({
  path: string('a file; with query, one of the language'),
  query: optional(string('a name in the whole project')),
});
type Args = Infer<typeof input>;

const MOST = 300;

export function lspSymbolsTool({ workspace, code }: CodeDeps): Tool<Args> {
  return defineTool<Args>({
    name: 'lsp_symbols',
    description: 'What a file defines, or symbols of the project by name, from the language server.',
    input,
    effect: 'read',
    permission: 'read',
    outside: true,
    paths: ({ path }) => [{ path, access: 'read' }],
    async execute({ path, query }, { signal }) {
      const { absolute } = await workspace.file(path);
      const answer = await code.symbols(absolute, query, signal);
      signal.throwIfAborted();
      if (!answer.ok) return failed(answer.why);
      const symbols: CodeSymbol[] = [];
      for (const symbol of answer.value.slice(0, MOST))
        symbols.push({ ...symbol, path: (await workspace.resolve(symbol.path)).display });
      return ok({ symbols, total: answer.value.length, server: answer.server });
    },
    forModel({ query }, outcome) {
      if (outcome.status !== 'ok') return errorText(outcome);
      const { symbols, total } = outcome.result as { symbols: CodeSymbol[]; total: number };
      const lines = symbols.map(({ path, line, kind, name, container }) => {
        const where = query === undefined ? String(line) : `${path}:${line}`;
        return `${where} ${kind} ${container === undefined ? '' : `${container}.`}${name}`;
      });
      if (total > lines.length) lines.push(`[${total - lines.length} more]`);
      return lines.length === 0 ? 'none' : lines.join('\n');
    },
    view: ({ path, query }, outcome) => countView(query ?? path, 'symbols', outcome),
  });
}
