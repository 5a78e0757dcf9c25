import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  asksForAddress,
  dnsAnswer,
  isHostName,
  readQuestion,
} from '../../../../src/host/sandbox/network/dns-answer.ts';

function query(name: string, type = 1, count = 1): Buffer {
  const labels = name.split('.').flatMap((label) => [label.length, ...Buffer.from(label, 'latin1')]);
  return Buffer.from([0xab, 0xcd, 1, 0, 0, count, 0, 0, 0, 0, 0, 0, ...labels, 0, 0, type, 0, 1]);
}

test('SBX-9 a question is read, and answered with one address or none', () => {
  const packet = query('Registry.Example.ORG');
  const question = readQuestion(packet);
  assert.ok(question);
  assert.equal(question.name, 'registry.example.org');
  assert.ok(asksForAddress(question));
  const answer = dnsAnswer(packet, question, { address: '127.200.0.7' });
  assert.deepEqual([...answer.subarray(0, 8)], [0xab, 0xcd, 0x81, 0x80, 0, 1, 0, 1]);
  assert.deepEqual([...answer.subarray(-4)], [127, 200, 0, 7]);
  const none = dnsAnswer(packet, question, 'no-such-name');
  assert.deepEqual([none[3], none[7]], [0x83, 0]);
  const six = query('a.b', 28);
  assert.equal(asksForAddress(readQuestion(six) ?? question), false);
});

test('SBX-9 a packet that is not a question is not answered, and host names contain nothing unsafe for a screen', () => {
  const whole = query('a.example');
  for (let length = 0; length < whole.length; length += 1)
    assert.equal(readQuestion(whole.subarray(0, length)), undefined, String(length));
  const pointer = Buffer.from(whole);
  pointer[12] = 0xc0;
  const reply = Buffer.from(whole);
  reply[2] = 0x81;
  for (const packet of [pointer, reply, query('a.b', 1, 2), Buffer.alloc(600, 0x3f)])
    assert.equal(readQuestion(packet), undefined);
  assert.ok(['a', 'a-b.c', '_dmarc.x.org', 'xn--abc.de'].every(isHostName));
  assert.ok(!['', 'a..b', '-a.b', 'a b', 'a\u001b[31m.b', `${'a'.repeat(64)}.b`, 'a.'.repeat(200)].some(isHostName));
});
