/** The tools of one session, each with what it needs. */

import { join } from 'node:path';
import type { Resolve } from '../base/net/url-reach.ts';
import type { Settings } from '../config/settings.ts';
import type { Services } from '../core/services.ts';
import { runSubagent } from '../core/subagent.ts';
import type { Workspace } from '../host/files/workspace.ts';
import type { Git } from '../host/git/git.ts';
import type { Processes } from '../host/process/process.ts';
import type { Search } from '../host/search/search.ts';
import type { Terminals } from '../host/terminal/terminals.ts';
import { todosOf } from '../log/fold.ts';
import type { Event } from '../protocol/event.ts';
import type { Answer, Request } from '../protocol/request.ts';
import type { Tool } from '../protocol/tool.ts';
import type { MemoryDeps } from '../tools/memory.ts';
import { createTools } from '../tools/registry.ts';
import type { SeenFiles } from '../tools/seen-files.ts';
import type { SkillSource } from '../tools/skill.ts';

export interface ToolSetOptions {
  /** The resolver that policy judges addresses with. */
  resolveName: Resolve;
  env: NodeJS.ProcessEnv;
  git: Git;
  workspace: Workspace;
  processes: Processes;
  terminals: Terminals;
  search: Search;
  seen: SeenFiles;
  settings: Settings;
  cacheDir: string;
  ask(request: Request, signal: AbortSignal): Promise<Answer>;
  attended: boolean;
  adaptTool?(tool: Tool): Tool;
  skills: SkillSource;
  memory: MemoryDeps['memory'];
  emit(event: Event): void;
  /** The engine's services, for sub-agents; they exist by the time a tool runs. */
  services(): Services;
}

export function createToolSet(options: ToolSetOptions): ReadonlyMap<string, Tool> {
  const { settings, emit, services } = options;
  const tools = createTools({
    ...options,
    limits: { timeoutMs: settings.safety.command_timeout_ms, outputBytes: settings.safety.output_limit_bytes },
    cacheDir: join(options.cacheDir, 'bash'),
    fetch: {
      resolve: options.resolveName,
      env: options.env,
      timeoutMs: settings.fetch.timeout_sec * 1000,
      maxBytes: settings.fetch.max_size_kb * 1024,
    },
    todos: {
      read: () => todosOf(services().session.entries),
      async write(items) {
        await services().session.append({ type: 'todos', items });
        emit({ type: 'state-change', change: { todos: items } });
      },
    },
    run: (task, { signal, mode, model, changed }) =>
      runSubagent({ ...task, mode, model, ...(changed && { changed }) }, services(), signal),
  });
  return new Map(tools.map((tool) => [tool.name, options.adaptTool?.(tool) ?? tool]));
}
