import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultLines } from '../../src/protocol/fault.ts';
import { extensionFaults } from '../../src/words/en/faults/extension-faults.ts';
import { faults as basic } from '../../src/words/en/faults/faults.ts';
import { extensionFault, plainExtensionFault } from '../../src/words/extension-fault.ts';
import { changedFault, faultsAsText, saidIn } from '../../src/words/fault.ts';
import { loadWords } from '../../src/words/words.ts';

test('HOOK-5 EXT-15 problems with extensions are reported in Chinese too; names and quoted text stay as they are', async () => {
  const { faults } = await loadWords('zh-CN');
  const started = plainExtensionFault('hookNotStartedCode', '127');
  const said: [fault: ReturnType<typeof extensionFault>, english: string, chinese: string][] = [
    [
      extensionFault('hookPrinted', started, 'sh: jq: not found'),
      'it could not be started (exit code 127): sh: jq: not found',
      '无法启动（退出码 127）：sh: jq: not found',
    ],
    [
      extensionFault('skillSkipped', 'a/SKILL.md', extensionFault('noDescription')),
      'Skill skipped: a/SKILL.md has no description.',
      '已跳过技能：a/SKILL.md 没有描述。',
    ],
    [
      extensionFault(
        'pluginServerLeftOut',
        '"a"',
        extensionFault('isNot', '"env"', extensionFault('anObjectOfStrings')),
      ),
      'mcp.json: server "a" is left out: "env" is not an object of strings',
      'mcp.json：服务器 "a" 已略去："env" 不是值为字符串的对象',
    ],
    [
      extensionFault('hookSays', { text: 'their words', says: [] }, 'Stop in a.json'),
      'their words (Stop in a.json)',
      'their words（Stop in a.json）',
    ],
  ];
  for (const [fault, english, chinese] of said) {
    assert.equal(fault.text, english);
    assert.equal(saidIn(fault, faults), chinese);
  }
  const lines = faultLines(said.slice(1, 3).map(([fault]) => fault));
  assert.equal(saidIn(lines, faults), `${said[1]?.[2]}\n${said[2]?.[2]}`);
});

test('a fault inside another is changed with it, and programs read it in English', async () => {
  const { faults } = await loadWords('zh-CN');
  const inner = extensionFault('pluginLeadsOut', '/root/mcp.json');
  const fault = changedFault(extensionFault('pluginServersNotUsed', inner), (text) => text.replaceAll('/root/', ''));
  assert.equal(fault.text, 'mcp.json leads out of the plugin: no server of it is used');
  assert.equal(saidIn(fault, faults), 'mcp.json 指向插件之外：不使用其中的任何服务器');
  assert.equal(JSON.stringify({ problems: [fault] }, faultsAsText), JSON.stringify({ problems: [fault.text] }));
});

test('no name is in both catalogues of faults', () => {
  assert.deepEqual(
    Object.keys(extensionFaults).filter((name) => Object.hasOwn(basic, name)),
    [],
  );
});
