import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Answer, Request } from '../../src/protocol/request.ts';
import { type AppAgent, appAgent } from '../fixtures/app-agent.ts';
import { type Scratch, scratch } from '../fixtures/run-coder.ts';
import { call, callsEnd, type Script, stop, text } from '../fixtures/scripted-provider.ts';

const yes = (request: Request): Answer =>
  request.kind === 'approval' ? { kind: 'approval', choice: 'yes' } : { kind: 'cancelled' };
const said = (words: string): Script => [text(words), stop];
const task: Script = [call('t', 'task', { agent: 'apart', objective: 'do it' }), callsEnd];
const run = (command: string): Script => [call('b', 'bash', { command }), callsEnd];

function git(place: Scratch, ...args: string[]): string {
  return execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], {
    cwd: place.path,
    encoding: 'utf8',
  }).trim();
}

function repository(t: Parameters<typeof scratch>[0]): Scratch {
  const place = scratch(t);
  git(place, 'init', '-q', '-b', 'main');
  writeFileSync(join(place.path, 'a.txt'), 'committed\n');
  git(place, 'add', 'a.txt');
  git(place, 'commit', '-q', '-m', 'one');
  writeFileSync(join(place.path, 'a.txt'), 'not committed\n');
  mkdirSync(join(place.home, '.coder', 'agents'), { recursive: true });
  writeFileSync(
    join(place.home, '.coder', 'agents', 'apart.md'),
    '---\nname: apart\ndescription: works apart\nisolation: worktree\n---\nWork.',
  );
  return place;
}

function resultOf({ events }: AppAgent): string {
  const found = events.findLast(
    (event) => event.type === 'message-end' && event.message.role === 'tool' && event.agent === undefined,
  );
  return found?.type === 'message-end' && found.message.role === 'tool' ? (found.message.text ?? '') : '';
}

test('FLEET-2 EXT-16 an agent with isolation works in a separate worktree; its work stays there, and the result tells where', async (t) => {
  const place = repository(t);
  const scripts = [task, run('cat a.txt; echo changed > a.txt; pwd'), said('Did it.'), said('Done.')];
  const agent = await appAgent(t as never, scripts, { place, answer: yes });
  await agent.say('go');
  const [, path = '', branch = ''] = /What it did is in (\S+) on branch (\S+) /.exec(resultOf(agent)) ?? [];
  assert.match(
    resultOf(agent),
    /^Did it\.\n\n\[It worked in a separate worktree, from commit [0-9a-f]{12}; nothing here was changed\./,
  );
  assert.match(path, /worktrees.*agent-apart-/);
  assert.equal(readFileSync(join(path, 'a.txt'), 'utf8'), 'changed\n');
  assert.equal(readFileSync(join(place.path, 'a.txt'), 'utf8'), 'not committed\n');
  assert.equal(git(place, 'branch', '--list', branch).replace(/^\W+/, ''), branch);
  const inside = JSON.stringify(agent.provider.requests[2]?.messages.at(-1));
  assert.ok(inside.includes('committed') && inside.includes(path), 'it saw the last commit, in its own folder');
  assert.ok(agent.provider.requests[1]?.system?.includes(path), 'it is told where it works');
});

test('FLEET-2 a worktree without uncommitted work is removed, and commits stay on their branch; without a repository nothing runs', async (t) => {
  const place = repository(t);
  const commit = 'echo new > b.txt; git add b.txt; git -c user.name=t -c user.email=t@t commit -q -m two';
  const scripts = [task, run('ls'), said('Looked.'), said('Done.'), task, run(commit), said('Kept.'), said('Done.')];
  const agent = await appAgent(t as never, scripts, { place, answer: yes });
  await agent.say('go');
  assert.match(resultOf(agent), /It left no change, and the worktree is gone/);
  assert.equal(git(place, 'worktree', 'list').split('\n').length, 1);
  assert.equal(git(place, 'branch', '--list', 'coder/*'), '');
  await agent.say('again');
  const [, branch = ''] = /What it did is on branch (\S+)\.\]/.exec(resultOf(agent)) ?? [];
  assert.equal(git(place, 'show', `${branch}:b.txt`), 'new');
  assert.equal(git(place, 'worktree', 'list').split('\n').length, 1);

  const bare = scratch(t);
  mkdirSync(join(bare.home, '.coder', 'agents'), { recursive: true });
  writeFileSync(
    join(bare.home, '.coder', 'agents', 'apart.md'),
    '---\nname: apart\ndescription: d\nisolation: worktree\n---\nWork.',
  );
  const alone = await appAgent(t as never, [task, said('Done.')], { place: bare, answer: yes });
  await alone.say('go');
  const failed = alone.provider.requests[1]?.messages.at(-1);
  assert.match(JSON.stringify(failed), /none was created: not a git repository/);
  assert.ok(!existsSync(join(bare.home, '.coder', 'worktrees')));
});
