/** `lsp_diagnostics`: the problems that a language server reports for a file in its current state. */

import { type Infer, object, string } from '../base/schema.ts';
import type { Workspace } from '../host/files/workspace.ts';
import { errorText } from '../log/result-text.ts';
import type { CodeIntelligence, CodeProblem } from '../protocol/lsp.ts';
import { defineTool, failed, ok, type Tool } from '../protocol/tool.ts';
import { countView } from './lsp/show-positions.ts';

const input = object({ path: string() });
type Args = Infer<typeof input>;

export interface CodeDeps {
  workspace: Workspace;
  code: CodeIntelligence;
  /** True if a language server fits the project; the tools are then described from the start. */
  hasServer: boolean;
}

const MOST = 100;

export function lspDiagnosticsTool({ workspace, code }: CodeDeps): Tool<Args> {
  return defineTool<Args>({
    name: 'lsp_diagnostics',
    description: 'Errors and warnings of a file, from its language server.',
    input,
    effect: 'read',
    permission: 'read',
    outside: true,
    paths: ({ path }) => [{ path, access: 'read' }],
    async execute({ path }, { signal }) {
      const { absolute, display } = await workspace.file(path);
      const answer = await code.diagnostics(absolute, signal);
      signal.throwIfAborted();
      if (!answer.ok) return failed(answer.why);
      const problems = answer.value.slice(0, MOST).map((problem) => ({ ...problem, path: display }));
      return ok({ problems, total: answer.value.length, server: answer.server });
    },
    forModel(_args, outcome) {
      if (outcome.status !== 'ok') return errorText(outcome);
      const { problems, total } = outcome.result as { problems: CodeProblem[]; total: number };
      const lines = problems.map(problemLine);
      if (total > lines.length) lines.push(`[${total - lines.length} more]`);
      return lines.length === 0 ? 'no problems' : lines.join('\n');
    },
    view: ({ path }, outcome) => countView(path, 'problems', outcome),
  });
}

function problemLine({ path, line, column, severity, message, code }: CodeProblem): string {
  return `${path}:${line}:${column} ${severity}${code === undefined ? '' : ` ${code}`}: ${message.replaceAll('\n', ' ')}`;
}
