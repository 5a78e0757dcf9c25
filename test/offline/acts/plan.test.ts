import assert from 'node:assert/strict';
import test from 'node:test';
import { openChat } from '../chat.ts';

test('PRV-3 TODO-3 a plan is kept as todos; its files are a guess, and it says that its steps are general', async (t) => {
  const chat = await openChat(t, {
    files: { 'package.json': '{"scripts":{"test":"x"}}', 'src/cart.js': '// discount\n' },
    off: ['edit', 'write'],
  });
  const { calls, text } = await chat.say('plan how to add a discount');
  assert.deepEqual(
    calls.map((call) => call.split(' ')[0]),
    ['list', 'read', 'grep', 'todowrite'],
  );
  assert.deepEqual(
    chat.todos.at(-1)?.map(({ status }) => status),
    ['pending', 'pending', 'pending', 'pending'],
  );
  assert.match(text, /^\*\*add a discount\*\*\n\n1\. Read .*\n4\. Run `npm test` and look at the diff\n\nA guess at/s);
  assert.match(text, /- `src\/cart\.js`\n\nThese are general steps by rules/);
  assert.match((await chat.say('计划如何添加登录页')).text, /^\*\*添加登录页\*\*\n\n1\. /);
});

test('QST-2 QST-3 it asks the person to choose, and lists the choices if it cannot ask', async (t) => {
  const chat = await openChat(t, { pick: 'spaces' });
  assert.equal((await chat.say('ask me whether to use tabs or spaces')).text, 'You chose **spaces**.');
  const alone = await openChat(t);
  assert.match((await alone.say('问我用空格还是制表符')).text, /^没有选择，这一点先保留。$/);
  const mute = await openChat(t, { off: ['question'] });
  assert.equal((await mute.say('ask me: a, b or c')).text, 'Which one do you want?\n\n- a\n- b\n- c');
});
