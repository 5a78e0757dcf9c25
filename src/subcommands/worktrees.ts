/** `coder worktrees`: lists the worktrees that coder created; `clean` and `remove` delete those whose removal loses nothing. */

import { existsSync } from 'node:fs';
import type { AgentOptions } from '../app/agent-options.ts';
import { openWorktreeHost } from '../app/fleet/worktree-host.ts';
import { coderHome } from '../base/files/home-folder.ts';
import { cleanLine } from '../base/text/sanitize.ts';
import { repositoryAt } from '../host/git/repository.ts';
import { removeWorktree } from '../host/worktree/remove-worktree.ts';
import { adminOf, listRecords, lockState } from '../host/worktree/store.ts';
import type { WorktreeRecord } from '../protocol/worktree.ts';
import { keptBecause } from '../words/kept-because.ts';
import { failUsage } from './print.ts';
import { wordsFor } from './words-for.ts';

export async function runWorktrees(options: AgentOptions, operands: readonly string[], json: boolean): Promise<number> {
  const words = await wordsFor(options);
  const { fleet: say } = words;
  const home = coderHome(options.env);
  const [verb = 'list', name, ...rest] = operands;
  const isRight = rest.length === 0 && (verb === 'remove') === (name !== undefined) && VERBS.includes(verb);
  if (!isRight) return failUsage(say.worktreesUsage);
  const common = repositoryAt(options.cwd)?.common;
  const all = listRecords(home, common !== undefined && existsSync(common) ? common : undefined);
  if (verb === 'list') {
    if (json) process.stdout.write(`${JSON.stringify(all.map(forPrograms), undefined, 2)}\n`);
    else if (all.length === 0) process.stdout.write(`${say.noWorktrees}\n`);
    else for (const record of all) process.stdout.write(`${lineOf(record)}\n`);
    return 0;
  }
  const meant = name === undefined ? all : all.filter((record) => record.name === name);
  if (name !== undefined && meant.length === 0) {
    process.stderr.write(`${say.noSuchWorktree(cleanLine(name))}\n`);
    return 1;
  }
  const host = openWorktreeHost(home, options.env);
  let kept = 0;
  try {
    for (const record of meant) {
      const removed = await removeWorktree(host, record, 'perhaps-others', new AbortController().signal);
      if (removed.status === 'kept') kept += 1;
      const text =
        removed.status === 'removed'
          ? say.removed(record.name, removed.branch)
          : say.kept(record.name, keptBecause(removed.because, words));
      process.stdout.write(`${cleanLine(text)}\n`);
    }
  } finally {
    await host.close();
  }
  return name !== undefined && kept > 0 ? 1 : 0;

  function lineOf(record: WorktreeRecord): string {
    const { inUseBy, pid } = shown(record);
    const who = pid === undefined ? inUseBy : say.process(pid);
    const use = who === undefined ? say.notInUse : say.inUseBy(who);
    return cleanLine(`${record.name}  ${record.branch}  ${use}  ${record.path}`);
  }
}

const VERBS = ['list', 'clean', 'remove'];

function shown(record: WorktreeRecord) {
  const { name, path, branch, base, common, at } = record;
  const admin = existsSync(path) && existsSync(common) ? adminOf(path, common) : undefined;
  const lock = admin === undefined ? undefined : lockState(admin);
  const held = lock?.state === 'held' && { inUseBy: lock.by, ...(lock.pid !== undefined && { pid: lock.pid }) };
  return { name, path, branch, base, at, ...held };
}

function forPrograms(record: WorktreeRecord) {
  const { pid, ...rest } = shown(record);
  void pid; // `inUseBy` names it
  return rest;
}
