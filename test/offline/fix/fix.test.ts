import assert from 'node:assert/strict';
import test from 'node:test';
import type { Outcome } from '../../../src/protocol/message.ts';
import { openChat } from '../chat.ts';

const TEST = `import test from 'node:test';
import assert from 'node:assert/strict';
import { sum } from '../src/sum.js';

test('sums', () => {
  assert.equal(sum([1, 2, 3]), 6);
});
`;

function project(loop: string, body = 'total += items[i];'): Record<string, string> {
  return {
    'package.json': '{"type":"module","scripts":{"test":"node test/sum.test.js"}}',
    'src/sum.js': `export function sum(items) {\n  let total = 0;\n  ${loop} ${body}\n  return total;\n}\n`,
    'test/sum.test.js': TEST,
  };
}

const RIGHT = 'for (let i = 0; i < items.length; i++)';

test('PRV-3 an off-by-one error is found, changed and proven by the test', async (t) => {
  const files = project('for (let i = 1; i < items.length; i++)');
  const chat = await openChat(t, { files, off: ['todowrite'] });
  const { text } = await chat.say('测试失败了，修一下');
  assert.match(text, /^\*\*已修复。\*\*`npm test` 现在通过（1 个通过，0 个失败）。/);
  assert.match(
    text,
    /- \*\*失败\*\*：`sums` 期望 `6`，得到 `5`。\n- \*\*原因\*\*：`src\/sum\.js:3` — 从第二个才开始。$/, // the edit showed its diff
  );
  assert.equal(await chat.text('src/sum.js'), project(RIGHT)['src/sum.js']);
});

test('PRV-3 a guess that does not help is reverted, and the answer says so', async (t) => {
  const files = project('for (let i = 0; i < items.length - 1; i++)', 'total += 100;');
  const chat = await openChat(t, { files });
  const { calls, text } = await chat.say('fix the failing test');
  assert.equal(calls.filter((call) => call.startsWith('edit')).length, 2);
  assert.match(
    text,
    /^`sums` expected `6` and got `200`\.\n\nI could not fix it\. These guesses did not help, and I reverted them:\n\n- My guess: `src\/sum\.js:3`/,
  );
  assert.equal(await chat.text('src/sum.js'), files['src/sum.js']);
});

test('PRV-3 a failure it cannot explain is reported as such, in two sentences', async (t) => {
  const files = project(RIGHT, 'total -= items[i];');
  const chat = await openChat(t, { files });
  const { calls, text } = await chat.say('fix the failing test');
  assert.ok(!calls.some((call) => call.startsWith('edit')));
  assert.match(text, /^`sums` expected `6` and got `-6`\.\n\n`npm test` fails, and I see none of the few bugs.*$/);
});

test('PRV-3 MODE-3 asked only why, or without edit, it states its guess and changes nothing', async (t) => {
  const files = project('for (let i = 0; i <= items.length; i++)');
  const chat = await openChat(t, { files });
  const why = await chat.say('why does the test fail?');
  assert.match(why.text, /My guess: `src\/sum\.js:3` — it goes one too far\.\n\n```diff\n- for .*\n\+ for .*\n```/);
  assert.match(why.text, /I have not tried it\. Say `fix the failing test`/);
  const planning = await openChat(t, { files, off: ['edit', 'write'] });
  assert.match((await planning.say('fix the failing test')).text, /My guess: .*I cannot change files in this mode/s);
  assert.equal(await chat.text('src/sum.js'), files['src/sum.js']);
});

test('PRV-3 APR-1 a change that no test could confirm is not called a fix', async (t) => {
  let runs = 0;
  const denied: Outcome = { status: 'denied', error: 'The user refused' };
  const chat = await openChat(t, {
    files: project('for (let i = 1; i < items.length; i++)'),
    intercept: ({ name }) => (name === 'bash' && ++runs > 1 ? denied : undefined),
  });
  const { text } = await chat.say('fix the failing test');
  assert.match(text, /> The user refused\n\nThe change to `src\/sum\.js` is there, and no test confirms it; `\/undo`/);
  assert.doesNotMatch(text, /Fixed/);
});

test('PRV-3 tests that pass need no fix', async (t) => {
  const chat = await openChat(t, { files: project(RIGHT) });
  assert.equal((await chat.say('fix the failing test')).text, 'Nothing to fix: `npm test` passes.');
});
