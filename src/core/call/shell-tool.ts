/** Builds calls of the shell tool, the only tool that coder itself calls: for `! ls` and for its own checks. */

import { newId } from '../../base/ids.ts';
import type { ToolCall } from '../../protocol/message.ts';
import type { Tool } from '../../protocol/tool.ts';

export function hasShell(tools: readonly Tool[]): boolean {
  return tools.some(({ forLine }) => forLine !== undefined);
}

/** The caller makes sure that there is a shell tool. `interactive` runs the line in a separate terminal. */
export function shellCall(line: string, tools: readonly Tool[], { interactive = false } = {}): ToolCall {
  const tool = tools.find(({ forLine }) => forLine !== undefined);
  const args: unknown = tool?.forLine?.(line, { interactive });
  return { id: newId('call'), name: tool?.name ?? '', arguments: JSON.stringify(args ?? {}) };
}
