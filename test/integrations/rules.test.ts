import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findRules, ruleFiles } from '../../src/integrations/rules.ts';
import { scratch } from '../fixtures/run-coder.ts';

test('CTX-3 TRUST-1 rules of .claude/rules are read in place; rules for certain files are listed with those files', (t) => {
  const { path: cwd } = scratch(t);
  const put = (name: string, text: string) => {
    mkdirSync(join(cwd, '.claude', 'rules', 'ui'), { recursive: true });
    writeFileSync(join(cwd, '.claude', 'rules', name), text);
  };
  put('style.md', '---\ntitle: x\n---\nUse tabs.\n');
  put('ui/forms.md', '---\npaths:\n  - "src/**/*.{ts,tsx}"\n  - lib/**\n---\nNever read whole.\n');
  put('api.md', '---\npaths: src/api/**/*.{ts,js}\n---\nValidate.\n');
  put('notes.txt', 'not one');
  put('other.md', 'not agreed to');
  const files = ruleFiles([cwd]);
  const { notes, problems } = findRules(files, { cwd, root: cwd }, (path) => !path.endsWith('other.md'));
  assert.deepEqual(problems, []);
  assert.deepEqual(notes, [
    { path: '.claude/rules/style.md', text: 'Use tabs.' },
    {
      path: '.claude/rules',
      text: 'Read the rule before you work on files that it is for:\n- src/api/**/*.{ts,js}: .claude/rules/api.md\n- src/**/*.{ts,tsx}, lib/**: .claude/rules/ui/forms.md',
    },
  ]);
});
