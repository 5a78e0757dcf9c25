import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTextWatch, type RepeatedText } from '../../../src/core/loop/text-watch.ts';
import { cpuTime } from '../../fixtures/cpu-time.ts';

/** Feeds a text in chunks; returns what was found, and after how many characters. */
function feed(text: string, chunk = 7): { found: RepeatedText | undefined; after: number } {
  const watch = createTextWatch();
  for (let at = 0; at < text.length; at += chunk) {
    const found = watch.push(text.slice(at, at + chunk));
    if (found) return { found, after: at + chunk };
  }
  return { found: undefined, after: text.length };
}

const prose = Array.from({ length: 400 }, (_, at) => `Sentence ${at} speaks of item ${(at * 7919) % 1009}. `).join('');

for (const [name, stretch] of Object.entries({
  short: 'I will check it now. ',
  long: 'The function reads the file, splits it into lines and returns those that match the pattern given by the user.\n',
  Chinese: '我现在来检查一下这个文件的内容，看看里面到底写了什么东西。',
  'with an ornament inside': `Result: ${'-'.repeat(40)} done with it\n`,
  'with emoji': 'Nice 👍🏽 work, all good, going on now. ',
})) {
  for (const chunk of [1, 7, 4000]) {
    test(`TURN-9 the same ${name} stretch ten times is a loop, in chunks of ${chunk}`, () => {
      const { found } = feed(prose + stretch.repeat(12), chunk);
      assert.ok(found, 'found');
      assert.ok(found.times >= 10, String(found.times));
      assert.equal(found.text.length >= stretch.trim().length - 2, true);
    });
  }
}

test('TURN-9 a loop is found with the tenth copy, not much later', () => {
  const stretch = 'I will look at the file again to be sure of it. ';
  const { after } = feed(stretch.repeat(40), 1);
  assert.ok(after <= stretch.length * 11, `${after / stretch.length} copies`);
  assert.equal(feed(stretch.repeat(9)).found, undefined);
});

const honest: Record<string, string> = {
  prose,
  'a rule': `${prose}${'-'.repeat(3000)}${prose}`,
  'blank lines': `a${'\n'.repeat(3000)}b`,
  'a table': `|${' --- |'.repeat(60)}\n`,
  'data in a code block': `\`\`\`\n${'  { value: 0, next: null },\n'.repeat(30)}\`\`\`\n`,
  'a short emphasis': 'no '.repeat(60),
  'lines that count': Array.from({ length: 300 }, (_, at) => `- check the file number ${at} again\n`).join(''),
};
for (const [name, text] of Object.entries(honest))
  test(`TURN-9 not a loop: ${name}`, () => assert.equal(feed(text).found, undefined));

test('TURN-9 in a code block it takes more copies to count as a loop', () => {
  assert.ok(feed(`\`\`\`\n${'  { value: 0, next: null },\n'.repeat(60)}`).found);
});

test('TURN-9 the cost per character does not grow with the answer', () => {
  const unique = (length: number) => {
    let seed = 1;
    return Array.from({ length }, () => String.fromCharCode(97 + ((seed = (seed * 48271) % 2147483647) % 26))).join('');
  };
  const time = (text: string) => {
    const watch = createTextWatch();
    const from = cpuTime();
    for (let at = 0; at < text.length; at += 4) watch.push(text.slice(at, at + 4));
    return cpuTime() - from;
  };
  time(unique(200_000));
  const [small, large] = [time(unique(100_000)), time(unique(800_000))];
  assert.ok(large < small * 8 * 4 + 50, `${small} ms for 100,000 characters, ${large} ms for 800,000`);
});

test('TURN-9 the repeated text is shown from its beginning', () => {
  assert.equal(feed('words '.repeat(300), 1).found?.text, 'words');
  assert.equal(
    feed(`${prose}${'I will look at the file again. '.repeat(40)}`, 1).found?.text,
    'I will look at the file again.',
  );
});
