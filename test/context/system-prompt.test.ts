import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PromptFacts, type PromptSetting, systemPrompt } from '../../src/context/system-prompt.ts';
import type { Agent } from '../../src/protocol/mode.ts';

const agent: Agent = { name: 'build', summary: '', kind: 'primary', off: [], prompt: 'Your job: deliver.' };
const facts: PromptFacts = {
  cwd: '/w/click',
  platform: 'linux x64',
  date: '2026-11-15',
  isGitRepository: true,
  branch: 'main',
  top: ['docs', 'pyproject.toml', 'src'],
  check: 'pytest -q',
  notes: [],
  agents: [],
  skills: [{ name: 'pdf', description: 'Reads PDF' }],
};
const setting: PromptSetting = { can: new Set(['edit', 'run', 'skills']), mode: 'build', isAttended: true };

test('MDL-4 the prompt ends with facts about the project, and whether a person is present', () => {
  const last = (changes: Partial<PromptSetting>) =>
    systemPrompt(agent, facts, { ...setting, ...changes })
      .split('\n\n')
      .at(-1);
  assert.equal(
    last({}),
    'Working directory: /w/click (git, branch main). Top: docs pyproject.toml src\nCheck: pytest -q. System: linux x64. Date: 2026-11-15.\nMode build: what needs approval asks the user, who is there.',
  );
  assert.match(last({ isAttended: false }) ?? '', /Mode build: nobody is there: what needs approval is refused\.$/);
});

test('MDL-4 only lines about enabled tools are included', () => {
  const whole = systemPrompt(agent, facts, setting);
  assert.match(whole, /^- bash: every call/m);
  assert.match(whole, /^- edit for one place/m);
  assert.match(whole, /^# Skills/m);
  const reading = systemPrompt(agent, facts, { ...setting, can: new Set() });
  assert.doesNotMatch(reading, /bash|patch|git:|# Skills|Check:/);
  assert.ok(Buffer.byteLength(whole) < 3_000, `${Buffer.byteLength(whole)} bytes`);
});
