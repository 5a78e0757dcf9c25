import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { call, say, startModelServer } from '../fixtures/model-server.ts';
import { runCoder, scratch } from '../fixtures/run-coder.ts';
import { trustProject } from '../fixtures/trust.ts';

function put(root: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

const PLANTED = {
  'CLAUDE.md': 'CANARY-NOTES\n',
  '.claude/agents/finder.md': '---\nname: finder\ndescription: CANARY-AGENT\ntools: Read, Grep\n---\nCANARY-JOB\n',
  '.claude/commands/git/last.md': 'CANARY-COMMAND $1: !`echo out-$((40+2))` end\n',
  '.claude/commands/bad.md': 'CANARY-BAD !`rm -rf /` end\n',
  '.gemini/commands/say.toml': 'prompt = "CANARY-TOML {{args}} !{echo {{args}}}"\n',
  '.claude/skills/one/SKILL.md': '---\nname: one\ndescription: CANARY-SKILL\n---\nText\n',
};

test('EXT-16 EXT-17 TRUST-1 what was written for other agents is silent before trust, and works after it', async (t) => {
  const place = scratch(t);
  put(place.path, PLANTED);
  await using server = await startModelServer((_request, index) =>
    index === 4 ? call('task', { agent: 'finder', objective: 'find it' }) : say('Done.'),
  );
  const options = { cwd: place.path, url: server.url, env: { HOME: place.home } };
  const run = async (prompt: string) => {
    const ended = await runCoder(['-p', prompt, '--output-format', 'json'], options);
    return { ...ended, sent: server.requests.at(-1)?.body ?? '' };
  };
  const before = await run('hi');
  assert.equal(before.sent.includes('CANARY'), false);
  const { untrusted } = JSON.parse(before.stdout) as { untrusted: string[] };
  assert.deepEqual(
    untrusted.toSorted(),
    Object.keys(PLANTED)
      .map((name) => name.replace('/SKILL.md', ''))
      .toSorted(),
  );
  assert.equal((await run('/git:last a')).code !== 0, true, 'not a command yet');
  assert.equal(server.requests.length, 1);

  await trustProject(place);
  const after = await run('hi');
  for (const word of ['CANARY-NOTES', 'finder: CANARY-AGENT', 'CANARY-SKILL'])
    assert.ok(after.sent.includes(word), word);
  assert.equal(after.sent.includes('CANARY-JOB'), false, 'the job is the agent’s');
  assert.match((await run('/git:last a')).sent, /CANARY-COMMAND a: out-42 end/);
  assert.match((await run("/say it's")).sent, /CANARY-TOML it's it's/);
  await run('delegate');
  const job = server.requests[5]?.body ?? '';
  assert.ok(job.includes('CANARY-JOB') && job.includes('find it'));
  const { tools } = JSON.parse(job) as { tools: { function: { name: string } }[] };
  assert.deepEqual(
    tools.map((each) => each.function.name),
    ['read', 'grep'],
  );
  const count = server.requests.length;
  const refused = await run('/bad');
  assert.equal(server.requests.length, count, 'nothing was sent');
  assert.match(`${refused.stdout}${refused.stderr}`, /nothing was sent/);

  writeFileSync(
    join(place.path, '.claude/agents/finder.md'),
    PLANTED['.claude/agents/finder.md'].replace('Grep', 'Bash'),
  );
  const changed = await run('hi');
  assert.equal(changed.sent.includes('CANARY-AGENT'), false);
  assert.deepEqual((JSON.parse(changed.stdout) as { untrusted: string[] }).untrusted, ['.claude/agents/finder.md']);
  assert.match((await runCoder(['trust', 'diff'], options)).stdout, /-tools: Read, Grep\n\+tools: Read, Bash/);
});
