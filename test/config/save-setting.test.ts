import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, lstatSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { saveSettings } from '../../src/config/save-setting.ts';
import { load, places } from './project.ts';

const { signal } = new AbortController();
const DOCUMENT = `// My settings
{
  // which model
  "model": "old", // the good one
  "runtime": {
    "max_steps": 60 /* plenty */
  },
  "permission": { "edit": "ask" }
}
`;

test('PRV-5 one value changes, comments and formatting stay', async (t) => {
  const cases: [string, unknown, string][] = [
    ['model', 'new', DOCUMENT.replace('"old"', '"new"')],
    ['runtime.max_steps', 5, DOCUMENT.replace('60', '5')],
    ['runtime.max_retries', 1, DOCUMENT.replace('60 /* plenty */', '60, /* plenty */\n    "max_retries": 1')],
    ['permission.fetch', 'deny', DOCUMENT.replace('"edit": "ask" }', '"edit": "ask", "fetch": "deny" }')],
    ['lang', 'en', DOCUMENT.replace('"ask" }\n', '"ask" },\n  "lang": "en"\n')],
    ['fetch.timeout_sec', 9, DOCUMENT.replace('"ask" }\n', '"ask" },\n  "fetch": {\n    "timeout_sec": 9\n  }\n')],
    ['add_dirs', ['/a', '/b'], DOCUMENT.replace('"ask" }\n', '"ask" },\n  "add_dirs": [\n    "/a",\n    "/b"\n  ]\n')],
  ];
  for (const [key, value, expected] of cases) {
    const { home } = places(t, { user: DOCUMENT });
    const file = join(home, 'config.json');
    await saveSettings({ file, values: [[key, value]], signal });
    assert.equal(readFileSync(file, 'utf8'), expected);
  }
});

test('PRV-5 files of other styles: tabs, CRLF, one line, trailing commas, comments only', async (t) => {
  const cases: [string, string][] = [
    ['{\n\t"lang": "en"\n}', '{\n\t"lang": "en",\n\t"model": "m"\n}'],
    ['{\r\n  "lang": "en",\r\n}\r\n', '{\r\n  "lang": "en",\r\n  "model": "m"\r\n}\r\n'],
    ['{"lang": "en"}', '{"lang": "en", "model": "m"}'],
    ['{ "lang": "en", }', '{ "lang": "en", "model": "m" }'],
    ['{}', '{\n  "model": "m"\n}'],
    ['{\n  // empty\n}\n', '{\n  // empty\n  "model": "m"\n}\n'],
    ['', '{\n  "model": "m"\n}\n'],
    ['// notes\n', '// notes\n{\n  "model": "m"\n}\n'],
    ['{\n  "lang": "en" // a, b\n}', '{\n  "lang": "en", // a, b\n  "model": "m"\n}'],
    ['{\n  "model": null\n}', '{\n  "model": "m"\n}'],
  ];
  for (const [before, after] of cases) {
    const { home } = places(t, { user: before });
    const file = join(home, 'config.json');
    await saveSettings({ file, values: [['model', 'm']], signal });
    assert.equal(readFileSync(file, 'utf8'), after);
  }
});

test('PRV-5 a missing file is created, private, and found on the next start', async (t) => {
  const where = places(t);
  rmSync(join(where.cwd, '.coder'), { recursive: true });
  const file = join(where.cwd, '.coder', 'config.json');
  await saveSettings({ file, values: [['model', 'm']], signal });
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(join(where.cwd, '.coder')), ['config.json']);
  assert.equal((await load(where)).settings.model, 'm');
});

test('mode bits stay, and a link to the settings stays a link', async (t) => {
  const { cwd, home } = places(t, { user: '{}' });
  const file = join(home, 'config.json');
  chmodSync(file, 0o640);
  const link = join(cwd, 'link.json');
  symlinkSync(file, link);
  await saveSettings({ file: link, values: [['model', 'm']], signal });
  assert.equal(statSync(file).mode & 0o777, 0o640);
  assert.ok(lstatSync(link).isSymbolicLink());
  assert.match(readFileSync(file, 'utf8'), /"m"/);
});

test('H3 a broken file or a wrong value is an error, and the file stays as it was', async (t) => {
  const cases: [string, string, unknown][] = [
    ['{"model": ', 'model', 'm'],
    ['{"modle": "x"}', 'model', 'm'],
    ['{}', 'runtime.max_steps', 'many'],
    ['{}', 'modle', 'm'],
    ['{"model": "x"}', 'model.name', 'm'],
  ];
  for (const [text, key, value] of cases) {
    const { home } = places(t, { user: text });
    const file = join(home, 'config.json');
    await assert.rejects(saveSettings({ file, values: [[key, value]], signal }), { code: 'config' });
    assert.equal(readFileSync(file, 'utf8'), text);
    assert.deepEqual(readdirSync(home), ['config.json']);
  }
});

test('H2 if several processes write different keys at once, none is lost', async (t) => {
  const { home } = places(t, { user: '// shared\n{}\n' });
  const file = join(home, 'config.json');
  const code = `
    import { saveSettings } from ${JSON.stringify(new URL('../../src/config/save-setting.ts', import.meta.url).href)};
    const [file, name] = process.argv.slice(1);
    for (let n = 0; n < 10; n += 1) {
      await saveSettings({ file, values: [['provider.headers.' + name + n, 'v']], signal: new AbortController().signal });
    }`;
  const children = ['a', 'b', 'c', 'd'].map((name) =>
    spawn(process.execPath, ['--input-type=module', '-e', code, file, name], { stdio: 'inherit' }),
  );
  const exits = await Promise.all(children.map((child) => once(child, 'exit')));
  assert.deepEqual(
    exits.map(([status]) => status as number),
    [0, 0, 0, 0],
  );
  const { provider } = JSON.parse(readFileSync(file, 'utf8').replace('// shared\n', '')) as {
    provider: { headers: object };
  };
  assert.equal(Object.keys(provider.headers).length, 40);
  writeFileSync(file, '{}');
});
