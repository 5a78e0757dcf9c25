/** Sets up the hooks of a run: which count, where they run, what they are told. Loaded only if there is one. */

import { join } from 'node:path';
import { homeFolder } from '../../base/files/home-folder.ts';
import { isInside } from '../../base/files/paths.ts';
import { maskDeep } from '../../base/secrets/mask-deep.ts';
import { visible } from '../../base/text/visible.ts';
import { createHooks, type HooksOptions } from '../../integrations/hooks/hooks.ts';
import { postHook } from '../../integrations/hooks/post-hook.ts';
import { type Hook, readHooks, whatRuns } from '../../integrations/hooks/read.ts';
import type { HookSource } from '../../integrations/hooks/source.ts';
import type { Fault } from '../../protocol/fault.ts';
import type { HookControl } from '../../protocol/hooks.ts';
import { hookForms } from '../../tools/hook-forms.ts';
import type { HookWords } from '../../words/en/hooks.ts';
import { extensionFault } from '../../words/extension-fault.ts';
import { changedFault } from '../../words/fault.ts';
import type { AgentOptions } from '../agent-options.ts';
import type { AppSettings } from '../load-app-settings.ts';
import type { Host } from '../machine.ts';
import { projectWrap } from '../prompt/project-sandbox.ts';
import type { Run } from '../run.ts';
import { hookItem } from '../trust/hook-item.ts';
import { findHookSources } from './hook-sources.ts';

export interface AppHooksOptions {
  run: Run;
  host: Host;
  say: HookWords;
}

export interface FoundHooks {
  hooks: Hook[];
  /** Hooks that were left out, one line each. */
  problems: Fault[];
}

export function findHooks(app: AppSettings, cwd: string, env: NodeJS.ProcessEnv): FoundHooks {
  const found = findHookSources(app, { cwd, root: app.trust.root, userHome: homeFolder(env) });
  const read = [...found.sources, ...pluginSources(app)].map(readHooks);
  return {
    hooks: read.flatMap((each) => each.hooks),
    problems: [...found.problems, ...read.flatMap((each) => each.problems)],
  };
}

/** Hooks of the plugins in use. */
function pluginSources({ plugins }: AppSettings): HookSource[] {
  return plugins.current.flatMap(({ layout, hooks }) =>
    hooks.map(
      ({ file, value, env }): HookSource => ({
        source: 'plugin',
        dialect: layout === 'gemini' ? 'gemini' : 'claude',
        file,
        hooks: value,
        env,
        place: () => file,
      }),
    ),
  );
}

/** Judges each time anew, because the files that a hook names may have changed. */
function hookTrust(app: AppSettings, cwd: string): (hook: Hook) => 'trusted' | 'changed' | 'new' {
  const { trust, plugins } = app;
  return (hook) => {
    if (hook.from.source === 'user') return 'trusted';
    if (hook.from.source === 'plugin') {
      if (isInside(trust.root, hook.from.file)) plugins.forget(); // the model works on these files and may have changed them
      const isUsed = plugins.current.some(({ hooks }) => hooks.some(({ file }) => file === hook.from.file));
      return isUsed ? 'trusted' : 'changed';
    }
    const item = hookItem({ cwd, root: trust.root }, hook);
    if (trust.admits(item)) return 'trusted';
    return trust.judge(item).state === 'changed' ? 'changed' : 'new';
  };
}

export function createAppHooks({ run, host, say }: AppHooksOptions): HookControl {
  const { app, options, mask, secrets, person, warn } = run;
  const { hooks, problems } = findHooks(app, options.cwd, options.env);
  for (const problem of problems) warn(changedFault(problem, visible));
  return boundHooks(hooks, {
    app,
    options,
    machine: { ...host, env: host.env(), root: host.workspace.root },
    mask,
    look: secrets.look,
    tell: {
      message: (hook, text) =>
        person.emit({ type: 'notice', level: 'info', view: { title: say.message(visible(hook), visible(text)) } }),
      warning: (hook, what) => warn(changedFault(extensionFault('hookFailed', hook, what), visible)),
    },
  });
}

interface HookMachine extends Pick<Host, 'processes' | 'resolveName' | 'sandbox'> {
  env: NodeJS.ProcessEnv;
  /** The working folder. */
  root: string;
}

interface BoundHooksOptions extends Pick<HooksOptions, 'tell' | 'onRun'> {
  app: AppSettings;
  options: Pick<AgentOptions, 'cwd' | 'env'>;
  machine: HookMachine;
  mask(text: string): string;
  /** Learns which secrets a command may print. */
  look?: Run['secrets']['look'];
}

/** Hooks bound to what they run in. */
export function boundHooks(
  hooks: readonly Hook[],
  { app, options, machine, mask, look, tell, onRun }: BoundHooksOptions,
): HookControl {
  const { processes, sandbox, env, resolveName, root } = machine;
  const posting = {
    resolve: resolveName,
    env,
    variables: (hook: Hook) => (hook.from.source === 'user' ? options.env : env),
  };
  return createHooks({
    hooks,
    surroundings: {
      processes,
      cwd: root,
      project: root,
      post: (hook, body, signal) => postHook(hook, body, posting, signal),
      wrap: () => projectWrap(sandbox, root, app.settings.sandbox.hosts),
    },
    trustOf: hookTrust(app, options.cwd),
    formsOf: (call, cwd = root) => hookForms(call, cwd),
    mask: (payload) => maskDeep(payload, mask),
    hide: async (hook, end) => {
      await look?.([], { text: whatRuns(hook), cwd: root });
      return maskDeep(end, mask);
    },
    transcript: (session) => join(app.sessionsFolder, `${session}.jsonl`),
    tell,
    ...(onRun && { onRun }),
  });
}
