import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import type { Intent } from '../../src/offline/intent.ts';
import { understand } from '../../src/offline/understand.ts';
import { lacks } from '../fixtures/programs.ts';
import { openChat } from './chat.ts';

const created = (path: string, about: string): Intent => ({ kind: 'create', path, about });

const MEANT: Readonly<Record<string, Intent | Intent[]>> = {
  'create a python script that prints the first 20 primes': created('primes.py', 'prints the first 20 primes'),
  'write a script that prints the fibonacci numbers up to 100 and run it': [
    created('fibonacci.js', 'prints the fibonacci numbers up to 100'),
    { kind: 'run-file' },
  ],
  'make me a hello world in python': created('hello.py', 'hello world'),
  'fizzbuzz in js please': created('fizzbuzz.js', 'fizzbuzz'),
  'write a fibonacci program in python': created('fibonacci.py', 'fibonacci'),
  'hello world': created('hello.js', 'hello world'),
  写一个python脚本打印前20个质数: created('primes.py', '打印前20个质数'),
  '用python写个hello world': created('hello.py', 'hello world'),
  '写一个斐波那契数列的脚本，然后运行': [created('fibonacci.js', '斐波那契数列'), { kind: 'run-file' }],
  写一个九九乘法表: created('table.js', '九九乘法表'),
};

test('PRV-3 small programs are understood in both languages', () => {
  for (const [said, meant] of Object.entries(MEANT)) {
    assert.deepEqual(understand(said), Array.isArray(meant) ? meant : [meant], said);
  }
});

/** What is asked for → what the program prints. */
const PRINTS: Readonly<Record<string, string>> = {
  'prints the first 5 primes': '2\n3\n5\n7\n11\n',
  'prints all prime numbers up to 11': '2\n3\n5\n7\n11\n',
  打印100以内的质数的前3个: '2\n3\n5\n',
  'prints the first 6 fibonacci numbers': '0\n1\n1\n2\n3\n5\n',
  'prints the fibonacci numbers up to 8': '0\n1\n1\n2\n3\n5\n8\n',
  'prints the numbers from 3 to 5': '3\n4\n5\n',
  '打印 1 到 3': '1\n2\n3\n',
  'counts down from 3': '3\n2\n1\n0\n',
  'prints the factorial of 5': '120\n',
  'fizzbuzz up to 5': '1\n2\nFizz\n4\nBuzz\n',
  'prints the sum of 1 to 10': '55\n',
  'hello world': 'Hello, world!\n',
};

for (const [extension, program] of [
  ['js', process.execPath],
  ['py', 'python3'],
] as const) {
  test(`PRV-3 the small programs print what was asked: ${extension}`, {
    skip: extension === 'py' && lacks('python3'),
  }, async (t) => {
    const { starter } = await import('../../src/offline/starter.ts');
    const { root } = await openChat(t);
    for (const [about, printed] of Object.entries(PRINTS)) {
      const { content, complete } = starter(`x.${extension}`, about);
      assert.equal(complete, true, about);
      const file = join(root, `x.${extension}`);
      await writeFile(file, content);
      assert.equal(spawnSync(program, [file], { encoding: 'utf8' }).stdout, printed, about);
    }
  });
}

test('PRV-3 a program that it cannot write is begun, and said to be only that', async (t) => {
  const chat = await openChat(t);
  const { text } = await chat.say('create weather.py that prints the weather of tomorrow');
  assert.match(text, /It is only a beginning: writing “prints the weather of tomorrow” takes a real model\.$/);
  assert.doesNotMatch(await chat.text('weather.py'), /weather of tomorrow/);
  await chat.say('create hi.py that prints good morning');
  assert.equal(await chat.text('hi.py'), 'print("good morning")\n');
});
