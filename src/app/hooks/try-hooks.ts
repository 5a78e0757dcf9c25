/** The actions of `coder hooks`: lists the hooks of a folder, and runs those that an event would trigger. */

import { homeFolder } from '../../base/files/home-folder.ts';
import { createResolver } from '../../base/net/url-reach.ts';
import { childEnvironment } from '../../host/process/child-env.ts';
import { createProcesses } from '../../host/process/process.ts';
import { lazySandbox } from '../../host/sandbox/lazy-sandbox.ts';
import { troubleFault } from '../../integrations/hooks/answer.ts';
import type { HookRun } from '../../integrations/hooks/hooks.ts';
import type { Fault } from '../../protocol/fault.ts';
import type { HookEvent, HookSaid, ListedHook } from '../../protocol/hooks.ts';
import { hookCall } from '../../tools/hook-forms.ts';
import type { AgentOptions } from '../agent-options.ts';
import type { AppSettings } from '../load-app-settings.ts';
import { boundHooks, findHooks } from './hooks.ts';

export interface TriedHooks {
  runs: readonly TriedRun[];
  said: HookSaid;
}

/** A run of a hook, with what went wrong as it is shown. */
interface TriedRun extends Omit<HookRun, 'answer'> {
  answer: Omit<HookRun['answer'], 'failure' | 'warning'> & { failure?: Fault; warning?: Fault };
}

export interface TriedEvent {
  event: HookEvent;
  /** The tool's name, as coder or another agent calls it. */
  tool?: string;
  /** The call's input; the event's own fields if there is no tool. */
  input: Record<string, unknown>;
}

const CALLS: readonly HookEvent[] = [
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PermissionRequest',
  'PermissionDenied',
];
const SUBJECTS = ['source', 'reason', 'trigger', 'notification_type', 'agent_type', 'error'];

export function tryHooks(app: AppSettings, options: AgentOptions) {
  const { cwd, env } = options;
  const { hooks, problems } = findHooks(app, cwd, env);
  const { settings } = app;
  const childEnv = childEnvironment(env, { keep: settings.safety.keep_env, roots: [cwd] });
  const processes = createProcesses({ env: childEnv, marker: 'hooks-test' });
  const sandbox = lazySandbox({
    mode: settings.sandbox.mode,
    roots: [cwd],
    home: homeFolder(env),
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
  });
  const runs: TriedRun[] = [];
  const control = boundHooks(hooks, {
    app,
    options,
    machine: { processes, env: childEnv, resolveName: createResolver(), sandbox, root: cwd },
    mask: (text) => text,
    tell: { message() {}, warning() {} },
    onRun: (run) => void runs.push(tried(run)),
  });
  return {
    problems,
    list: (): readonly ListedHook[] => control.list(),
    async run({ event, tool, input }: TriedEvent, signal: AbortSignal): Promise<TriedHooks> {
      const scene = { session: 'test', turn: 'test', prompt: 'test', mode: settings.mode, permissionMode: 'default' };
      const call = CALLS.includes(event) ? { id: 'test', ...hookCall(tool ?? 'Bash', input) } : undefined;
      const subject = SUBJECTS.map((key) => input[key]).find((value) => typeof value === 'string');
      const fact = {
        event,
        scene,
        ...(call ? { call } : { fields: input }),
        ...(subject !== undefined && { subject }),
      };
      return { said: await control.run(fact, signal), runs };
    },
    async close(): Promise<void> {
      await processes.close();
      await sandbox.close();
    },
  };
}

function tried({ answer: { failure, warning, ...answer }, ...run }: HookRun): TriedRun {
  const troubles = {
    ...(failure && { failure: troubleFault(failure) }),
    ...(warning && { warning: troubleFault(warning) }),
  };
  return { ...run, answer: { ...answer, ...troubles } };
}
