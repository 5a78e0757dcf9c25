import assert from 'node:assert/strict';
import test from 'node:test';
import { nextMove } from '../../src/offline/next-move.ts';
import { commandContext, runCommand } from '../fixtures/command-context.ts';
import { cpuTime } from '../fixtures/cpu-time.ts';

const TOOLS = ['read', 'list', 'glob', 'grep', 'edit', 'write', 'bash', 'question'];
const UNKNOWN = /^(?:I cannot do that, or did not understand it|这个我做不到，或者没有理解)/;
const HELP = /^(?:I am coder's built-in offline model|我是 coder 内置的离线模型)/;
const WHICH = /^(?:Which file\?|哪个文件？)/;
const CANNOT_WRITE = /takes a real model, so I created nothing|需要真正的模型，所以什么都没有创建/;

/** What is said → the first call, or the immediate answer. */
const TABLE: Readonly<Record<string, Readonly<Record<string, string | RegExp>>>> = {
  list: {
    'list files': 'list {}',
    'list the files here': 'list {}',
    'what files are there?': 'list {}',
    "what's in this folder?": 'list {}',
    ls: 'list {}',
    'could you please list the files in src for me?': 'list {"path":"src"}',
    'what is in the src folder': 'list {"path":"src"}',
    'how many files are there?': 'list {}',
    列出文件: 'list {}',
    列出这里的文件: 'list {}',
    帮我看看这里都有什么文件: 'list {}',
    '列出 src': 'list {"path":"src"}',
    'src 目录下有几个文件': 'list {"path":"src"}',
    '列出 src 目录下的文件': 'list {"path":"src"}',
    '当前目录有哪些文件？': 'list {}',
    看看这个目录有什么文件: 'list {}',
    'src 里有什么': 'list {"path":"src"}',
  },
  find: {
    'find all ts files': 'glob {"pattern":"**/*.ts"}',
    'find *.test.ts in src': 'glob {"pattern":"**/*.test.ts","path":"src"}',
    'where is package.json?': 'glob {"pattern":"**/package.json"}',
    'how many python files are there in src?': 'glob {"pattern":"**/*.py","path":"src"}',
    'find all test files': 'glob {"pattern":"**/*{.,_}{test,spec}.*"}',
    'find constructor files': UNKNOWN,
    '找出所有 ts 文件': 'glob {"pattern":"**/*.ts"}',
    '查找 package.json': 'glob {"pattern":"**/package.json"}',
    'package.json 在哪里？': 'glob {"pattern":"**/package.json"}',
    '有多少个 py 文件': 'glob {"pattern":"**/*.py"}',
  },
  search: {
    'search for TODO': 'grep {"pattern":"TODO"}',
    'search for constructor': 'grep {"pattern":"constructor"}',
    'search for "foo bar" in src': 'grep {"pattern":"foo bar","path":"src"}',
    'search for a.b(c': 'grep {"pattern":"a\\\\.b\\\\(c"}',
    'grep parse src': 'grep {"pattern":"parse","path":"src"}',
    'where is parseConfig used?': 'grep {"pattern":"parseConfig"}',
    'which files contain useState': 'grep {"pattern":"useState"}',
    'find all TODOs': 'grep {"pattern":"TODO"}',
    'list all TODOs': 'grep {"pattern":"TODO"}',
    'list fixmes in src': 'grep {"pattern":"FIXME","path":"src"}',
    'find where total is defined': /^grep .*\|func\|.*total/,
    'where is the function total defined?': /^grep .*\|func\|.*total/,
    '搜索 TODO': 'grep {"pattern":"TODO"}',
    '搜索 “改成 什么”': 'grep {"pattern":"改成 什么"}',
    '在 src 里搜索 parseConfig': 'grep {"pattern":"parseConfig","path":"src"}',
    '哪里用到了 parseConfig': 'grep {"pattern":"parseConfig"}',
    '列出所有 TODO': 'grep {"pattern":"TODO"}',
    '找出代码里所有的 TODO': 'grep {"pattern":"TODO"}',
    'total 在哪里定义？': /^grep .*\|func\|.*total/,
    '找到 total 的定义': /^grep .*\|func\|.*total/,
  },
  read: {
    'read README.md': 'read {"path":"README.md"}',
    'show the readme': 'read {"path":"README.md"}',
    'Could you show me the contents of README.md?': 'read {"path":"README.md"}',
    'show lines 10-20 of src/a.ts': 'read {"path":"src/a.ts","offset":10,"limit":11}',
    'show src/a.ts:5-9': 'read {"path":"src/a.ts","offset":5,"limit":5}',
    'show the first 20 lines of a.txt': 'read {"path":"a.txt","offset":1,"limit":20}',
    'README.md': 'read {"path":"README.md"}',
    'show it': WHICH,
    '读取 README.md': 'read {"path":"README.md"}',
    '看看 src/a.ts 的第 10 到 20 行': 'read {"path":"src/a.ts","offset":10,"limit":11}',
    '查看 a.txt 的前 5 行': 'read {"path":"a.txt","offset":1,"limit":5}',
    'README.md 里写了什么？': 'read {"path":"README.md"}',
    查看它: WHICH,
  },
  explain: {
    'explain src/a.ts': 'read {"path":"src/a.ts"}',
    'explain @src/a.ts': 'read {"path":"src/a.ts"}',
    'can you explain what src/a.js does?': 'read {"path":"src/a.js"}',
    'summarize README.md': 'read {"path":"README.md"}',
    'explain this project': 'list {}',
    'what is this project about?': 'list {}',
    'give me an overview of the codebase': 'list {}',
    '解释一下 src/a.ts': 'read {"path":"src/a.ts"}',
    'src/a.ts 是做什么的？': 'read {"path":"src/a.ts"}',
    '这个项目是做什么的？': 'list {}',
    介绍一下这个项目: 'list {}',
  },
  create: {
    'create hello.py that prints hello': 'write {"path":"hello.py","content":"print(\\"hello\\")\\n"}',
    'create a.txt with hi': 'write {"path":"a.txt","content":"hi\\n"}',
    'Create a file named hello.txt containing "Hello, world!"':
      'write {"path":"hello.txt","content":"Hello, world!\\n"}',
    'create a.py:\n```python\nprint(1)\nprint(2)\n```': 'write {"path":"a.py","content":"print(1)\\nprint(2)\\n"}',
    "write 'hello world' to out.txt": 'write {"path":"out.txt","content":"hello world\\n"}',
    'create an empty file notes.md': 'write {"path":"notes.md","content":""}',
    'create a.txt with "one, then list files"': 'write {"path":"a.txt","content":"one, then list files\\n"}',
    'create src/util.js with a function add(a, b)': CANNOT_WRITE,
    'create notes.md with a list of todos': CANNOT_WRITE,
    'create app.js for a todo list': CANNOT_WRITE,
    '创建一个 hello.py，打印 hello': 'write {"path":"hello.py","content":"print(\\"hello\\")\\n"}',
    '新建文件 笔记.txt 内容是 你好': 'write {"path":"笔记.txt","content":"你好\\n"}',
    '创建文件 hello.txt，写入 你好，世界': 'write {"path":"hello.txt","content":"你好，世界\\n"}',
    '把 hello 写入 a.txt': 'write {"path":"a.txt","content":"hello\\n"}',
    '创建 poem.txt，内容为一首诗': CANNOT_WRITE,
  },
  replace: {
    'replace foo with bar in src/a.ts': 'read {"path":"src/a.ts"}',
    'change "old text" to "new text" in README.md': 'read {"path":"README.md"}',
    'replace foo with bar': WHICH,
    'change the version to 0.2.0 in package.json': UNKNOWN,
    'change it to goodbye': UNKNOWN,
    '把 a.txt 里的 foo 改成 bar': 'read {"path":"a.txt"}',
    '在 a.txt 中把 foo 替换成 bar': 'read {"path":"a.txt"}',
    '把 package.json 的 version 改成 0.2.0': UNKNOWN,
    '把它改成 goodbye': UNKNOWN,
  },
  run: {
    'run npm test': 'bash {"command":"npm test"}',
    'run `echo "a, then b"`': 'bash {"command":"echo \\"a, then b\\""}',
    'npm run build': 'bash {"command":"npm run build"}',
    'git status': 'bash {"command":"git status"}',
    'Run the command: echo hi && ls': 'bash {"command":"echo hi && ls"}',
    'run hello.py': 'bash {"command":"python3 hello.py"}',
    'run the tests': 'list {}',
    'run it': WHICH,
    'run the thing with the flag': UNKNOWN,
    'node is not working': UNKNOWN,
    'make index.js print hello': UNKNOWN,
    '运行 npm test': 'bash {"command":"npm test"}',
    '执行 `npm run build`': 'bash {"command":"npm run build"}',
    跑一下测试: 'list {}',
    运行它: WHICH,
  },
  'fix, plan and ask': {
    'The test fails. Find out why, fix it and verify it.': 'list {}',
    'why does the test fail?': 'list {}',
    'fix the failing test': 'list {}',
    'plan how to add a login page': 'list {}',
    'plan how to replace foo with bar in a.ts, then test it': 'list {}',
    'how would you add caching?': 'list {}',
    'ask me whether to use tabs or spaces': /^question .*"label":"tabs"\},\{"label":"spaces"/,
    '测试失败了。请找出原因，修好它并验证。': 'list {}',
    '为什么测试失败？': 'list {}',
    计划如何添加登录页: 'list {}',
    给我一个添加缓存的计划: 'list {}',
    问我用空格还是制表符: /^question .*"label":"空格"\},\{"label":"制表符"/,
  },
  'several steps': {
    'create a.txt with hi, then run cat a.txt': 'write {"path":"a.txt","content":"hi\\n"}',
    'create hello.py that prints hello and run it': 'write {"path":"hello.py","content":"print(\\"hello\\")\\n"}',
    '1. list files\n2. read README.md': 'list {}',
    '先创建 a.txt 内容为 hi，然后查看它': 'write {"path":"a.txt","content":"hi\\n"}',
    'list files, then dance': UNKNOWN,
    '1. list files\n2. dance': UNKNOWN,
  },
  'about itself': {
    hello: HELP,
    'what can you do?': HELP,
    'how do I connect a real model?': HELP,
    你好: HELP,
    '你能做什么？': HELP,
    '怎么连接真正的模型？': HELP,
  },
  'anything else, and nothing is ever deleted': {
    'delete a.txt': UNKNOWN,
    'delete everything': UNKNOWN,
    'rm -rf src': UNKNOWN,
    删除所有文件: UNKNOWN,
    '清空 src 目录': UNKNOWN,
    'rename foo to bar in a.js': UNKNOWN,
    'set port to 8080 in config.yaml': UNKNOWN,
    'add a function add to src/a.ts': UNKNOWN,
    'commit everything': UNKNOWN,
    'what is the weather': UNKNOWN,
    "what's the difference between let and const": UNKNOWN,
    'write tests for src/a.js': UNKNOWN,
    'find bugs': UNKNOWN,
    今天天气怎么样: UNKNOWN,
    '帮我写个 README': UNKNOWN,
    '': UNKNOWN,
  },
};

function firstMove(text: string): string {
  const move = nextMove([{ role: 'user', content: [{ type: 'text', text }] }], TOOLS);
  return move.call ? `${move.call.name} ${move.call.arguments}` : move.text;
}

for (const [family, rows] of Object.entries(TABLE)) {
  test(`PRV-3 requests are understood in both languages: ${family}`, () => {
    for (const [said, wanted] of Object.entries(rows)) {
      if (typeof wanted === 'string') assert.equal(firstMove(said), wanted, said);
      else assert.match(firstMove(said), wanted, said);
    }
  });
}

test('PRV-3 what /init asks for is beyond it, and not taken for a failing test', async () => {
  const asked = await runCommand('init', '', commandContext());
  assert.ok('prompt' in asked);
  assert.match(firstMove(asked.prompt), UNKNOWN);
});

test('PRV-3 F5 SEC-3 no wording makes parsing slow', () => {
  const hostile = [
    'a, '.repeat(300),
    '把'.repeat(950),
    'find '.repeat(190),
    'list files, then '.repeat(50),
    'create a.txt with '.repeat(50),
    '"'.repeat(950),
    '“'.repeat(19_000),
    '`a'.repeat(9_000),
    'x '.repeat(2_000_000),
    '的文件里'.repeat(200),
    `list the files in ${'the '.repeat(230)}`,
    `create a.txt with the ${'a '.repeat(400)}`,
    '写一个'.repeat(300),
    `the test ${'fix '.repeat(200)}`,
    ' '.repeat(990),
    `run${' '.repeat(900)}x`,
    'a'.repeat(200_000),
    `看${'a'.repeat(200_000)}`,
  ];
  for (const text of hostile) {
    const start = cpuTime();
    firstMove(text);
    assert.ok(cpuTime() - start < 2000, text.slice(0, 20));
  }
});
