/** The tools of a run, each with what it needs. */

import { join } from 'node:path';
import { createGit } from '../host/git/git.ts';
import type { Tool } from '../protocol/tool.ts';
import { createTools } from '../tools/registry.ts';
import type { Host } from './machine.ts';
import type { PromptSource } from './prompt/prompt-source.ts';
import type { Run } from './run.ts';
import type { AppLanguageServers } from './servers/language-servers.ts';
import { askPutBack, tellAside } from './session/ask-put-back.ts';

/** `attended` is true if a person is present to answer. */
export function createToolSet(
  run: Run,
  host: Host,
  { skills, memory }: PromptSource,
  attended: boolean,
  code: Pick<AppLanguageServers, 'code' | 'hasServer'>,
): Map<string, Tool> {
  const { app, options, person } = run;
  const { safety, fetch, sandbox: confining } = app.settings;
  const { sandbox, env, ...rest } = host;
  const { workspace, processes } = host;
  const tools = createTools({
    ...rest,
    ...(confining.mode !== 'off' && { sandbox }), // if it is off, the model is not told of one
    git: createGit({
      processes,
      cwd: workspace.root,
      avoid: workspace.roots,
      get env() {
        return env();
      },
    }),
    limits: { timeoutMs: safety.command_timeout_ms, outputBytes: safety.output_limit_bytes },
    cacheDir: join(app.folder, 'cache', 'bash'),
    fetch: {
      resolve: host.resolveName, // the one that policy judges addresses with
      env: options.env,
      timeoutMs: fetch.timeout_sec * 1000,
      maxBytes: fetch.max_size_kb * 1024,
    },
    ask: person.ask,
    askPutBack: (path, diff, signal) => askPutBack(path, diff, run, signal),
    tellAside: (path) => void tellAside(path, run),
    attended,
    skills,
    memory,
    ...code,
  });
  return new Map(tools.map((tool) => [tool.name, options.adaptTool?.(tool) ?? tool]));
}
