/** The chain of a decision: rules, paths, hosts, commands; the strictest wins. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decide } from '../../src/policy/decide.ts';
import { decidePlain } from '../../src/policy/decide-plain.ts';
import type { Decision, Facts, Use, UsedPath } from '../../src/protocol/policy.ts';
import { factsWith, grant, presets, ROOT } from './fixture.ts';

function bash(line: string, changes: Partial<Facts> = {}, origin: Use['origin'] = 'model'): Decision {
  return decide(
    { tool: 'bash', permission: 'bash', effect: 'run', paths: [], command: { line, cwd: ROOT }, origin },
    factsWith(changes),
  );
}

function file(access: UsedPath['access'], changes: Partial<UsedPath> = {}, facts: Partial<Facts> = {}): Decision {
  const path: UsedPath = {
    path: `${ROOT}/src/a.ts`,
    shown: 'src/a.ts',
    access,
    inside: true,
    protected: false,
    ...changes,
  };
  const permission = access === 'write' ? 'edit' : 'read';
  return decide(
    { tool: permission, permission, effect: access === 'write' ? 'edit' : 'read', paths: [path], origin: 'model' },
    factsWith(facts),
  );
}

const codes = (decision: Decision): string[] => decision.reasons.map((reason) => reason.code);

test('POL-1 the decision without shell rules refuses to judge a shell line', () => {
  const use: Use = { tool: 'bash', permission: 'read', effect: 'read', paths: [], origin: 'model' };
  assert.equal(decidePlain(use, factsWith({})).verdict, 'allow');
  assert.throws(() => decidePlain({ ...use, command: { line: 'ls', cwd: ROOT } }, factsWith({})), /judged by `decide`/);
});

test('POL-1 the preset’s row decides, and `*` is the base line', () => {
  assert.deepEqual(file('read'), { verdict: 'allow', reasons: [], scopes: [] });
  const ask = file('write');
  assert.deepEqual([ask.verdict, codes(ask), ask.scopes], ['ask', ['rule'], [{ permission: 'edit' }]]);
  assert.equal(file('write', {}, { preset: presets['auto-edit'] }).verdict, 'allow');
  assert.equal(file('write', {}, { preset: { ...presets.build, rules: { '*': 'deny' } } }).verdict, 'deny');
  assert.equal(file('write', {}, { preset: { ...presets.build, rules: {} } }).verdict, 'ask');
});

test('POL-2 a grant for a whole permission lifts a rule’s ask, never a deny', () => {
  const grants = [{ permission: 'edit', lifetime: 'session', at: 0 }] as const;
  assert.equal(file('write', {}, { grants }).verdict, 'allow');
  assert.equal(file('write', {}, { grants, preset: { ...presets.build, rules: { edit: 'deny' } } }).verdict, 'deny');
});

test('TOOL-2 paths outside are refused even if the rule allows', () => {
  for (const access of ['read', 'write'] as const) {
    const found = file(access, { inside: false, shown: '../x' }, { preset: presets.yolo });
    assert.deepEqual([found.verdict, codes(found), found.scopes], ['deny', ['outside-workspace'], []]);
  }
});

test('TOOL-2 B5 protected paths can be read but not written', () => {
  assert.equal(file('read', { protected: true }).verdict, 'allow');
  const found = file('write', { protected: true }, { preset: presets['auto-edit'] });
  assert.deepEqual([found.verdict, codes(found)], ['deny', ['protected-path']]);
});

test('secret files ask in every preset and cannot be remembered', () => {
  for (const name of ['.env', '.env.local', 'id_rsa', 'server.pem', '.ssh/config', 'secrets.yaml']) {
    const found = file('read', { path: `${ROOT}/${name}`, shown: name }, { preset: presets.yolo });
    assert.deepEqual([found.verdict, codes(found), found.scopes], ['ask', ['secret-file'], []], name);
  }
  for (const name of ['.env.example', 'id_rsa.pub', 'src/environment.ts', 'keyboard.ts']) {
    assert.equal(file('read', { path: `${ROOT}/${name}`, shown: name }).verdict, 'allow', name);
  }
});

test('SEC-5 a private address asks yes or no', () => {
  const use: Use = {
    tool: 'fetch',
    permission: 'fetch',
    effect: 'network',
    paths: [],
    host: { name: '10.0.0.1', private: true },
    origin: 'model',
  };
  assert.deepEqual([decide(use, factsWith()).verdict, codes(decide(use, factsWith()))], ['ask', ['network']]);
  assert.equal(decide({ ...use, host: { name: 'example.com', private: false } }, factsWith()).verdict, 'allow');
});

test('MODE-4 read-only commands run, others ask with scopes from narrow to wide', () => {
  assert.deepEqual(bash('ls -la | head'), { verdict: 'allow', reasons: [], scopes: [], onlyReads: true });
  const asked = bash('npm test -- --watch');
  assert.equal(asked.verdict, 'ask');
  assert.deepEqual(
    asked.scopes.map((scope) => scope.pattern),
    ['npm test -- --watch', 'npm test -- *', 'npm test *'],
  );
  assert.ok(
    asked.reasons.every((reason) => !reason.risk && reason.part === 'npm test -- --watch' && reason.span?.[0] === 0),
  );
});

test('POL-1 the longest pattern wins and the strictest command decides', () => {
  const preset = {
    ...presets.build,
    bash: { '*': 'ask', 'npm *': 'allow', 'npm publish *': 'deny', 'ls *': 'ask', 'make test': 'allow' },
  } as const;
  assert.equal(bash('npm test', { preset }).verdict, 'allow');
  assert.equal(bash('npm test; npm publish', { preset }).verdict, 'deny');
  assert.equal(bash('sh -c "npm publish --tag x"', { preset }).verdict, 'deny');
  assert.equal(bash('ls src', { preset }).verdict, 'ask');
  assert.equal(bash('make test', { preset }).verdict, 'allow');
  assert.equal(bash('make test clean', { preset }).verdict, 'ask');
  assert.equal(bash('npm test && make', { preset }).verdict, 'ask');
  assert.equal(bash('npm test $X', { preset }).verdict, 'ask');
  assert.equal(bash('npm publish $X', { preset }).verdict, 'deny');
});

test('POL-2 grants lift what policy asks about, for every command of a chain, but never a risk', () => {
  const grants = [grant('npm test *'), grant('git push origin *'), grant('rm *'), grant('sudo *'), grant('bash *')];
  assert.equal(bash('npm test -- -u', { grants }).verdict, 'allow');
  assert.equal(bash('NPM test', { grants }).verdict, 'allow');
  assert.equal(bash('CI=1 npm test', { grants }).verdict, 'allow');
  assert.equal(bash('timeout 60 npm test | tail -5', { grants }).verdict, 'allow');
  assert.equal(bash('for i in 1 2; do npm test; done', { grants }).verdict, 'allow');
  assert.equal(bash('npm test; make', { grants }).verdict, 'ask');
  assert.equal(bash('FOO=1 npm test', { grants }).verdict, 'ask');
  assert.equal(bash('./npm test', { grants }).verdict, 'ask');
  assert.equal(bash('npm test $X', { grants }).verdict, 'ask');
  assert.equal(bash('npm test $(id)', { grants }).verdict, 'ask');
  assert.equal(bash('npm test > new.txt', { grants }).verdict, 'ask');
  assert.equal(bash('git push origin main', { grants }).verdict, 'allow');
  assert.equal(bash('git push origin --force', { grants }).verdict, 'ask');
  for (const line of ['rm x', 'sudo ls', 'bash -c "rm x"']) {
    const found = bash(line, { grants });
    assert.deepEqual([found.verdict, found.scopes], ['ask', []], line);
  }
});

test('POL-2 a wide grant does not cover secrets; the exact one does', () => {
  assert.equal(bash('cat .env', { grants: [grant('cat *')] }).verdict, 'ask');
  assert.equal(bash('cat .env', { grants: [grant('cat .env')] }).verdict, 'allow');
});

test('APR-2 a risk offers no scope, and names the part it is about', () => {
  const found = bash('ls && rm -rf build');
  assert.deepEqual(found.scopes, []);
  const risk = found.reasons.find((reason) => reason.risk);
  assert.deepEqual([risk?.code, risk?.part, risk?.span], ['dangerous-command', 'rm -rf build', [6, 18]]);
});

test('POL-4 POL-5 the hard block applies in every mode unless it is lifted for yolo', () => {
  for (const preset of Object.values(presets)) {
    const found = bash('ls; rm -rf /', { preset });
    assert.deepEqual([found.verdict, found.hardBlock, found.scopes], ['deny', true, []]);
    assert.ok(found.reasons.every((reason) => reason.code === 'hard-block'));
  }
  assert.equal(bash('rm -rf /', { preset: presets.yolo, hardBlockInYolo: false }).verdict, 'allow');
  assert.equal(bash('rm -rf /', { hardBlockInYolo: false }).verdict, 'deny');
  assert.equal(bash('rm -rf build', { preset: presets.yolo }).verdict, 'allow');
  assert.equal(bash('rm -rf /', { grants: [grant('rm *'), grant('rm -rf /')] }).hardBlock, true);
});

test('D5 NUL is refused, in yolo too', () => {
  for (const preset of [presets.build, presets.yolo]) assert.equal(bash('ls\0 -la', { preset }).verdict, 'deny');
});

test('calls by the user and by verification are treated like those of the model', () => {
  for (const origin of ['user', 'verify'] as const) {
    assert.deepEqual(bash('npm test', {}, origin), bash('npm test'));
    assert.deepEqual(bash('rm x', {}, origin), bash('rm x'));
  }
});

test('a preset that refuses bash refuses every line', () => {
  assert.equal(bash('ls', { preset: { ...presets.build, rules: { bash: 'deny' } } }).verdict, 'deny');
});

test('a preset without readOnlyRuns asks before reading too', () => {
  const found = bash('ls', { preset: { ...presets.build, readOnlyRuns: false } });
  assert.deepEqual([found.verdict, found.scopes.map((scope) => scope.pattern)], ['ask', ['ls', 'ls *']]);
});

test('E5 sending data away asks a person, and no saved rule covers it', () => {
  const fetch = (host: NonNullable<Use['host']>, changes: Partial<Facts> = {}): Decision =>
    decide(
      { tool: 'fetch', permission: 'fetch', effect: 'network', paths: [], host, origin: 'model' },
      factsWith(changes),
    );
  const grants = [{ permission: 'fetch', lifetime: 'project', at: 0 } as const];
  assert.equal(fetch({ name: 'x.example', private: false }, { grants }).verdict, 'allow');
  const sent = fetch({ name: 'x.example', private: false, sends: true }, { grants });
  assert.deepEqual([sent.verdict, codes(sent), sent.reasons[0]?.risk], ['ask', ['network'], true]);
  assert.equal(fetch({ name: 'x.example', private: false, sends: true }, { preset: presets.yolo }).verdict, 'allow');
});

test('A11 edits of files that later sessions read ask, even if edits are allowed', () => {
  for (const name of [
    'AGENTS.md',
    'sub/CLAUDE.md',
    '.coder/skills/x/SKILL.md',
    '.github/workflows/ci.yml',
    '.gitmodules',
  ]) {
    const path = { path: `${ROOT}/${name}`, shown: name };
    const asked = file('write', path, { preset: presets['auto-edit'] });
    assert.deepEqual([asked.verdict, codes(asked), asked.scopes], ['ask', ['protected-path'], []], name);
    assert.equal(file('write', path, { preset: presets.yolo }).verdict, 'allow', name);
    assert.notEqual(codes(file('read', path))[0], 'protected-path', name);
  }
});

test('A5 PTY-1 on a terminal git may open a pager, which can run commands', () => {
  const typed = (line: string): Decision =>
    decide(
      {
        tool: 'bash',
        permission: 'bash',
        effect: 'run',
        paths: [],
        command: { line, cwd: ROOT, interactive: true },
        origin: 'model',
      },
      factsWith(),
    );
  assert.equal(typed('git log').verdict, 'ask');
  assert.equal(typed('ls && git diff').verdict, 'ask');
  assert.equal(typed('git --no-pager log').verdict, 'allow');
  assert.equal(typed('ls').verdict, 'allow');
});

test('POL-1 a command named like a built-in object property is judged like any other', () => {
  for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf']) {
    for (const line of [`${name} a b`, `env ${name} --x=1 a`, `git ${name} a`, `${name} -o out | xargs ${name}`])
      assert.equal(bash(line).verdict, 'ask', line);
  }
});

test('POL-4 a command that must be refused is found after any number of harmless ones', () => {
  const line = 'find ~ | xargs rm -rf';
  for (const padding of [0, 80, 200])
    assert.equal(bash('true; '.repeat(padding) + line).hardBlock, true, String(padding));
});
