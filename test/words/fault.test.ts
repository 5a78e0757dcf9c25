import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CoderError } from '../../src/base/errors.ts';
import { faultLines } from '../../src/protocol/fault.ts';
import { fault, faultError, faultsOf, faultText, inTheirWords, saidIn } from '../../src/words/fault.ts';
import { loadWords } from '../../src/words/words.ts';

test('CLI-1 faults are shown in the person’s language; other errors keep their text', async () => {
  const { faults } = await loadWords('zh-CN');
  const error = faultError('session-not-found', fault('sessionNotFound', 'abc'));
  assert.equal(error.message, 'Session not found: abc');
  assert.equal(faultText(error, faults), '未找到会话：abc');
  assert.equal(faultText(new CoderError('x', 'as it is'), faults), 'as it is');
  assert.equal(faultText(new Error('a bug'), faults), 'a bug');
  assert.equal(saidIn({ text: 'of another version', says: [['constructor']] }, faults), 'of another version');
});

test('OUT-8 an error of the file system says what happened, to what, and what to do, in both languages', async () => {
  const [english, { faults: chinese }] = [(await loadWords('en')).faults, await loadWords('zh-CN')];
  const system = (code: string, syscall: string, path?: string) =>
    Object.assign(new Error(`${code}: it failed, ${syscall} '/h/x'`), { code, syscall, errno: -1 }, path && { path });
  const denied = system('EACCES', 'mkdir', '/nonexistent/.coder');
  assert.equal(
    faultText(denied, english),
    "No permission for /nonexistent/.coder (EACCES, mkdir). Change its owner or mode; CODER_HOME names another folder for coder's own files.",
  );
  assert.match(faultText(denied, chinese), /^没有权限：\/nonexistent\/\.coder（EACCES, mkdir）。请/);
  assert.match(
    faultText(system('ENOSPC', 'write'), english),
    /^The disk is full: \/h\/x \(/,
    'named in the message only',
  );
  assert.match(faultText(system('EROFS', 'open', '/h/.coder-1a.tmp'), english), /^\/h is on a read-only file system/);
  for (const path of ['/h/config.json.lock', '/h/config.json.lock.a-B_1.tmp'])
    assert.match(faultText(system('EACCES', 'open', path), english), /^No permission for \/h\/config\.json \(/);
  assert.match(
    faultText(system('ENOTDIR', 'mkdir', '/h/x'), english),
    /^\/h\/x: there is a file where a folder is needed/,
  );
  assert.equal(faultText(system('ENOENT', 'spawn vi', 'vi'), english), "ENOENT: it failed, spawn vi '/h/x'");
});

test('CLI-1 what others say is not lost beside faults of coder', async () => {
  const { faults } = await loadWords('zh-CN');
  const both = [inTheirWords('disk on fire'), fault('noSessionHere')];
  assert.equal(saidIn(faultLines(both), faults), 'disk on fire\n此目录中没有可以继续的会话。');
  assert.equal(saidIn(faultsOf(...both), faults), 'disk on fire 此目录中没有可以继续的会话。');
});

test('CLI-1 several faults are joined into consecutive sentences', async () => {
  const { faults } = await loadWords('zh-CN');
  const both = faultsOf(fault('keyRefused', 'host', '401', '.'), fault('checkKey', 'OPENAI_API_KEY'));
  assert.equal(both.text, 'host refused the key (401). Check OPENAI_API_KEY.');
  assert.equal(saidIn(both, faults), 'host 拒绝了密钥（401）. 请检查 OPENAI_API_KEY。');
});
