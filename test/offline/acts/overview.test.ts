import assert from 'node:assert/strict';
import test from 'node:test';
import { openChat } from '../chat.ts';

test('PRV-3 it explains the project from README and package.json, and says what it did not find', async (t) => {
  const chat = await openChat(t, {
    files: {
      'package.json': '{ "name": "shop", "scripts": { "test": "echo tested" } }\n',
      'README.md': '# Shop\n\n[![ci](x)](y)\n\nSells things.\n',
      'src/cart.js': '',
    },
  });
  const { calls, text } = await chat.say('这个项目是做什么的？');
  assert.deepEqual(calls, ['list {}', 'read {"path":"package.json"}', 'read {"path":"README.md","limit":80}']);
  assert.match(
    text,
    /^\*\*shop\*\* — Sells things\.\n\n- `src\/`\n- `README\.md`\n- `package\.json`\n- `npm run test` — `echo tested`\n\n/,
  );
  const bare = await openChat(t, { files: { 'a.py': 'x = 1\n' } });
  assert.match(
    (await bare.say('explain this project')).text,
    /^I found no README or description that says what this project is for/,
  );
});

test('PRV-3 a folder that cannot be listed is not called empty', async (t) => {
  const chat = await openChat(t, { intercept: () => ({ status: 'denied', error: 'Denied: rule' }) });
  for (const said of [
    'explain this project',
    'list files',
    'run the tests',
    'fix the failing test',
    'plan how to rest',
  ])
    assert.match(
      (await chat.say(said)).text,
      /^`list` was not allowed, and I did not work around it:\n\n> Denied: rule$/,
    );
});
