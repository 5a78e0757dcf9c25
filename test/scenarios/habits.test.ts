import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { noTerminal, openCoder } from '../fixtures/coder-terminal.ts';
import { type RecordedRequest, type Script, say, status } from '../fixtures/model-server.ts';

const skip = noTerminal;

function answer({ path }: RecordedRequest): Script {
  const models = JSON.stringify({ data: [{ id: 'scripted' }, { id: 'other' }] });
  return path.endsWith('/models') ? status(200, { 'Content-Type': 'application/json' }, models) : say('answered');
}

test('CLI-9 coder "prompt" opens a conversation and sends that prompt', { skip }, async () => {
  await using coder = await openCoder(answer, { args: ['fix the failing test', '--mode', 'plan'] });
  await coder.shows(/> fix the failing test\n[\s\S]*answered/);
  await coder.prompted();
  assert.equal(coder.sent()[0]?.at(-1)?.content, 'fix the failing test');
});

test('CLI-9 bare help and ? work as /help, /clear as /new, exit leaves; none of it reaches the model', {
  skip,
}, async () => {
  await using coder = await openCoder(answer);
  await coder.turn('?');
  await coder.shows(/Commands[\s\S]*\/help +list commands and keys/);
  await coder.turn('/clear');
  await coder.shows(/Started a new session\./);
  await coder.turn('/status');
  await coder.shows(/coder 0\.\d[\s\S]*model +scripted[\s\S]*folder +\/[\s\S]*context +~?[\d,]+ of/);
  await coder.turn('/histroy');
  await coder.turn('/tokens');
  await coder.shows(/Unknown command: \/tokens\. Did you mean \/cost\?/);
  await coder.turn('help');
  assert.equal(coder.server.requests.length, 0);
  coder.program.write('exit\r');
  assert.equal(await coder.program.exited, 0);
});

test('IN-5 IN-13 CLI-9 history is available after a restart, except private lines, and --resume opens a list', {
  skip,
}, async () => {
  await using first = await openCoder(answer, { env: { SOME_TOKEN: 'very-secret-value-123' } });
  const { place: kept } = first;
  await first.turn('first thing asked');
  await first.turn('use very-secret-value-123 please');
  await first.program.type('a draft');
  first.program.write('\x03');
  await first.prompted();
  await first.program.type('left in the line');
  first.program.write('\x1b[200~\x1b[201~');
  first.program.hangUp();
  await first.program.exited;

  const ready = /Resume which session\?\n❯ 1\. \S+ .*first thing asked/;
  await using second = await openCoder(answer, { args: ['--resume'], place: kept, ready });
  second.program.write('\r');
  await second.shows(/Resumed /);
  await second.prompted();
  for (const line of ['left in the line', 'a draft', 'first thing asked']) {
    second.program.write('\x1b[A');
    await second.program.until(
      () => second.program.emulator.lines().at(-1)?.trimEnd().endsWith(`> ${line}`) ?? false,
      line,
    );
  }
  const [file = ''] = execFileSync('find', [kept.home, '-name', 'history.jsonl'], { encoding: 'utf8' }).split('\n');
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.doesNotMatch(readFileSync(file, 'utf8'), /very-secret/);
});

test('PRV-5 IN-13 /model offers the live list, asks about an unknown name, and git does not see what was saved', {
  skip,
}, async () => {
  await using coder = await openCoder(answer, {
    prepare: ({ path }) => execFileSync('git', ['init', '-q', path]),
  });
  const { program, place } = coder;
  await program.say('/model');
  await coder.shows(/Which model\? In use: scripted\n {2}1\. other +custom .*\n❯ 2\. scripted/);
  program.write('oth');
  await coder.shows(/❯ 1\. other/);
  program.write('\r');
  await coder.shows(/model: other \(saved\s+in\s+.*config\.json\)\.\s+At\s+the\s+next\s+start,\s+AGENT_MODEL\s+takes/);
  await coder.prompted();
  assert.equal(execFileSync('git', ['-C', place.path, 'status', '--porcelain'], { encoding: 'utf8' }), '');
  await program.say('/model ohter');
  await coder.shows(/does not list ohter\. Use it anyway\?\n❯ 1\. Use other\n {2}2\. Use ohter\n {2}3\. Keep other/);
  program.write('3\r');
  await coder.shows(/model unchanged: other\. ohter cannot be used/);
});
