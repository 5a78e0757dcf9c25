/** Positions in the code for the model: `path:line:column`, with the text of the line if it may be read. */

import { CoderError } from '../../base/errors.ts';
import { decodeFile } from '../../base/files/text-file.ts';
import type { Workspace } from '../../host/files/workspace.ts';
import { errorText } from '../../log/result-text.ts';
import type { CodePosition } from '../../protocol/lsp.ts';
import type { Outcome } from '../../protocol/message.ts';
import type { View } from '../../protocol/view.ts';

export interface ShownPosition {
  path: string;
  line: number;
  column: number;
  text?: string;
}

const MOST_BYTES = 4 * 1024 * 1024;
const LONGEST_LINE = 200;

/** For files outside the workspace, only the position is given. */
export async function showPositions(
  positions: readonly CodePosition[],
  workspace: Workspace,
): Promise<ShownPosition[]> {
  const texts = new Map<string, readonly string[]>();
  const shown: ShownPosition[] = [];
  for (const { path, line, column } of positions) {
    const { display, inside } = await workspace.resolve(path);
    if (inside && !texts.has(path)) texts.set(path, await linesOf(path, workspace));
    const text = texts.get(path)?.[line - 1]?.trim().slice(0, LONGEST_LINE);
    shown.push({ path: display, line, column, ...(text && { text }) });
  }
  return shown;
}

async function linesOf(path: string, workspace: Workspace): Promise<readonly string[]> {
  try {
    const { bytes } = await workspace.readFile(path, { maxBytes: MOST_BYTES });
    return decodeFile(bytes)?.text.split(/\r?\n/) ?? [];
  } catch (error) {
    if (error instanceof CoderError) return []; // too large, or gone meanwhile: the position alone is enough
    throw error;
  }
}

export function positionsText(_args: unknown, outcome: Outcome): string {
  if (outcome.status !== 'ok') return errorText(outcome);
  const { places, total } = outcome.result as { places: ShownPosition[]; total?: number };
  const lines = places.map(({ path, line, column, text = '' }) => `${path}:${line}:${column} ${text}`.trimEnd());
  const rest = (total ?? places.length) - places.length;
  return [...(lines.length === 0 ? ['none'] : lines), ...(rest > 0 ? [`[${rest} more]`] : [])].join('\n');
}

/** Shows how many results were found. */
export function countView(title: string, key: string, outcome: Outcome | undefined): View {
  if (!outcome) return { title };
  if (outcome.status !== 'ok') return { title, body: [{ type: 'text', text: outcome.error }] };
  const found = outcome.result[key];
  return { title: `${title}: ${Array.isArray(found) ? found.length : 0}` };
}

export function positionTitle({ path, line, symbol }: { path: string; line?: number; symbol?: string }): string {
  return [`${path}${line === undefined ? '' : `:${line}`}`, symbol ?? ''].join(' ').trim();
}
