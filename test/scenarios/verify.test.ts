import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as s from '../../src/base/schema.ts';
import type { Engine, Machine } from '../../src/core/engine.ts';
import { runSubagent } from '../../src/core/subagent.ts';
import { runTurn } from '../../src/core/turn.ts';
import { type Message, textOf } from '../../src/protocol/message.ts';
import { defineTool, ok } from '../../src/protocol/tool.ts';
import { zhCn } from '../../src/words/zh-cn.ts';
import { call, callsEnd } from '../fixtures/scripted-provider.ts';
import { answer, edit, NPM, noticesOf, scriptedShell, shell, verifyingEngine } from '../fixtures/verifying.ts';

const never = new AbortController().signal;
const LIST =
  'go test ./..., pytest -q, npm test -- --watch=false, pnpm test -- --watch=false, yarn test --watch=false, cargo test, mvn -q test, gradle test, ./gradlew test';

/** What coder itself said to the model. */
function said(messages: readonly Message[]): string[] {
  return messages.flatMap((message) =>
    message.role === 'user' && message.by === 'coder' ? [textOf(message.content)] : [],
  );
}

test('VER-1 VER-5 VER-7 tests that fail twice and then pass: the exact notices', async () => {
  const engine = verifyingEngine(
    [edit('src/a.ts'), answer('Changed.'), edit('src/a.ts'), answer('Again.'), edit('src/b.ts'), answer('Fixed.')],
    [
      { exitCode: 1, stdout: 'not ok 1 - adds\n' },
      { exitCode: 2, stderr: 'not ok 2 - subtracts\n' },
      { exitCode: 0, stdout: 'ok\n' },
    ],
  );

  const state = await engine.turn(engine.input('fix it'));

  assert.deepEqual(noticesOf(engine.events), [
    `Auto verification: ${NPM}`,
    `Auto verification failed: ${NPM} (exit 1). Asking the model to fix it (1 of 2).`,
    `Auto verification, retry 1 of 2: ${NPM}`,
    `Auto verification failed: ${NPM} (exit 2). Asking the model to fix it (2 of 2).`,
    `Auto verification, retry 2 of 2: ${NPM}`,
    `checked: ${NPM} ok (after the last edit)`,
  ]);
  assert.deepEqual(said(engine.messages()), [
    `Verification failed: \`${NPM}\` exited with 1.\n\nnot ok 1 - adds\n\nPlease fix the cause and verify again.`,
    `Verification failed: \`${NPM}\` exited with 2.\n\nnot ok 2 - subtracts\n\nPlease fix the cause and verify again.`,
  ]);
  assert.deepEqual([state.stop, engine.lines], ['answered', [NPM, NPM, NPM]]);
  assert.deepEqual(engine.asked, ['write', 'write', 'write'], 'the check itself is not asked about');
});

test('VER-1 VER-5 VER-7 the same in Chinese', async () => {
  const engine = verifyingEngine(
    [edit('src/a.ts'), answer('改好了。'), edit('src/a.ts'), answer('好了。')],
    [{ exitCode: 1, stdout: 'not ok 1 - 相加' }, { exitCode: 0 }],
    { words: zhCn },
  );

  await engine.turn(engine.input('修一下'));

  assert.deepEqual(noticesOf(engine.events), [
    `自动验证：${NPM}`,
    `自动验证失败：${NPM}（退出码 1）。请模型修复（第 1 次，共 2 次）。`,
    `自动验证，第 1 次重试（共 2 次）：${NPM}`,
    `已检查：${NPM} 通过（在最后一次修改之后）`,
  ]);
  assert.match(
    said(engine.messages())[0] ?? '',
    /Please fix the cause and verify again\.$/,
    'the model is asked in English',
  );
});

test('VER-5 VER-7 with no retry left the turn ends, and says that it failed', async () => {
  const scripts = [1, 2, 3].flatMap((at) => [edit('src/a.ts'), answer(`Try ${at}.`)]);
  const engine = verifyingEngine(scripts, [{ exitCode: 1, stdout: 'not ok 1 - adds' }]);

  const state = await engine.turn(engine.input('fix it'));

  assert.deepEqual(noticesOf(engine.events).slice(-2), [
    `Auto verification failed: ${NPM} (exit 1). No retry is left (2).`,
    `failed: ${NPM} exit 1 (after the last edit)`,
  ]);
  assert.deepEqual([state.stop, engine.lines.length, said(engine.messages()).length], ['answered', 3, 2]);
});

test('VER-5 workflow.max_verify_attempts is the limit; 0 runs nothing', async () => {
  const one = verifyingEngine(
    [edit('a.ts'), answer('One.'), edit('a.ts'), answer('Two.')],
    [{ exitCode: 1, stdout: 'not ok' }],
    { settings: { workflow: { max_verify_attempts: 1 } } },
  );
  await one.turn(one.input('fix it'));
  assert.equal(one.lines.length, 2);

  const none = verifyingEngine([edit('a.ts'), answer('One.')], [], {
    settings: { workflow: { max_verify_attempts: 0 } },
  });
  await none.turn(none.input('fix it'));
  assert.deepEqual([none.lines, noticesOf(none.events)], [[], ['not checked since a.ts changed']]);
});

test('VER-5 a model that is asked to fix and changes nothing is not verified again', async () => {
  const engine = verifyingEngine(
    [edit('a.ts'), answer('Changed.'), answer('It cannot be fixed.')],
    [{ exitCode: 1, stdout: 'not ok 1' }],
  );

  await engine.turn(engine.input('fix it'));

  assert.equal(engine.lines.length, 1);
  assert.equal(noticesOf(engine.events).at(-1), `failed: ${NPM} exit 1 (after the last edit)`);
});

for (const [name, run, why] of [
  ['a missing program', { exitCode: 127, stderr: 'sh: npm: not found' }, 'a program it needs is not installed'],
  ['a missing dependency', { exitCode: 1, stderr: "Cannot find module 'left-pad'" }, 'a dependency is missing'],
  ['no tests', { exitCode: 1, stdout: 'No tests found, exiting with code 1' }, 'there are no tests to run'],
  ['a time-out', { exitCode: 124, timedOut: true }, 'it hit the time limit (safety.command_timeout_ms)'],
] as const) {
  test(`VER-5 a turn that cannot be verified: ${name}: a best-effort warning, no retry`, async () => {
    const engine = verifyingEngine([edit('src/a.ts'), answer('Changed.')], [run]);

    const state = await engine.turn(engine.input('fix it'));

    assert.deepEqual(noticesOf(engine.events), [
      `Auto verification: ${NPM}`,
      `Auto verification (best-effort): ${NPM} says nothing about the change, ${why}. It is not tried again.`,
      'not checked since src/a.ts changed',
    ]);
    assert.deepEqual([state.stop, said(engine.messages()), engine.lines.length], ['answered', [], 1]);
  });
}

test('VER-4 a turn without a command: the exact notices, in both languages', async () => {
  const project: Machine['project'] = async () => ({ names: ['main.c'], configuresPytest: false });
  const engine = verifyingEngine([edit('main.c'), answer('Changed.')], [], { machine: { project } });
  await engine.turn(engine.input('fix it'));
  assert.deepEqual(noticesOf(engine.events), [
    'Auto verification not run: no known check for this project; name one in workflow.verify_commands.',
    'not checked since main.c changed',
  ]);
  assert.deepEqual(engine.lines, []);

  const chinese = verifyingEngine([edit('main.c'), answer('好了。')], [], {
    machine: { project },
    words: zhCn,
  });
  await chinese.turn(chinese.input('修一下'));
  assert.deepEqual(noticesOf(chinese.events), [
    '未执行自动验证：没有适用于此项目的检查命令；可在 workflow.verify_commands 中指定。',
    'main.c 修改后尚未检查',
  ]);
});

test('VER-3 a candidate off the list is refused with the reason, and nothing else runs', async () => {
  const named = verifyingEngine([edit('src/a.ts'), answer('Changed.')], []);
  await named.turn(named.input('fix it and verify with `make test`'));
  assert.deepEqual(noticesOf(named.events), [
    `Auto verification not run: "make test" is not on the list of commands that may run by themselves (${LIST}).`,
    'not checked since src/a.ts changed',
  ]);

  const configured = verifyingEngine([edit('src/a.ts'), answer('Changed.')], [], {
    settings: { workflow: { verify_commands: ['npm test'] } },
  });
  await configured.turn(configured.input('fix it'));
  assert.equal(
    noticesOf(configured.events)[0],
    `Auto verification not run: "npm test" is not on the list of commands that may run by themselves (${LIST}). Did you mean "${NPM}"?`,
  );
  assert.deepEqual([named.lines, configured.lines], [[], []]);
});

test('VER-1 documents, a person who declines, a mode without bash', async () => {
  const documents = verifyingEngine([edit('docs/a.md'), answer('Written.')], []);
  await documents.turn(documents.input('describe it'));
  assert.deepEqual(noticesOf(documents.events), ['not checked since docs/a.md changed']);

  const declined = verifyingEngine([edit('a.ts'), answer('Changed.')], []);
  await declined.turn(declined.input('fix it, no need to run the tests'));
  assert.equal(noticesOf(declined.events)[0], 'Auto verification not run: you asked for none.');

  const engine = verifyingEngine([edit('a.ts'), answer('Changed.')], []);
  const input = engine.input('fix it');
  await engine.turn({ ...input, mode: { ...input.mode, off: ['bash'] } });
  assert.equal(noticesOf(engine.events)[0], 'Auto verification not run: bash is off in test mode.');
});

test('VER-1 a mode that verifies when asked does so only then', async () => {
  const asked = verifyingEngine([edit('a.ts'), answer('Changed.')], [{ exitCode: 0 }]);
  const input = asked.input('fix it and verify');
  await asked.turn({ ...input, mode: { ...input.mode, verify: 'when-asked' } });
  const silent = verifyingEngine([edit('a.ts'), answer('Changed.')], [{ exitCode: 0 }]);
  const other = silent.input('fix it');
  await silent.turn({ ...other, mode: { ...other.mode, verify: 'when-asked' } });
  assert.deepEqual([asked.lines, silent.lines], [[NPM], []]);
});

test('VER-7 checks that the model ran itself count, and the same one is not run twice', async () => {
  const engine = verifyingEngine([edit('a.ts'), shell(NPM), answer('Done.')], [{ exitCode: 0 }]);
  await engine.turn(engine.input('fix it'));
  assert.deepEqual([engine.lines, noticesOf(engine.events)], [[NPM], [`checked: ${NPM} ok (after the last edit)`]]);

  const other = verifyingEngine([edit('a.ts'), shell('npx tsc'), answer('Done.')], [{ exitCode: 2 }], {
    settings: { workflow: { auto_verify_after_edit: false } },
  });
  await other.turn(other.input('fix it'));
  assert.deepEqual(noticesOf(other.events), ['failed: npx tsc exit 2 (after the last edit)']);
});

test('VER-7 an edit after the check, or an exit code that a pipe hides, leaves the files unchecked', async () => {
  const off = { settings: { workflow: { auto_verify_after_edit: false } } };
  const stale = verifyingEngine([edit('a.ts'), shell('npm test'), edit('b.ts'), answer('Done.')], [], off);
  await stale.turn(stale.input('fix it'));
  assert.deepEqual(noticesOf(stale.events), ['not checked since b.ts changed']);

  const hidden = verifyingEngine([edit('a.ts'), shell('npm test | tail -3'), answer('Done.')], [], off);
  await hidden.turn(hidden.input('fix it'));
  assert.deepEqual(noticesOf(hidden.events), ['not checked since a.ts changed']);
});

test('VER-1 a turn that changed nothing says nothing', async () => {
  const engine = verifyingEngine([answer('It adds up.')], []);
  await engine.turn(engine.input('explain it'));
  assert.deepEqual(noticesOf(engine.events), []);
});

test('VER-8 failures that were there before are told apart and not fixed by the turn', async () => {
  const old = 'not ok 1 - old';
  const engine = verifyingEngine([edit('a.ts'), answer('Changed.')], [{ exitCode: 1, stdout: old }], {
    settings: { workflow: { verify_baseline: true } },
  });
  await engine.turn(engine.input('rename it'));
  assert.deepEqual(noticesOf(engine.events), [
    `Before the first edit, for comparison: ${NPM}`,
    `Auto verification: ${NPM}`,
    `Auto verification failed: ${NPM} (exit 1), as it did before this turn; nothing new fails.`,
    `failed: ${NPM} exit 1 (after the last edit, as before this turn)`,
  ]);
  assert.deepEqual(said(engine.messages()), []);
});

test('VER-8 a new failure is sent back, and the old ones are named as such', async () => {
  const engine = verifyingEngine(
    [edit('a.ts'), answer('Changed.'), edit('a.ts'), answer('Fixed.')],
    [
      { exitCode: 1, stdout: 'not ok 1 - old' },
      { exitCode: 1, stdout: 'not ok 1 - old\nnot ok 2 - new' },
      { exitCode: 1, stdout: 'not ok 1 - old' },
    ],
    { settings: { workflow: { verify_baseline: true } } },
  );
  await engine.turn(engine.input('rename it'));
  assert.match(
    said(engine.messages())[0] ?? '',
    /These failed before your change; leave them alone[^\n]*\n- old\n\nnot ok 1 - old\nnot ok 2 - new/,
  );
  assert.equal(noticesOf(engine.events).at(-1), `failed: ${NPM} exit 1 (after the last edit, as before this turn)`);
});

test('VER-8 the baseline runs once for one state of the tree, and not for documents', async () => {
  const scripts = [edit('a.ts'), answer('One.'), edit('b.ts'), answer('Two.'), edit('a.md'), answer('Three.')];
  const engine = verifyingEngine(scripts, [{ exitCode: 0 }], {
    settings: { workflow: { verify_baseline: true } },
  });
  for (const prompt of ['one', 'two', 'three']) await engine.turn(engine.input(prompt));
  assert.equal(noticesOf(engine.events).filter((title) => title.startsWith('Before the first edit')).length, 1);
  assert.equal(engine.lines.length, 3, 'one baseline, two checks');
});

test('VER-2 C3 a turn that changed what the check runs has to ask for it', async () => {
  const engine = verifyingEngine([edit('package.json'), answer('Changed.')], [{ exitCode: 0 }]);
  await engine.turn(engine.input('fix it'));
  assert.deepEqual(engine.asked, ['write', 'bash']);

  const alone = verifyingEngine([edit('package.json'), answer('Changed.')], [{ exitCode: 0 }], {
    settings: {
      tables: {
        ...engine.engine.settings.tables,
        presets: { test: { name: 'test', rules: { '*': 'allow' }, bash: { '*': 'ask' }, readOnlyRuns: true } },
      },
      approval: { autoApprove: false, attended: false, onRisk: 'deny' },
    },
  });
  const state = await alone.turn(alone.input('fix it'));
  assert.match(
    noticesOf(alone.events)[1] ?? '',
    /^Auto verification not run: npm test -- --watch=false: This needs approval/,
  );
  assert.deepEqual([alone.lines, state.stop, state.refused], [[], 'answered', false]);
});

test('VER-2 MODE-6 a rule of the person that denies or asks about the check holds', async () => {
  for (const [verdict, lines] of [
    ['deny', []],
    ['ask', [NPM]],
  ] as const) {
    const engine = verifyingEngine([edit('a.ts'), answer('Changed.')], [{ exitCode: 0 }]);
    const preset = {
      name: 'test',
      rules: { '*': 'allow' },
      bash: { '*': 'ask', 'npm test *': verdict },
      readOnlyRuns: true,
    } as const;
    const { settings } = engine.engine;
    const tables = { ...settings.tables, presets: { test: preset } };
    const stricter = { ...engine.engine, settings: { ...settings, tables } };
    await runTurn(engine.input('fix it'), engine.live, stricter, never);
    assert.deepEqual(engine.lines, lines, verdict);
    assert.deepEqual(engine.asked, verdict === 'ask' ? ['bash'] : [], verdict);
  }
});

test('ESC-1 a cancel while the check runs ends the turn as cancelled', async () => {
  const controller = new AbortController();
  const bash = scriptedShell([{ exitCode: 1 }]);
  const stopping = {
    ...bash,
    execute: async () => {
      controller.abort();
      return { status: 'cancelled' as const, error: 'cancelled' };
    },
  };
  const engine = verifyingEngine([edit('a.ts'), answer('Changed.')], []);
  const tools = new Map([...engine.engine.tools, ['bash', stopping]]);
  const state = await runTurn(engine.input('fix it'), engine.live, { ...engine.engine, tools }, controller.signal);
  assert.deepEqual([state.stop, said(engine.messages())], ['cancelled', []]);
});

test('VER-7 what was said about checks is in the session’s log, for the person alone', async () => {
  const engine = verifyingEngine([edit('a.ts'), answer('Changed.')], [{ exitCode: 0 }]);
  await engine.turn(engine.input('fix it'));
  const notes = engine.live.log.entries.flatMap((entry) =>
    entry.type === 'message' && entry.message.role === 'note' ? [entry.message] : [],
  );
  assert.deepEqual(notes.at(-1), { role: 'note', text: `checked: ${NPM} ok (after the last edit)`, audience: 'user' });
});

test('VER-5 VER-7 a repair by command is verified again, and a command after the check makes it stale', async () => {
  const repaired = verifyingEngine(
    [edit('a.ts'), answer('Changed.'), shell('sed -i s/a/b/ a.ts'), answer('Fixed.')],
    [{ exitCode: 1, stdout: 'not ok 1' }, { exitCode: 0 }],
  );
  await repaired.turn(repaired.input('fix it'));
  assert.deepEqual(repaired.lines, [NPM, 'sed -i s/a/b/ a.ts', NPM]);
  assert.equal(noticesOf(repaired.events).at(-1), `checked: ${NPM} ok (after the last edit)`);

  const stale = verifyingEngine([edit('a.ts'), shell('npm test'), shell('git checkout a.ts'), answer('Done.')], [], {
    settings: { workflow: { auto_verify_after_edit: false } },
  });
  await stale.turn(stale.input('fix it'));
  assert.deepEqual(noticesOf(stale.events), ['not checked since "git checkout a.ts" ran']);
});

test('VER-1 VER-7 MODE-5 what a sub-agent changed is verified and reported by the turn it works for, once', async () => {
  const engine = verifyingEngine(
    [[call('t1', 'task', {}), callsEnd], edit('package.json'), answer('Child done.'), answer('Parent done.')],
    [{ exitCode: 0 }],
  );
  const task = defineTool({
    name: 'task',
    description: 'Runs a sub-agent.',
    effect: 'none',
    permission: 'task',
    input: s.object({}),
    execute: async (_args, { delegate }) => ok({ ...(await delegate('worker', 'change it')) }),
    view: () => ({ title: 'task' }),
  });
  const worker = { name: 'worker', summary: '', kind: 'sub' as const, off: [], prompt: 'Work.' };
  const { settings } = engine.engine;
  const tables = { ...settings.tables, agents: { ...settings.tables.agents, worker } };
  const delegating: Engine = {
    ...engine.engine,
    settings: { ...settings, tables },
    tools: new Map([...engine.engine.tools, ['task', task]]),
    delegate: (work, live, signal) => runSubagent(work, live, delegating, signal),
  };

  await runTurn(engine.input('fix it'), engine.live, delegating, never);

  assert.deepEqual(noticesOf(engine.events), [`Auto verification: ${NPM}`, `checked: ${NPM} ok (after the last edit)`]);
  assert.deepEqual(engine.asked, ['write', 'bash'], 'it changed what the check runs, so the check is asked about');
});
