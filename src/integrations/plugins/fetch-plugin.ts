/** Brings a plugin to this machine for inspection: a copied folder, a clone, or a package's files. Nothing in it runs. */

import { cpSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import type { Processes } from '../../host/process/process.ts';
import type { ProcessResult } from '../../host/process/process-command.ts';
import type { Fault } from '../../protocol/fault.ts';
import { extensionFault } from '../../words/extension-fault.ts';
import { notStarted } from '../not-started.ts';
import { contentOf } from './content.ts';
import { insideOf } from './inside.ts';
import type { PluginSource } from './record.ts';

const PATIENCE_MS = 300_000;
const KEPT = 20_000;
const PACKAGE = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*(?:@[\w.^~<>=-]+)?$/i;

/** What a person typed: `npm:NAME`, an address that git knows, or a folder. A fault says what is wrong with it. */
export function sourceOf(typed: string, cwd: string, path?: string): PluginSource | Fault {
  const within = path === undefined ? {} : { path };
  if (typed.startsWith('npm:')) {
    const from = typed.slice(4);
    return PACKAGE.test(from) ? { kind: 'npm', from, ...within } : extensionFault('pluginNotAPackage', from);
  }
  if (/^(?:https?|ssh|git|file):\/\//.test(typed) || /^[\w.-]+@[\w.-]+:/.test(typed))
    return { kind: 'git', from: typed, ...within };
  if (typed.startsWith('-')) return extensionFault('pluginNotASource', typed);
  return { kind: 'path', from: resolve(cwd, typed), ...within };
}

/** `into` exists and is empty. Returns the plugin's folder in it, or why there is none. */
export async function fetchPlugin(
  { kind, from, path = '.' }: PluginSource,
  into: string,
  processes: Processes,
  signal: AbortSignal,
): Promise<{ folder: string } | { problem: Fault }> {
  const target = join(into, 'plugin');
  const problem = await bring();
  if (problem !== undefined) return { problem };
  rmSync(join(target, '.git'), { recursive: true, force: true });
  const folder = insideOf(target, path);
  return folder === undefined ? { problem: extensionFault('pluginPathOutside', path) } : { folder };

  async function bring(): Promise<Fault | undefined> {
    switch (kind) {
      case 'link':
      case 'path':
        return copy(from, target);
      case 'git': {
        const [address, ref] = splitRef(from);
        const safe = ['core.hooksPath=/dev/null', 'protocol.ext.allow=never', 'core.fsmonitor=false'];
        return run([
          'git',
          ...safe.flatMap((each) => ['-c', each]),
          'clone',
          '--quiet',
          '--depth=1',
          '--no-tags',
          ...(ref === undefined ? [] : [`--branch=${ref}`]),
          '--',
          address,
          target,
        ]);
      }
      case 'npm':
        return (
          (await run(['npm', 'pack', '--ignore-scripts', '--silent', `--pack-destination=${into}`, '--', from])) ??
          (await run(['sh', '-c', 'mkdir plugin && tar -xzf ./*.tgz -C plugin --strip-components=1 --no-same-owner']))
        );
    }
  }

  async function run(argv: [string, ...string[]]): Promise<Fault | undefined> {
    const env = { GIT_TERMINAL_PROMPT: '0' };
    const ended = await processes.run({ argv, cwd: into, env, timeoutMs: PATIENCE_MS, keepBytes: KEPT }, signal);
    if (ended.exitCode === 0 && ended.spawnError === undefined) return undefined;
    const why = notStarted(ended, argv[0], into) ?? whyOf(ended);
    return extensionFault('at', basename(argv[0]), why);
  }
}

function whyOf({ timedOut, stderr, exitCode }: ProcessResult): string | Fault {
  if (timedOut) return extensionFault('pluginFetchLate');
  return stderr.trim() || extensionFault('pluginFetchExit', String(exitCode));
}

/** `https://host/repo#v1`: a branch or a tag. */
function splitRef(from: string): [string, string?] {
  const at = from.lastIndexOf('#');
  return at < 0 ? [from] : [from.slice(0, at), from.slice(at + 1)];
}

/** Links are copied as links: they lead where they led, and nothing is read through one that leaves. */
export function copy(from: string, to: string): Fault | undefined {
  const content = contentOf(from);
  if (!content.ok) return content.problem;
  try {
    cpSync(from, to, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => path !== join(from, '.git'),
    });
    return undefined;
  } catch (error) {
    if (codeOf(error)) return extensionFault('pluginNotCopied', String(codeOf(error)));
    throw error;
  }
}
