import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { LoadedSettings } from '../../src/config/load-settings.ts';
import { settingsSchema } from '../../src/config/settings.ts';
import { faultText, saidIn } from '../../src/words/fault.ts';
import { zhCn } from '../../src/words/zh-cn.ts';
import { cpuTime } from '../fixtures/cpu-time.ts';
import { load, places } from './project.ts';

const origin = ({ origins }: LoadedSettings, key: string) => {
  const { source = 'none', where = '' } = origins.get(key) ?? {};
  return `${source} ${where}`;
};

test('without files, the defaults apply, each with its origin', async (t) => {
  const where = places(t);
  rmSync(where.home, { recursive: true });
  rmSync(join(where.cwd, '.coder'), { recursive: true });
  const loaded = await load(where);
  assert.deepEqual(loaded.settings, settingsSchema.check({}, [], []));
  assert.deepEqual(new Set([...loaded.origins.values()].map(({ source }) => source)), new Set(['default']));
  assert.deepEqual(loaded.notices, []);
  assert.equal(loaded.settings.mode, 'build');
  assert.equal(loaded.settings.runtime.max_steps, 60);
});

test('CLI-4 defaults ← user ← project ← --config ← environment ← flags, and the origin of each value', async (t) => {
  const where = places(t, {
    user: '{\n  // mine\n  "model": "from-user",\n  "lang": "zh-CN",\n  "runtime": { "max_steps": 50, "max_retries": 1 },\n}',
    project: '{ "model": "from-project",\n  "runtime": { "max_steps": 40 } }',
  });
  writeFileSync(join(where.cwd, 'extra.json'), '{"runtime": {"max_steps": 300}, "mode": "plan"}');
  const user = join(where.home, 'config.json').replace(homedir(), '~');

  const files = await load(where);
  assert.equal(files.settings.model, 'from-project');
  assert.deepEqual(files.settings.runtime, {
    max_steps: 40,
    max_session_turns: 0,
    max_retries: 1,
    retry_base_ms: 1000,
    next_speaker_check: 'heuristic',
  });
  assert.equal(origin(files, 'model'), 'project .coder/config.json:1:3');
  assert.equal(origin(files, 'runtime.max_steps'), 'project .coder/config.json:2:16');
  assert.equal(origin(files, 'runtime.max_retries'), `user ${user}:5:33`);
  assert.equal(origin(files, 'runtime.max_session_turns'), 'default default');

  const chosen = await load(where, { configFile: 'extra.json', env: { AGENT_MODEL: 'from-env' } });
  assert.equal(chosen.settings.runtime.max_steps, 300, 'the user’s own choice may raise what the project lowered');
  assert.equal(origin(chosen, 'runtime.max_steps'), 'file extra.json:1:14');
  assert.equal(chosen.settings.model, 'from-env');
  assert.equal(origin(chosen, 'model'), 'env AGENT_MODEL');

  const flagged = await load(where, {
    env: { AGENT_MODEL: 'from-env', CODER_MODE: 'plan' },
    flags: { model: 'from-flag', mode: 'yolo' },
  });
  assert.equal(flagged.settings.model, 'from-flag');
  assert.equal(flagged.settings.mode, 'yolo');
  assert.equal(origin(flagged, 'mode'), 'flag command line');
});

test('every error names file, line, column and key, and what to do', async (t) => {
  const cases: [string, string][] = [
    [
      '{\n\n\n\n\n  "runtime": {\n    "max_steps": "many"\n  }\n}',
      '.coder/config.json:7:5: runtime.max_steps: expected a whole number, got "many"',
    ],
    [
      '{"runtime": {"max_step": 3}}',
      '.coder/config.json:1:14: runtime.max_step: unknown key; did you mean runtime.max_steps?',
    ],
    ['{"Mode": "plan"}', '.coder/config.json:1:2: Mode: unknown key; did you mean mode?'],
    [
      '{"permission": {"bahs": "deny"}}',
      '.coder/config.json:1:17: permission.bahs: unknown key; did you mean permission.bash?',
    ],
    [
      '{"permission": {"bash": {"rm *": "never"}}}',
      '.coder/config.json:1:26: permission.bash.rm *: expected one of allow, ask, deny, got "never"',
    ],
    [
      '{"permission": {"bash": "never"}}',
      '.coder/config.json:1:17: permission.bash: expected one of allow, ask, deny, got "never"',
    ],
    ['{"instructions": ["a.md",\n 4]}', '.coder/config.json:2:2: instructions.1: expected a string, got 4'],
    ['{"agents": {"x": {"of": []}}}', '.coder/config.json:1:19: agents.x.of: unknown key; did you mean agents.x.off?'],
    ['{"runtime": {"max_steps": 0}}', '.coder/config.json:1:14: runtime.max_steps: must be between 1 and 10000'],
    [
      '{"provider": {"base_url": "evil"}}',
      '.coder/config.json:1:15: provider.base_url: expected an address that begins with http:// or https://',
    ],
    ['[]', '.coder/config.json:1:1: expected an object, got a list'],
    ['{"model": "a", "model": "b"}', '.coder/config.json:1:16: the key "model" appears twice'],
    ['{"model": }', '.coder/config.json:1:11: expected a value, found "}"'],
    [
      '{"mode": "fast"}',
      '.coder/config.json:1:2: mode: unknown mode "fast"; known: build, plan, default, auto-edit, yolo',
    ],
    [
      '{"lang": "fr",\n"mode": 1}',
      '.coder/config.json:2:1: mode: expected a string, got 1\n.coder/config.json:1:2: lang: expected one of en, zh-CN, got "fr"',
    ],
  ];
  for (const [text, message] of cases) {
    const where = places(t, { user: text });
    const own = join(where.home, 'config.json').replace(homedir(), '~');
    const said = message.replaceAll('.coder/config.json', own);
    await assert.rejects(load(where), { code: 'config', message: said });
    const { notices, settings } = await load(places(t, { project: text }));
    assert.equal(settings.mode, 'build');
    const lines = notices.map((notice) => notice.text.replace(' (left out)', ''));
    assert.deepEqual(
      lines.filter((line) => !line.endsWith('is not used until this is fixed.')).toSorted(),
      message.split('\n').toSorted(),
    );
  }
});

test('CLI-1 mistakes in a file, and ignored settings of a project, are reported in the person’s language', async (t) => {
  const { faults } = zhCn;
  const text = '{"runtime": {"max_step": 3, "max_retries": "many"}, "lang": "fr"}';
  const where = places(t, { user: text });
  const own = join(where.home, 'config.json').replace(homedir(), '~');
  const error = await load(where).catch((caught: unknown) => caught);
  assert.deepEqual(faultText(error, faults).split('\n').toSorted(), [
    `${own}:1:14: runtime.max_step：未知的键；您是否指 runtime.max_steps？`,
    `${own}:1:29: runtime.max_retries：应为整数，而不是 "many"`,
    `${own}:1:53: lang：应为以下之一：en, zh-CN，而不是 "fr"`,
  ]);
  const { notices } = await load(places(t, { project: '{"runtime": {"max_steps": 900}}' }));
  assert.match(
    saidIn(notices[0] ?? { text: '' }, faults),
    /runtime\.max_steps 被忽略：项目只能把它调低（60）。要设置它/,
  );
});

test('EXT-5 TRUST-1 a mistake in a project’s file is left out alone and the rest counts; a file of nonsense is left out whole', async (t) => {
  const project =
    '{"zzz": 1, "runtime": {"max_steps": 7, "max_retries": "many"}, "mode": "fast", "permission": {"bahs": "deny", "edit": "deny"}}';
  const { settings, notices, tables } = await load(places(t, { project }));
  assert.equal(settings.runtime.max_steps, 7);
  assert.equal(settings.runtime.max_retries, settingsSchema.check({}, [], []).runtime.max_retries);
  assert.equal(settings.mode, 'build');
  assert.equal(tables.presets.build?.rules['edit'], 'deny');
  assert.equal(notices.length, 4);
  for (const { text } of notices) assert.match(text, / \(left out\)$/);
  const wrong = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`k${at}`, 1]));
  const nonsense = await load(places(t, { project: JSON.stringify({ ...wrong, runtime: { max_steps: 7 } }) }));
  assert.equal(nonsense.settings.runtime.max_steps, 60);
  assert.equal(nonsense.notices.at(-1)?.text, '.coder/config.json is not used until this is fixed.');
  const long = await load(places(t, { project: JSON.stringify({ ['x'.repeat(100_000)]: 1 }) }));
  assert.ok((long.notices[0]?.text.length ?? 0) < 1000);
});

test('an unknown key that resembles none lists the known ones', async (t) => {
  await assert.rejects(load(places(t, { user: '{"zzz": 1}' })), {
    message: /config\.json:1:2: zzz: unknown key; known: .*model, mode/,
  });
});

test('errors in variables and flags name them', async (t) => {
  const where = places(t);
  await assert.rejects(load(where, { env: { CODER_LANG: 'fr' } }), {
    message: 'CODER_LANG: lang: expected one of en, zh-CN, got "fr"',
  });
  await assert.rejects(load(where, { env: { CODER_MODE: 'x' } }), {
    message: /^CODER_MODE: mode: unknown mode "x"; known: build/,
  });
  await assert.rejects(load(where, { flags: { mode: 'x' } }), { message: /^command line: mode: unknown mode "x"/ });
  await assert.rejects(load(where, { configFile: 'missing.json' }), {
    message: 'missing.json: no such file (--config)',
  });
});

test('B8 odd files are left out at once: a folder, a pipe, one that is too large', async (t) => {
  for (const make of [
    (path: string) => mkdirSync(path),
    (path: string) => execFileSync('mkfifo', [path]),
    (path: string) => writeFileSync(path, ' '.repeat(2 * 1024 * 1024)),
  ]) {
    const where = places(t);
    make(join(where.cwd, '.coder', 'config.json'));
    const { notices } = await load(where);
    assert.match(notices[0]?.text ?? '', /^\.coder\/config\.json: is (not a regular file|larger than 1 MiB)$/);
  }
});

test('empty files and files of comments set nothing', async (t) => {
  for (const text of ['', '\n', '// nothing yet\n', '{}']) {
    assert.equal((await load(places(t, { user: text, project: text }))).settings.mode, 'build');
  }
});

test('LANG decides the language if no file does', async (t) => {
  const env = { LANG: 'zh_CN.UTF-8' };
  const chinese = await load(places(t), { env });
  assert.equal(chinese.settings.lang, 'zh-CN');
  assert.equal(origin(chinese, 'lang'), 'env LANG');
  assert.equal((await load(places(t, { user: '{"lang": "en"}' }), { env })).settings.lang, 'en');
  assert.equal((await load(places(t), { env: { ...env, LC_ALL: 'en_US.UTF-8' } })).settings.lang, 'en');
});

test('PRV-4 base addresses come from the environment; OpenAI’s never redirects another provider', async (t) => {
  const where = places(t, { user: '{"provider": {"id": "anthropic"}}' });
  assert.equal(
    (await load(where, { env: { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' } })).settings.provider.base_url,
    undefined,
  );
  const both = { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1', AGENT_BASE_URL: 'http://127.0.0.1:2/v1' };
  assert.equal((await load(where, { env: both })).settings.provider.base_url, 'http://127.0.0.1:2/v1');
  assert.equal(
    (await load(places(t), { env: { ...both, AGENT_BASE_URL: '' } })).settings.provider.base_url,
    'http://127.0.0.1:1/v1',
  );
});

test('paths are relative to the place that names them; lists add up', async (t) => {
  const where = places(t, {
    user: '{"instructions": ["mine.md", "~/notes.md"], "add_dirs": ["/opt/lib"], "skills": {"paths": ["skills"]}}',
    project: '{"instructions": ["docs/style.md"]}',
  });
  const { settings } = await load(where, { flags: { add_dirs: ['../other', '/opt/lib'] } });
  assert.deepEqual(settings.instructions, [
    join(where.home, 'mine.md'),
    join(homedir(), 'notes.md'),
    join(where.cwd, 'docs/style.md'),
  ]);
  assert.deepEqual(settings.add_dirs, ['/opt/lib', join(where.cwd, '..', 'other')]);
  assert.deepEqual(settings.skills.paths, [join(where.home, 'skills')]);
});

test('null counts as absent, and a file that is both the user’s and the project’s is the user’s', async (t) => {
  const where = places(t, {
    user: '{"model": null, "runtime": {"max_steps": null}, "approval": {"auto_approve_ask": true}}',
  });
  const loaded = await load({ cwd: join(where.home, '..'), home: where.home });
  assert.equal(loaded.settings.model, undefined);
  assert.equal(loaded.settings.runtime.max_steps, 60);
  assert.equal(loaded.settings.approval.auto_approve_ask, true);
  assert.deepEqual(loaded.notices, []);
});

test('C7 a project’s .env changes nothing', async (t) => {
  const where = places(t);
  const before = await load(where);
  writeFileSync(join(where.cwd, '.env'), 'AGENT_MODEL=evil\nAGENT_BASE_URL=http://evil.example\nCODER_MODE=yolo\n');
  assert.deepEqual((await load(where)).settings, before.settings);
});

test('loading without files is quick', async (t) => {
  const where = places(t);
  await load(where);
  const times: number[] = [];
  for (let index = 0; index < 20; index += 1) {
    const start = cpuTime();
    await load(where);
    times.push(cpuTime() - start);
  }
  times.sort((a, b) => a - b);
  assert.ok((times[10] as number) < 2, `median ${times[10]} ms`);
});
