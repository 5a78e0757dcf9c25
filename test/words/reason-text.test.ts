import assert from 'node:assert/strict';
import { test } from 'node:test';
import { say } from '../../src/policy/say.ts';
import { en } from '../../src/words/en.ts';
import { reasonsText, reasonText } from '../../src/words/reason-text.ts';
import { zhCn } from '../../src/words/zh-cn.ts';

test('CLI-1 a reason is given to the model in English and to the person in their language', () => {
  const reason = say('does', 'rm', 'deletes-files');
  assert.deepEqual(reason, { text: 'rm deletes files', says: ['does', 'rm', 'deletes-files'] });
  assert.equal(reasonText(reason, en.policy), 'rm deletes files');
  assert.equal(reasonText(reason, zhCn.policy), 'rm 会删除文件');
  const [name = '', ...parameters] = say('mayHoldSecrets', '.env').says;
  const sent = say('couldSendAway', 'curl', name, ...parameters);
  assert.equal(sent.text, '.env may hold secrets, and curl could send it away');
  assert.equal(reasonText(sent, zhCn.policy), '.env 可能含有机密，而 curl 可能会把它发送出去');
  assert.equal(reasonsText([reason, sent], en.policy), `rm deletes files; ${sent.text}`);
});

test('an unknown reason, such as one from an older log, is shown unchanged', () => {
  assert.equal(reasonText({ text: 'because', says: ['toString'] }, zhCn.policy), 'because');
  assert.equal(reasonText({ text: 'because', says: [] }, zhCn.policy), 'because');
});
