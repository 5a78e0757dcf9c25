import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textWidth } from '../../../../src/base/text/text-width.ts';
import { bannerLines, type Greeting } from '../../../../src/frontends/tty/draw/banner.ts';
import { plainText } from '../../../../src/frontends/tty/screen/spans.ts';
import { createTheme } from '../../../../src/frontends/tty/screen/theme.ts';
import { en } from '../../../../src/words/en.ts';
import { zhCn } from '../../../../src/words/zh-cn.ts';

const theme = createTheme('plain');
const full: Greeting = { form: 'full', version: '1.2.3', branch: 'main' };
const at = { model: 'gpt-5', cwd: '~/shop' };

function shown(greeting: Greeting, place: typeof at, columns: number, words = en.screen): string[] {
  return bannerLines(greeting, place, columns, theme, words).map(plainText);
}

test('CLI-8 the start screen shows the name, the model, the folder, two things to try and the keys', () => {
  assert.deepEqual(shown(full, at, 80), [
    'coder 1.2.3 · gpt-5',
    '~/shop · main',
    'Try: explain this project · fix the failing test',
    '/help · @file · !command · Tab plan mode · Esc stops',
    '',
  ]);
  assert.deepEqual(shown({ ...full, form: 'short' }, at, 80), ['coder 1.2.3 · gpt-5 · /help', '']);
});

test('CLI-5 CLI-8 without a key the start screen says so, and how to connect a model, however narrow it is', () => {
  const offline = { ...at, model: 'offline' };
  assert.equal(shown(full, offline, 80)[0], 'coder 1.2.3 · built-in offline model · /login connects a real one');
  assert.equal(shown(full, offline, 40)[0], 'coder 1.2.3 · offline · /login');
  assert.equal(shown(full, offline, 80, zhCn.screen)[0], 'coder 1.2.3 · 内置离线模型 · /login 连接真正的模型');
});

test('CLI-8 no row is wider than the window, in both languages', () => {
  for (const words of [en.screen, zhCn.screen])
    for (const columns of [20, 40, 80, 110])
      for (const row of shown(
        full,
        { model: 'a-model-with-a-long-name', cwd: `~/${'deep/'.repeat(20)}` },
        columns,
        words,
      ))
        assert.ok(textWidth(row) <= columns, row);
});
