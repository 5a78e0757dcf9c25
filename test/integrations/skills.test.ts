import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findSkills } from '../../src/integrations/skills.ts';
import { faultTexts } from '../fixtures/fault-texts.ts';

function folderWith(skills: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'coder-skills-'));
  for (const [name, text] of Object.entries(skills)) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'SKILL.md'), text);
  }
  return folder;
}

const skill = (name: string, description: string) => `---\nname: ${name}\ndescription: ${description}\n---\n\nDo it.\n`;

test('EXT-1 skills are found in folders; a broken one is skipped with a notice; create-skill is built in', async () => {
  const folder = folderWith({
    release: skill('release', '"Cut a release"'),
    folded: '---\nname: folded\ndescription: >\n  when it\n  rains\n---\nText',
    broken: 'no front matter',
    nameless: '---\ndescription: x\n---\n',
  });
  const { skills, notices } = findSkills([{ path: folder }, { path: join(folder, 'missing') }]);
  assert.deepEqual(
    skills.map(({ name, description }) => [name, description]),
    [
      ['folded', 'when it rains'],
      ['release', 'Cut a release'],
      ['create-skill', 'Write a new skill for this project or for the user.'],
    ],
  );
  assert.equal(skills[1]?.content, 'Do it.');
  assert.equal(notices.length, 2);
  assert.match(notices[0]?.text ?? '', /broken\/SKILL\.md has no front matter/);
  rmSync(folder, { recursive: true });
});

test('EXT-1 of two skills with the same name the nearest wins, and one notice names both; a file beats a built-in skill', async () => {
  const first = folderWith({ a: skill('deploy', 'one'), b: skill('create-skill', 'mine') });
  const second = folderWith({ c: skill('deploy', 'two') });
  const { skills, notices } = findSkills([{ path: first }, { path: second }]);
  assert.deepEqual(
    skills.map(({ description }) => description),
    ['one', 'mine'],
  );
  assert.ok(notices[0]?.text.includes(join(first, 'a', 'SKILL.md')));
  assert.ok(notices[0]?.text.includes(join(second, 'c', 'SKILL.md')));
  for (const folder of [first, second]) rmSync(folder, { recursive: true });
});

test('EXT-1 a pipe under the name of a skill is skipped, not waited for', {
  skip: process.platform === 'win32',
}, () => {
  const folder = folderWith({ good: skill('good', 'fine') });
  mkdirSync(join(folder, 'pipe'));
  execFileSync('mkfifo', [join(folder, 'pipe', 'SKILL.md')]);
  const { skills, notices } = findSkills([{ path: folder }]);
  assert.deepEqual(
    skills.map(({ name }) => name),
    ['good', 'create-skill'],
  );
  assert.deepEqual(faultTexts(notices), [`Skill skipped: ${join(folder, 'pipe', 'SKILL.md')} is not a regular file.`]);
  rmSync(folder, { recursive: true });
});

test("SEC-5 a project's skill that is a link out of the project, or to secrets, is skipped", (t) => {
  const project = folderWith({});
  const outside = folderWith({ other: skill('other', 'x') });
  t.after(() => {
    rmSync(project, { recursive: true, force: true });
    rmSync(outside, { recursive: true, force: true });
  });
  const folder = join(project, '.coder', 'skills');
  for (const name of ['file', 'secret']) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(project, '.env'), 'KEY=1');
  symlinkSync(join(outside, 'other', 'SKILL.md'), join(folder, 'file', 'SKILL.md'));
  symlinkSync('../../../.env', join(folder, 'secret', 'SKILL.md'));
  symlinkSync(join(outside, 'other'), join(folder, 'whole'));
  const { skills, notices } = findSkills([{ path: folder, root: project }]);
  assert.deepEqual(
    skills.map(({ name }) => name),
    ['create-skill'],
  );
  assert.deepEqual(
    faultTexts(notices),
    ['file', 'secret', 'whole'].map(
      (name) =>
        `Skill skipped: ${join(folder, name, 'SKILL.md')} leads out of the project, or to a file that may hold secrets.`,
    ),
  );
  assert.equal(findSkills([{ path: folder }]).skills.length, 2, 'a folder of the person may have links');
});

test('EXT-1 of two equally near, neither is used; a skill that is linked twice is one skill', () => {
  const [first, second] = [
    folderWith({ a: skill('same', 'one'), b: skill('same', 'two'), c: skill('shared', 's') }),
    folderWith({}),
  ];
  symlinkSync(join(first, 'c'), join(second, 'c'));
  const { skills, notices } = findSkills([{ path: first }, { path: second }]);
  assert.deepEqual(
    skills.map(({ name }) => name),
    ['shared', 'create-skill'],
  );
  assert.equal(notices.length, 1);
  assert.match(
    notices[0]?.text ?? '',
    /Two skills are called same: .*a\/SKILL\.md and .*b\/SKILL\.md\. Neither is used/,
  );
  const grouped = [
    { path: first, group: 'plugins' },
    { path: folderWith({ d: skill('shared', 'other') }), group: 'plugins' },
  ];
  assert.match(findSkills(grouped).notices.at(-1)?.text ?? '', /shared.*Neither is used/);
  for (const { path } of [...grouped, { path: second }]) rmSync(path, { recursive: true });
});
