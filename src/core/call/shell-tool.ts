/** The one tool that coder itself calls: for `! ls` and for its own checks. */

import { newId } from '../../base/ids.ts';
import type { ToolCall } from '../../protocol/message.ts';
import type { Tool } from '../../protocol/tool.ts';

const SHELL = 'bash';

export function hasShell(tools: readonly Tool[]): boolean {
  return tools.some(({ name }) => name === SHELL);
}

/** `interactive`: in a terminal of its own. */
export function shellCall(command: string, { interactive = false } = {}): ToolCall {
  const args = { command, ...(interactive && { interactive }) };
  return { id: newId('call'), name: SHELL, arguments: JSON.stringify(args) };
}
