import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { findAgents } from '../../src/integrations/agents.ts';
import { faultTexts } from '../fixtures/fault-texts.ts';

const TOOLS = new Set(['read', 'grep', 'glob', 'edit', 'write', 'bash', 'fetch', 'skill']);
const names = { hasTool: (name: string) => TOOLS.has(name), isTaken: (name: string) => name === 'build' };

function folderWith(t: TestContext, files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'coder-agents-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

test('EXT-16 MODE-5 agents in the syntax of every agent: tools and limits, restrictions apply, everything else is reported', (t) => {
  const claude = folderWith(t, {
    'reviewer.md':
      '---\nname: reviewer\ndescription: Looks at\n  changes\ntools: Read, Grep, Bash(git diff:*), WebSearch\nmodel: opus\npermissionMode: plan\nmaxTurns: 7\nskills: [style]\ncolor: red\nmemory: user\n---\nReview it.\n',
    'deep/loose.md':
      '---\nname: loose\ndescription: d\npermissionMode: bypassPermissions\ndisallowedTools: Write\n---\nGo.',
  });
  const opencode = folderWith(t, {
    'writer.md': '---\ndescription: Writes\nmode: subagent\ntools:\n  bash: false\n  edit: true\n---\nWrite.',
    'only.md': '---\ndescription: Only reads\ntools:\n  "*": false\n  read: true\n---\nRead.',
  });
  const gemini = folderWith(t, {
    'finder.md':
      '---\nname: finder\ndescription: Finds\nkind: local\ntools:\n  - read_file\n  - grep_search\n---\nFind.',
  });
  const own = folderWith(t, {
    'mine.md': '---\nname: mine\ndescription: m\nmodel: small-1\nisolation: worktree\n---\nMine.',
  });
  const { agents, notices } = findAgents(
    [
      { path: claude, style: 'claude' },
      { path: opencode, style: 'opencode' },
      { path: gemini, style: 'gemini', prefix: 'ext' },
      { path: own, style: 'coder' },
      { path: join(own, 'missing'), style: 'coder' },
    ],
    names,
  );
  assert.deepEqual(agents, [
    { name: 'loose', summary: 'd', kind: 'sub', off: ['write'], prompt: 'Go.' },
    {
      name: 'reviewer',
      summary: 'Looks at changes',
      kind: 'sub',
      only: ['read', 'grep', 'bash'],
      off: [],
      prompt: 'Review it.\n\nBefore you begin, load these skills: style.',
      maxSteps: 7,
      within: 'plan',
    },
    { name: 'only', summary: 'Only reads', kind: 'sub', only: ['read'], off: [], prompt: 'Read.' },
    { name: 'writer', summary: 'Writes', kind: 'sub', off: ['bash'], prompt: 'Write.' },
    { name: 'ext:finder', summary: 'Finds', kind: 'sub', only: ['read', 'grep'], off: [], prompt: 'Find.' },
    { name: 'mine', summary: 'm', kind: 'sub', off: [], prompt: 'Mine.', model: 'small-1', isolation: 'worktree' },
  ]);
  assert.deepEqual(faultTexts(notices), [
    `${join(claude, 'reviewer.md')}: has no effect here: memory.`,
    `${join(claude, 'reviewer.md')}: coder has no WebSearch.`,
  ]);
});

test('EXT-16 a file that is not an agent is skipped with a notice; of two with the same name the nearest wins', (t) => {
  const head = (more: string) => `---\nname: same\ndescription: d\n${more}---\nText`;
  const near = folderWith(t, {
    'a-plain.md': 'no front matter',
    'b-nameless.md': '---\ndescription: d\n---\nText',
    'c-silent.md': '---\nname: silent\n---\nText',
    'd-typo.md': head('tools: Raed\n'),
    'e-same.md': head(''),
    'f-taken.md': '---\nname: build\ndescription: d\n---\nText',
    'g-primary.md': '---\nname: p\ndescription: d\nmode: primary\n---\nText',
    'h-broken.md': '---\nname: x\nthis is nothing\n---\n',
    'i-path.md': '---\nname: ../x\ndescription: d\n---\n',
    'readme.txt': 'no agent',
  });
  const far = folderWith(t, { 'same.md': head('') });
  const { agents, notices } = findAgents(
    [
      { path: near, style: 'claude' },
      { path: far, style: 'claude' },
    ],
    names,
  );
  assert.deepEqual(
    agents.map(({ name }) => name),
    ['same'],
  );
  const why = [
    /a-plain\.md has no front matter/,
    /b-nameless\.md has no name/,
    /c-silent\.md has no description/,
    /d-typo\.md names a tool that is not known: Raed/,
    /f-taken\.md: build is an agent of coder/,
    /g-primary\.md is a primary agent/,
    /h-broken\.md has front matter that cannot be read: line 3/,
    /i-path\.md has a name/,
    /Two agents are called same: .*e-same\.md is used, .*same\.md is not/,
  ];
  assert.equal(notices.length, why.length, faultTexts(notices).join('\n'));
  for (const [index, pattern] of why.entries()) assert.match(notices[index]?.text ?? '', pattern);
});

test('EXT-16 an example that spans several lines of a description costs a notice, not the agent', (t) => {
  const text =
    '---\nname: wordy\ndescription: Use it. For example:\nuser: "do"\n<commentary>\nso\n</commentary>\n---\nText';
  const { agents, notices } = findAgents([{ path: folderWith(t, { 'wordy.md': text }), style: 'claude' }], names);
  assert.deepEqual(
    agents.map(({ name, summary }) => [name, summary]),
    [['wordy', 'Use it. For example:']],
  );
  assert.match(
    faultTexts(notices).join(),
    /^\S*wordy\.md: part of its front matter cannot be read: line 5 is not a "key: value" pair\.$/,
  );
});

test('EXT-16 a long description is cut between characters, so that every provider accepts it', (t) => {
  const path = folderWith(t, { 'long.md': `---\nname: long\ndescription: ${'a'.repeat(299)}🙂 and more\n---\nGo.` });
  const { agents } = findAgents([{ path, style: 'claude' }], names);
  assert.equal(agents[0]?.summary, 'a'.repeat(299));
});
