/** Brings a plugin to this machine for inspection: a copied folder, a clone, or a package's files. Nothing in it runs. */

import { cpSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import type { Processes } from '../../host/process/process.ts';
import { contentOf } from './content.ts';
import { insideOf } from './inside.ts';
import type { PluginSource } from './record.ts';

const PATIENCE_MS = 300_000;
const KEPT = 20_000;
const PACKAGE = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*(?:@[\w.^~<>=-]+)?$/i;

/** Parses what a person typed: `npm:NAME`, an address for git, or a folder. A string says what is wrong. */
export function sourceOf(typed: string, cwd: string, path?: string): PluginSource | string {
  const within = path === undefined ? {} : { path };
  if (typed.startsWith('npm:')) {
    const from = typed.slice(4);
    return PACKAGE.test(from) ? { kind: 'npm', from, ...within } : `${from} is not a package name`;
  }
  if (/^(?:https?|ssh|git|file):\/\//.test(typed) || /^[\w.-]+@[\w.-]+:/.test(typed))
    return { kind: 'git', from: typed, ...within };
  if (typed.startsWith('-')) return `${typed} is neither a folder, an address nor npm:NAME`;
  return { kind: 'path', from: resolve(cwd, typed), ...within };
}

/** `into` exists and is empty. Returns the plugin's folder in it, or why there is none. */
export async function fetchPlugin(
  { kind, from, path = '.' }: PluginSource,
  into: string,
  processes: Processes,
  signal: AbortSignal,
): Promise<{ folder: string } | { problem: string }> {
  const target = join(into, 'plugin');
  const problem = await bring();
  if (problem !== undefined) return { problem };
  rmSync(join(target, '.git'), { recursive: true, force: true });
  const folder = insideOf(target, path);
  return folder === undefined ? { problem: `${path} leads out of it` } : { folder };

  async function bring(): Promise<string | undefined> {
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

  async function run(argv: [string, ...string[]]): Promise<string | undefined> {
    const env = { GIT_TERMINAL_PROMPT: '0' };
    const ended = await processes.run({ argv, cwd: into, env, timeoutMs: PATIENCE_MS, keepBytes: KEPT }, signal);
    if (ended.exitCode === 0 && ended.spawnError === undefined) return undefined;
    const why =
      ended.spawnError ?? (ended.timedOut ? 'it took too long' : ended.stderr.trim() || `exit ${ended.exitCode}`);
    return `${basename(argv[0])}: ${why}`;
  }
}

/** Splits off a branch or tag: `https://host/repo#v1`. */
function splitRef(from: string): [string, string?] {
  const at = from.lastIndexOf('#');
  return at < 0 ? [from] : [from.slice(0, at), from.slice(at + 1)];
}

/** Copies links as links: they lead where they led before, and nothing is read through one that leads out. */
export function copy(from: string, to: string): string | undefined {
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
    if (codeOf(error)) return `it cannot be copied: ${codeOf(error)}`;
    throw error;
  }
}
