import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextSpeakerOf } from '../../src/context/unfinished.ts';

const announced = [
  'I see the problem.\n\nLet me read the file.',
  "I'll now run the tests",
  'I will update src/a.ts to match:',
  'Now I’m going to fix the import.',
  'Great! Next, I will check the config.',
  'First, let me look at the tests…',
  'The parser is wrong. Let me fix it.',
  '好的，我先看一下这个文件。',
  '接下来我会修改配置文件：',
  '问题找到了。让我修复它。',
  '现在我来运行测试',
];

const plain = [
  'Done: total() counts every item now.',
  'Fixed it. Let me know if you need anything else.',
  'I can rename it too. Would you like that?',
  "If you want, I'll add a test.",
  "I'll run the migration once you confirm.",
  'Let me know which one you prefer.',
  'The function reads the file and returns its lines.',
  '已经修好了。如果需要，我会再加一个测试。',
  '要我继续修改吗？',
  '完成。所有测试通过。',
  'The tool prints "Let me check" before it starts.',
  'Use this:\n```\nlet me = read();\n```',
];

for (const text of announced)
  test(`TURN-10 announced and not done: ${JSON.stringify(text)}`, () =>
    assert.equal(nextSpeakerOf(text, 'stop', true), 'model'));
for (const text of plain)
  test(`TURN-10 a plain answer: ${JSON.stringify(text)}`, () =>
    assert.notEqual(nextSpeakerOf(text, 'stop', true), 'model'));

test('TURN-10 an answer cut by the output limit continues, an empty one does not', () => {
  assert.equal(nextSpeakerOf('All of it is fi', 'length', false), 'model');
  assert.equal(nextSpeakerOf('', 'length', true), 'person');
});

test('TURN-10 without tools an announcement is just talk', () => {
  assert.equal(nextSpeakerOf('Let me read the file.', 'stop', false), 'person');
});

test('TURN-10 answers that trail off or look ahead are left to the check by a model', () => {
  assert.equal(nextSpeakerOf('The steps are as follows:', 'stop', true), 'unsure');
  assert.equal(nextSpeakerOf('The next step is the parser.', 'stop', true), 'unsure');
});
