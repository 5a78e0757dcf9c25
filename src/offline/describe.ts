/** An intent in a few words: for todos, plans and the headings of several steps. */

import type { Intent } from './intent.ts';
import type { Say } from './language.ts';
import { code } from './markdown.ts';

export function describe(intent: Intent, say: Say): string {
  const file = 'path' in intent && intent.path !== undefined ? code(intent.path) : say('that file', '该文件');
  switch (intent.kind) {
    case 'list':
      return intent.path === undefined ? say('List the files', '列出文件') : say(`List ${file}`, `列出 ${file}`);
    case 'find':
      return say(`Find ${code(intent.pattern)}`, `查找 ${code(intent.pattern)}`);
    case 'search':
      return say(`Search for ${code(intent.text)}`, `搜索 ${code(intent.text)}`);
    case 'read':
      return say(`Read ${file}`, `读取 ${file}`);
    case 'explain-file':
      return say(`Explain ${file}`, `讲解 ${file}`);
    case 'explain-project':
      return say('Look over the project', '了解项目');
    case 'symbol':
      return say(`Explain ${code(intent.name)}`, `讲解 ${code(intent.name)}`);
    case 'symbols':
    case 'count':
      return say('Count', '统计');
    case 'facts':
      return say('Look over the project', '了解项目');
    case 'create':
      return say(`Create ${file}`, `创建 ${file}`);
    case 'overwrite':
      return say(`Write ${file} anew`, `重写 ${file}`);
    case 'replace':
      return replaceLabel(intent, say);
    case 'add-code':
      return say(`Add to ${file}: ${intent.about}`, `在 ${file} 中添加：${intent.about}`);
    case 'set-value':
      return say(
        `Set ${code(intent.key)} to ${code(intent.value)}`,
        `把 ${code(intent.key)} 设为 ${code(intent.value)}`,
      );
    case 'insert':
      return say(`Add ${code(intent.text)} to ${file}`, `在 ${file} 中添加 ${code(intent.text)}`);
    case 'delete-lines':
      return say(
        `Delete lines ${intent.first}–${intent.last} of ${file}`,
        `删除 ${file} 的第 ${intent.first}–${intent.last} 行`,
      );
    case 'move':
      return say(`Move ${file} to ${code(intent.to)}`, `把 ${file} 移动到 ${code(intent.to)}`);
    case 'copy':
      return say(`Copy ${file} to ${code(intent.to)}`, `把 ${file} 复制到 ${code(intent.to)}`);
    case 'remove':
      return say(`Delete ${file}`, `删除 ${file}`);
    case 'remove-many':
      return say('Delete files', '删除文件');
    case 'make-folder':
      return say(`Make the folder ${file}`, `创建目录 ${file}`);
    case 'run':
      return say(`Run ${code(intent.command)}`, `运行 ${code(intent.command)}`);
    case 'run-file':
      return say(`Run ${file}`, `运行 ${file}`);
    case 'run-script':
      return intent.script === 'test'
        ? say('Run the tests', '运行测试')
        : say(`Run the ${intent.script} script`, `运行 ${intent.script} 脚本`);
    case 'git':
      return intent.show === 'log'
        ? say('Look at the history', '查看提交历史')
        : say('Look at the changes', '查看改动');
    case 'commit':
      return intent.message === undefined
        ? say('Commit', '提交')
        : say(`Commit: ${intent.message}`, `提交：${intent.message}`);
    case 'plan':
      return say(`Plan: ${intent.goal}`, `计划：${intent.goal}`);
    case 'ask':
      return say('Ask you', '询问你');
    case 'fix-tests':
      return intent.repair
        ? say('Fix the failing test', '修复失败的测试')
        : say('Find out why the test fails', '找出测试失败的原因');
    case 'greet':
    case 'help':
    case 'about':
    case 'thanks':
    case 'continue':
    case 'retry':
    case 'no':
    case 'why':
      return say('Answer', '回答');
    case 'slash':
      return code(intent.command);
    case 'unknown':
      return intent.text;
  }
}

function replaceLabel({ from, to, path, scope }: Extract<Intent, { kind: 'replace' }>, say: Say): string {
  const where = path !== undefined ? code(path) : scope === 'folder' ? say('all files', '所有文件') : undefined;
  const what = say(`Replace ${code(from)} with ${code(to)}`, `把 ${code(from)} 改成 ${code(to)}`);
  return where === undefined ? what : what + say(` in ${where}`, `（${where}）`);
}
