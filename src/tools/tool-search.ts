/** `tool_search`: finds tools of MCP servers by name or purpose; they can be called from the next step on. */

import { array, type Infer, object, optional, string } from '../base/schema.ts';
import { defineTool, failed, ok, type Tool } from '../protocol/tool.ts';

/** The tools that can be looked up. */
export interface ToolCatalogue {
  /** Names by server, one server per line: what the model sees of all tools. */
  readonly names: string;
  /** Best first. */
  search(query: string, most: number): FoundTool[];
  /** Tools with this exact name, coder's or the server's. */
  named(name: string): FoundTool[];
  nearest(query: string): string | undefined;
}

export interface FoundTool {
  name: string;
  description: string;
  schema: Readonly<Record<string, unknown>>;
}

const MOST = 5;
const input = object({
  query: optional(string('what is wanted, in a few English words')),
  names: optional(array(string(), 'exact names')),
});
type Args = Infer<typeof input>;

export function toolSearchTool(catalogue: ToolCatalogue): Tool<Args> {
  return defineTool<Args>({
    name: 'tool_search',
    description: `Load tools of MCP servers, by query or by names; from the next step they can be called as mcp__SERVER__TOOL. Tools by server:\n${catalogue.names}`,
    input,
    effect: 'none',
    permission: 'read',
    outside: true,
    findsTools: true,
    async execute({ query = '', names = [] }, { loadTools }) {
      if (query.trim() === '' && names.length === 0) return ok({ text: catalogue.names });
      const byName = names.flatMap((name) => catalogue.named(name));
      const byQuery = query.trim() === '' ? [] : catalogue.search(query, MOST);
      const found = [...new Map([...byName, ...byQuery].map((tool) => [tool.name, tool])).values()];
      if (found.length === 0) {
        const near = catalogue.nearest([query, ...names].join(' '));
        return failed(
          `Nothing found.${near === undefined ? '' : ` The nearest is ${near}.`} Servers and tools:\n${catalogue.names}`,
        );
      }
      loadTools?.(found.map(({ name }) => name));
      const text = found.map(({ name, description, schema }) => `${name}: ${description}\n${JSON.stringify(schema)}`);
      return ok({ text: text.join('\n\n'), loaded: found.map(({ name }) => name) });
    },
    forModel: (_args, outcome) =>
      outcome.status === 'ok' ? String(outcome.result['text']) : `error: ${outcome.error}`,
    view: ({ query, names = [] }) => ({ title: [query ?? '', ...names].join(' ').trim() || 'servers' }),
  });
}
