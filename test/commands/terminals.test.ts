import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TerminalControl, TerminalSummary } from '../../src/protocol/terminal.ts';
import { commandContext, runCommand } from '../fixtures/command-context.ts';
import { unusedTerminals } from '../fixtures/terminals.ts';

function summary(id: string, state: TerminalSummary['state']): TerminalSummary {
  const exitCode = state === 'ended' ? 3 : null;
  return { id, command: 'vim\n a', startedAt: 0, state, exitCode, durationMs: 4200, screen: () => `screen of ${id}` };
}

function contextWith(list: readonly TerminalSummary[], killed: string[] = []) {
  const terminals: TerminalControl = { ...unusedTerminals(), list, kill: async (id) => void killed.push(id) };
  return commandContext([], { programs: { terminals } });
}

test('PTY-5 /terminals lists programs, shows a screen, and ends one', async () => {
  const killed: string[] = [];
  const context = contextWith([summary('term1', 'running'), summary('term2', 'ended')], killed);
  assert.deepEqual(await runCommand('terminals', '', context), {
    title: 'Interactive programs. /terminals ID shows its screen, /terminals kill ID ends it; Home goes there.',
    body: [{ type: 'list', items: ['term1  running for 4 s  vim ⏎ a', 'term2  ended after 4 s, exit 3  vim ⏎ a'] }],
  });
  assert.deepEqual(await runCommand('terminals', 'term2', context), {
    title: 'term2  ended after 4 s, exit 3  vim ⏎ a',
    body: [{ type: 'text', text: 'screen of term2' }],
  });
  assert.deepEqual(await runCommand('terminals', 'kill term2', context), { title: 'term2 has already ended.' });
  await runCommand('terminals', 'kill term1', context);
  assert.deepEqual(killed, ['term1']);
});

test('PTY-5 /terminals reports that there are no programs, or no such program', async () => {
  const none = await runCommand('terminals', '', contextWith([]));
  assert.match('title' in none ? none.title : '', /^No interactive programs\. "! -i CMD" starts one/);
  const wrong = await runCommand('terminals', 'term9', contextWith([summary('term1', 'running')]));
  assert.deepEqual(wrong, { problem: { title: 'No terminal term9. Terminals: term1' } });
});
