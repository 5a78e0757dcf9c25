import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { appAgent } from '../../fixtures/app-agent.ts';
import { lacks } from '../../fixtures/programs.ts';
import { scratch } from '../../fixtures/run-coder.ts';
import { stop, text } from '../../fixtures/scripted-provider.ts';

test('MDL-4 the prompt names the branch in a repository and in a worktree of it, but not if none is checked out', {
  skip: lacks('git'),
}, async (t) => {
  const place = scratch(t);
  const git = (...args: string[]) =>
    spawnSync('git', ['-C', place.path, '-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args]);
  git('init', '-q', '-b', 'trunk');
  git('commit', '-q', '--allow-empty', '-m', 'first');
  const tree = join(place.home, 'tree');
  git('worktree', 'add', '-q', '-b', 'feature/x', tree);
  const stateOf = async (path: string) => {
    const agent = await appAgent(t, [[text('Done.'), stop]], { place: { ...place, path } });
    await agent.say('go');
    return /\((git.*?)\)\./.exec(agent.provider.requests[0]?.system ?? '')?.[1];
  };
  assert.equal(await stateOf(place.path), 'git, branch trunk');
  assert.equal(await stateOf(tree), 'git, branch feature/x');
  spawnSync('git', ['-C', tree, 'checkout', '-q', '--detach']);
  assert.equal(await stateOf(tree), 'git');
});
