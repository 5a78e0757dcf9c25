import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sayTrouble } from '../../src/words/zh-cn/troubles.ts';

test('HOOK-5 EXT-15 problems with hooks, skills and servers are shown in Chinese too, with names and foreign messages unchanged', () => {
  const said: [english: string, chinese: string][] = [
    ['it could not be started (exit code 127): sh: jq: not found', '无法启动（退出代码 127）：sh: jq: not found'],
    ['it did not answer within 60 s', '在 60 秒内没有回答'],
    ['Skill skipped: a/SKILL.md has no description.', '已跳过技能：a/SKILL.md 没有描述。'],
    [
      'Two skills are called x: /a and /b. Neither is used; rename one.',
      '有两个名为 x 的技能：/a 和 /b。两者都不使用；请重命名其中一个。',
    ],
    ['mcp.json: server "a" is left out: "url" has a fragment', 'mcp.json：服务器 "a" 已略去："url" has a fragment'],
    ['something else entirely', 'something else entirely'],
    ['', ''],
  ];
  for (const [english, chinese] of said) assert.equal(sayTrouble(english), chinese);
});
