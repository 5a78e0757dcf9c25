import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findMatch } from '../../../src/tools/edit/find-match.ts';
import type { MatchStage } from '../../../src/tools/edit/match.ts';
import { cpuTime } from '../../fixtures/cpu-time.ts';

interface Case {
  name: string;
  file: string;
  given: string;
  wanted: string;
  all?: boolean;
  stage: MatchStage;
  after: string;
}

const FUNCTION = `class Box {
  open() {
    if (this.locked) {
      return false;
    }
    return true;
  }
}
`;

const found: Case[] = [
  {
    name: 'the text itself',
    file: 'a\nb\nc\n',
    given: 'b',
    wanted: 'x',
    stage: 'exact',
    after: 'a\nx\nc\n',
  },
  {
    name: 'every place, when asked for all',
    file: 'a b a b a',
    given: 'a',
    wanted: 'aa',
    all: true,
    stage: 'exact',
    after: 'aa b aa b aa',
  },
  {
    name: 'dollar signs in the new text are plain text',
    file: 'x = 1;\n',
    given: '1',
    wanted: "$& $1 $$ $'",
    stage: 'exact',
    after: "x = $& $1 $$ $';\n",
  },
  {
    name: 'one line of a CRLF file made two',
    file: 'a\r\nb\r\nc\r\n',
    given: 'b',
    wanted: 'b1\nb2',
    stage: 'exact',
    after: 'a\r\nb1\r\nb2\r\nc\r\n',
  },
  {
    name: 'LF lines in a CRLF file',
    file: 'a\r\nb\r\nc\r\nd\r\n',
    given: 'b\nc\n',
    wanted: 'b\nnew\nc\n',
    stage: 'line-endings',
    after: 'a\r\nb\r\nnew\r\nc\r\nd\r\n',
  },
  {
    name: 'LF lines over mixed line ends: untouched lines keep theirs',
    file: 'a\nb\r\nc\nd\r\n',
    given: 'a\nb\nc\nd\n',
    wanted: 'a\nb\nX\nc\nd\n',
    stage: 'line-endings',
    after: 'a\nb\r\nX\r\nc\nd\r\n'.replace('X\r\n', 'X\n'),
  },
  {
    name: 'a changed line among mixed line ends keeps its own',
    file: 'a\r\nb\nc\r\n',
    given: 'a\nb\nc',
    wanted: 'a\nB\nc',
    stage: 'line-endings',
    after: 'a\r\nB\nc\r\n',
  },
  {
    name: 'a carriage return before a CRLF end is a character of its line',
    file: 'a\r\r\nb\r\n',
    given: 'a\r\nb',
    wanted: 'a\r\nB',
    stage: 'line-endings',
    after: 'a\r\r\nB\r\n',
  },
  {
    name: 'a text that begins with the newline of a CRLF line',
    file: 'a\r\n\r\nb\r\nc\r\n',
    given: '\nb',
    wanted: '\nnew\nb',
    stage: 'line-endings',
    after: 'a\r\n\r\nnew\r\nb\r\nc\r\n',
  },
  {
    name: 'blank lines alone',
    file: 'a\r\n\r\n\r\nb\r\n',
    given: '\n\n\n',
    wanted: '\n\n',
    stage: 'line-endings',
    after: 'a\r\n\r\nb\r\n',
  },
  {
    name: 'removing the newline before a CRLF line removes the whole line end',
    file: 'a\r\nb\r\n',
    given: '\nb',
    wanted: ' b',
    stage: 'line-endings',
    after: 'a b\r\n',
  },
  {
    name: 'CRLF given for an LF file',
    file: 'a\nb\nc\n',
    given: 'a\r\nb\r\n',
    wanted: 'a\r\nx\r\n',
    stage: 'line-endings',
    after: 'a\nx\nc\n',
  },
  {
    name: 'CRLF in the new text alone',
    file: 'a\nb\nc\n',
    given: 'b\n',
    wanted: 'x\r\ny\r\n',
    stage: 'exact',
    after: 'a\nx\ny\nc\n',
  },
  {
    name: 'slashes that are code stay when quotes were escaped',
    file: 'match("a");\n',
    given: 'match(\\"a\\");',
    wanted: 'match(\\"b\\", /x\\/y/);',
    stage: 'escaped',
    after: 'match("b", /x\\/y/);\n',
  },
  {
    name: 'line ends that are themselves the change',
    file: 'a\r\nb\r\n',
    given: 'a\r\nb\r\n',
    wanted: 'a\nb\n',
    stage: 'exact',
    after: 'a\nb\n',
  },
  {
    name: 'all places over CRLF',
    file: 'a\r\nb\r\n-\r\na\r\nb\r\n',
    given: 'a\nb',
    wanted: 'x\ny',
    all: true,
    stage: 'line-endings',
    after: 'x\r\ny\r\n-\r\nx\r\ny\r\n',
  },
  {
    name: 'blanks at line ends of the file that were not given',
    file: 'one  \ntwo\t\nthree\n',
    given: 'one\ntwo\n',
    wanted: 'one\n2\n',
    stage: 'trailing-whitespace',
    after: 'one  \n2\nthree\n',
  },
  {
    name: 'blanks at line ends that the file does not have',
    file: 'one\ntwo\nthree\n',
    given: 'one  \ntwo   ',
    wanted: 'one\n2',
    stage: 'trailing-whitespace',
    after: 'one\n2\nthree\n',
  },
  {
    name: 'starting within a line',
    file: 'call(first, \n  second);\n',
    given: 'first,\n  second',
    wanted: 'first,\n  third',
    stage: 'trailing-whitespace',
    after: 'call(first, \n  third);\n',
  },
  {
    name: 'a block given without its indent',
    file: FUNCTION,
    given: 'if (this.locked) {\n  return false;\n}\nreturn true;',
    wanted: 'if (this.locked) {\n  log();\n  return false;\n}\nreturn true;',
    stage: 'indentation',
    after: FUNCTION.replace('      return false;', '      log();\n      return false;'),
  },
  {
    name: 'a block given too deep',
    file: 'if a:\n    b()\n    c()\n',
    given: '        if a:\n            b()\n            c()\n',
    wanted: '        if a:\n            b()\n            if d:\n                c()\n',
    stage: 'indentation',
    after: 'if a:\n    b()\n    if d:\n        c()\n',
  },
  {
    name: 'spaces given for tabs',
    file: 'func main() {\n\tif x {\n\t\treturn\n\t}\n}\n',
    given: '    if x {\n        return\n    }',
    wanted: '    if x {\n        if y {\n            stop()\n        }\n        return\n    }',
    stage: 'indentation',
    after: 'func main() {\n\tif x {\n\t\tif y {\n\t\t\tstop()\n\t\t}\n\t\treturn\n\t}\n}\n',
  },
  {
    name: 'a line that moves stays as the file has it',
    file: 'a {\n  # one two\n  go\n}\nb {\n  stop\n  more\n}\n',
    given: 'a {\n  #  one two\n  go\n}\nb {\n  stop\n  more\n}\n',
    wanted: 'a {\n  go\n}\nb {\n  stop\n  more\n  #  one two\n}\n',
    stage: 'whitespace',
    after: 'a {\n  go\n}\nb {\n  stop\n  more\n  # one two\n}\n',
  },
  {
    name: 'a line of only blanks',
    file: 'if x:\n    a()\n    b()\n',
    given: 'if x:\n\ta()\n\tb()\n',
    wanted: 'if x:\n\ta()\n\t\n\tb()\n\n',
    stage: 'indentation',
    after: 'if x:\n    a()\n    \n    b()\n\n',
  },
  {
    name: 'tabs given for spaces',
    file: 'if x:\n    a()\n    if y:\n        b()\n',
    given: 'if x:\n\ta()\n\tif y:\n\t\tb()',
    wanted: 'if x:\n\ta()\n\tif y:\n\t\tb()\n\t\tc()\n\td()',
    stage: 'indentation',
    after: 'if x:\n    a()\n    if y:\n        b()\n        c()\n    d()\n',
  },
  {
    name: 'only the first line without its indent',
    file: '  open() {\n    go();\n  }\n',
    given: 'open() {\n     go();\n  }'.replace('     go', '    go'),
    wanted: 'open() {\n    stop();\n  }',
    stage: 'exact',
    after: '  open() {\n    stop();\n  }\n',
  },
  {
    name: 'a first line without its indent and blanks at its end',
    file: '  open() {\n      go(1,2);\n\n  }\n',
    given: 'open() {\n    go(1,2);\n\n}\n',
    wanted: 'open() {\n    go(1,2);\n    stop();\n\n}\n',
    stage: 'indentation',
    after: '  open() {\n      go(1,2);\n      stop();\n\n  }\n',
  },
  {
    name: 'a blank line with blanks in it',
    file: 'a {\n  b\n    \n  c\n}\n',
    given: 'a {\n  b\n\n  c\n}',
    wanted: 'a {\n  b\n\n  d\n}',
    stage: 'trailing-whitespace',
    after: 'a {\n  b\n    \n  d\n}\n',
  },
  {
    name: 'different blanks within lines',
    file: 'let a  = 1;\nlet bb = 2;\n',
    given: 'let a = 1;\nlet bb = 2;',
    wanted: 'let a = 1;\nlet bb = 3;',
    stage: 'whitespace',
    after: 'let a  = 1;\nlet bb = 3;\n',
  },
  {
    name: 'straight quotes for typographic ones, which stay',
    file: 'say “hello” – it’s fine\nnext\n',
    given: 'say "hello" - it\'s fine',
    wanted: 'say "hello" - it\'s good',
    stage: 'unicode',
    after: 'say “hello” – it’s good\nnext\n',
  },
  {
    name: 'a dash that only the new text has, next to others that were mistakes',
    file: '<a class="x-y">\n</a>\n',
    given: '<a class="x–y">\n</a>',
    wanted: '<a class="x–y">\n<b class="z–w">one — two</b>\n</a>',
    stage: 'unicode',
    after: '<a class="x-y">\n<b class="z-w">one — two</b>\n</a>\n',
  },
  {
    name: 'no-break spaces',
    file: 'a\u00a0b\nc\n',
    given: 'a b\nc',
    wanted: 'a b\nd',
    stage: 'unicode',
    after: 'a\u00a0b\nd\n',
  },
  {
    name: 'decomposed accents',
    file: 'cafe\u0301 ole\u0301\n',
    given: 'café',
    wanted: 'thé',
    stage: 'unicode',
    after: 'thé ole\u0301\n',
  },
  {
    name: 'fullwidth punctuation',
    file: '// 注意：这里（重要）\nx\n',
    given: '// 注意:这里(重要)\nx',
    wanted: '// 注意:这里(重要)\ny',
    stage: 'unicode',
    after: '// 注意：这里（重要）\ny\n',
  },
  {
    name: 'typographic quotes in an indented block',
    file: '  a(‘x’);\n  b();\n',
    given: "a('x');\nb();",
    wanted: "a('x');\nc();",
    stage: 'unicode',
    after: '  a(‘x’);\n  c();\n',
  },
  {
    name: 'escaped twice',
    file: 'print("a")\nprint("b")\n',
    given: 'print(\\"a\\")\\nprint(\\"b\\")',
    wanted: 'print(\\"a\\")\\nprint(\\"c\\")',
    stage: 'escaped',
    after: 'print("a")\nprint("c")\n',
  },
  {
    name: 'only quotes escaped, the escapes of the file stay',
    file: 'print("a\\n")\n',
    given: 'print(\\"a\\n\\")',
    wanted: 'print(\\"b\\n\\")',
    stage: 'escaped',
    after: 'print("b\\n")\n',
  },
  {
    name: 'line numbers copied with the text',
    file: 'one\ntwo\nthree\n',
    given: '  1\tone\n  2\ttwo',
    wanted: '  1\tone\n  2\t2',
    stage: 'line-numbers',
    after: 'one\n2\nthree\n',
  },
  {
    name: 'line numbers with bars, new lines without',
    file: 'fn a() {\n    b();\n}\n',
    given: '10| fn a() {\n11|     b();\n12| }',
    wanted: '10| fn a() {\n    c();\n11|     b();\n12| }',
    stage: 'line-numbers',
    after: 'fn a() {\n    c();\n    b();\n}\n',
  },
  {
    name: 'blank lines around it',
    file: 'a\nb\nc\n',
    given: '\n\nb\n\n',
    wanted: '\n\nx\n\n',
    stage: 'blank-lines',
    after: 'a\nx\nc\n',
  },
  {
    name: 'a final newline that the file lacks',
    file: 'a\nb',
    given: 'b\n',
    wanted: 'c\n',
    stage: 'indentation',
    after: 'a\nc',
  },
  {
    name: 'a whole block removed at the end of a file without a final newline',
    file: 'a\n  b\n  c',
    given: 'b\nc\n',
    wanted: '',
    stage: 'indentation',
    after: 'a\n',
  },
  {
    name: 'one wrong line among right ones, when it is not the one to change',
    file: FUNCTION,
    given: `  open() {
    if (this.isLocked) {
      return false;
    }
    return true;
  }`,
    wanted: `  open() {
    if (this.isLocked) {
      return false;
    }
    return this.state;
  }`,
    stage: 'similar',
    after: FUNCTION.replace('return true', 'return this.state'),
  },
  {
    name: 'curly quotes for straight ones: new text gets straight ones too',
    file: "say('a');\n",
    given: 'say(‘a’);',
    wanted: 'say(‘b’);\nsay(‘c’ + “d”);',
    stage: 'unicode',
    after: "say('b');\nsay('c' + “d”);\n",
  },
  {
    name: 'straight quotes for curly ones: new text stays as written',
    file: '“a” – b\n',
    given: '"a" - b',
    wanted: '"a" - b "c"',
    stage: 'unicode',
    after: '“a” – b "c"\n',
  },
  {
    name: 'curly quotes for straight ones, with another indent',
    file: '  say("a");\n  end\n',
    given: 'say(“a”);\nend',
    wanted: 'say(“a”);\nsay(“b”);\nend',
    stage: 'unicode',
    after: '  say("a");\n  say("b");\n  end\n',
  },
  {
    name: 'escaped quotes beside a newline that is code',
    file: 'say("a");\nend();\n',
    given: 'say(\\"a\\");\nend();',
    wanted: 'say(\\"a\\n\\");\nend();',
    stage: 'escaped',
    after: 'say("a\\n");\nend();\n',
  },
  {
    name: 'escaped quotes in lines of which one remains, with a newline that is code',
    file: 'a\nsay("a\\n");\n',
    given: 'a\nsay(\\"a\\n\\");',
    wanted: 'say(\\"a\\n\\");',
    stage: 'escaped',
    after: 'say("a\\n");\n',
  },
  {
    name: 'tabs that were escaped although newlines were not',
    file: 'func a() {\n\tif x {\n\t\tsay("\\t")\n\t}\n}\n',
    given: '\\tif x {\n\\t\\tsay("\\t")\n\\t}',
    wanted: '\\tif y {\n\\t\\tsay("\\t")\n\\t}',
    stage: 'escaped',
    after: 'func a() {\n\tif y {\n\t\tsay("\\t")\n\t}\n}\n',
  },
  {
    name: 'numbered lines replaced by unnumbered ones that begin with numbers themselves',
    file: 'map:\n  2: b\n',
    given: '1\tmap:\n2\t  2: b',
    wanted: 'map:\n  2: b\n  3: c',
    stage: 'line-numbers',
    after: 'map:\n  2: b\n  3: c\n',
  },
  {
    name: 'numbered with a colon, replaced by unnumbered lines',
    file: '1: a\n2: b\n',
    given: '1: 1: a\n2: 2: b',
    wanted: '1: a\n2: c',
    stage: 'line-numbers',
    after: '1: a\n2: c\n',
  },
  {
    name: 'a new line before the numbered ones',
    file: 'a\nb\n',
    given: '1\ta\n2\tb',
    wanted: 'new\n1\ta\n2\tb',
    stage: 'line-numbers',
    after: 'new\na\nb\n',
  },
  {
    name: 'a bar without a blank, before a line that is indented',
    file: 'a\n    b\n',
    given: '     2|    b',
    wanted: '    c',
    stage: 'line-numbers',
    after: 'a\n    c\n',
  },
  {
    name: 'a bar with a blank, over CRLF',
    file: 'a\r\n\r\n  b\r\n',
    given: '2| \n3|   b',
    wanted: '\n  c',
    stage: 'line-numbers',
    after: 'a\r\n\r\n  c\r\n',
  },
  {
    name: 'a bar with a blank',
    file: 'a\n    b\n\nc\n',
    given: '2|     b\n3|\n4| c',
    wanted: '2|     B\n3|\n4| c',
    stage: 'line-numbers',
    after: 'a\n    B\n\nc\n',
  },
  {
    name: 'lines after the last one of a CRLF file, which has no line end',
    file: 'a\r\n  b',
    given: '    b',
    wanted: '    b\n    c',
    stage: 'indentation',
    after: 'a\r\n  b\r\n  c',
  },
  {
    name: 'a blank line forgotten in the middle',
    file: 'start\n  a\n  b\n\n  c\n  d\nend\n',
    given: 'start\n  a\n  b\n  c\n  d\nend',
    wanted: 'start\n  a\n  b\n  c\n  D\nend',
    stage: 'similar',
    after: 'start\n  a\n  b\n\n  c\n  D\nend\n',
  },
  {
    name: 'blanks at the end of every line: new lines have none',
    file: 'a\nb\n',
    given: 'a  \nb  \n',
    wanted: 'a  \nnew  \nb  \n',
    stage: 'trailing-whitespace',
    after: 'a\nnew\nb\n',
  },
  {
    name: 'two returns at the end of every line: new lines end like the file',
    file: 'a\r\n  b\r\n',
    given: 'a\r\r\n  b\r\r\n',
    wanted: 'a\r\r\n  b\r\r\nnew\r\r\n',
    stage: 'indentation',
    after: 'a\r\n  b\r\nnew\r\n',
  },
  {
    name: 'newlines at both ends around one line',
    file: 'a = 1\nb = 2\n',
    given: '\nb = 2\n',
    wanted: '\nb = 3\n',
    stage: 'exact',
    after: 'a = 1\nb = 3\n',
  },
];

const ambiguous: {
  name: string;
  file: string;
  given: string;
  wanted: string;
  all?: boolean;
  stage: MatchStage;
  lines: number[];
}[] = [
  { name: 'the text itself', file: 'x\ny\nx\n', given: 'x', wanted: 'z', stage: 'exact', lines: [1, 3] },
  { name: 'places that overlap', file: '}\n}\n}\n', given: '}\n}\n', wanted: '}\n', stage: 'exact', lines: [1, 2] },
  {
    name: 'places that overlap over CRLF',
    file: '}\r\n}\r\n}\r\n',
    given: '}\n}',
    wanted: '}',
    stage: 'line-endings',
    lines: [1, 2],
  },
  {
    name: 'lines that differ only in their line ends',
    file: 'x\r\nx\ny\n',
    given: 'x\n',
    wanted: 'z\n',
    stage: 'line-endings',
    lines: [1, 2],
  },
  { name: 'CRLF', file: 'a\r\nb\r\na\r\nb\r\n', given: 'a\nb', wanted: 'c', stage: 'line-endings', lines: [1, 3] },
  {
    name: 'blanks',
    file: 'a \nb\n-\na  \nb\n',
    given: 'a\nb',
    wanted: 'c',
    stage: 'trailing-whitespace',
    lines: [1, 4],
  },
  {
    name: 'indent',
    file: '  a\n  b\n-\n    a\n    b\n',
    given: 'a\nb',
    wanted: 'c\nb',
    stage: 'indentation',
    lines: [1, 4],
  },
  {
    name: 'indent, also for all',
    file: '  a\n  b\n-\n    a\n    b\n',
    given: 'a\nb',
    wanted: 'c\nb',
    all: true,
    stage: 'indentation',
    lines: [1, 4],
  },
  { name: 'quotes', file: '“a”\n“a”\n', given: '"a"', wanted: '"b"', stage: 'unicode', lines: [1, 2] },
  {
    name: 'one place with another indent, another with more exact lines',
    file: 'x {\n  y\n}\n    a\n    b\n    c\n    d\n  A\n  b\n  c\n  d\n',
    given: '  a\n  b\n  c\n  d\n',
    wanted: '  a\n  b\n  c\n  e\n',
    stage: 'indentation',
    lines: [4, 8],
  },
  {
    name: 'similar blocks',
    file: 'f {\n 1\n 2\n 3\n x\n}\nf {\n 1\n 2\n 3\n y\n}\n',
    given: 'f {\n 1\n 2\n 3\n z\n}',
    wanted: 'f {\n 1\n 2\n 4\n z\n}',
    stage: 'similar',
    lines: [1, 7],
  },
];

const none: { name: string; file: string; given: string; wanted: string }[] = [
  { name: 'another text', file: 'a\nb\n', given: 'zzz', wanted: 'y' },
  { name: 'a longer line', file: 'x = 10\n', given: 'x = 1 ', wanted: 'x = 2' },
  {
    name: 'a block whose indents follow no rule',
    file: 'a\n  b\n    c\n  b\n',
    given: 'a\nb\nc\nb',
    wanted: 'a\nb\nd\nb',
  },
  {
    name: 'a text without its line number, found within a line',
    file: 'on: true\n',
    given: '1: true',
    wanted: '1: no',
  },
  { name: 'a numbered empty line', file: 'x = 14\n\ny\n', given: '4\t', wanted: '4\tnew' },
  { name: 'a short text with blanks, at the end of a line', file: 'x = 14\ny\n', given: '4 ', wanted: '5' },
  { name: 'blanks only', file: 'a\nb\n', given: '\n\n\n', wanted: 'x' },
  { name: 'numbers that do not count up', file: 'one\ntwo\n', given: '1\tone\n5\ttwo', wanted: 'x' },
  {
    name: 'a similar block whose differing line is the one to change',
    file: 'begin\n  a\n  b\n  timeout = 5000\n  c\nend\n',
    given: 'begin\n  a\n  b\n  timeout = 3000\n  c\nend',
    wanted: 'begin\n  a\n  b\n  timeout = 4000\n  c\nend',
  },
  { name: 'a line cut short, one digit', file: 'timeout = 300\n', given: 'timeout = 30\n', wanted: 'timeout = 60\n' },
  { name: 'a line cut short, two digits', file: 'port: 80808\n', given: 'port: 8080\n', wanted: 'port: 9090\n' },
  { name: 'a line cut short, a word', file: 'y = foobar\n', given: 'y = foo\n', wanted: 'y = qux\n' },
  {
    name: 'a line cut short, its full stop',
    file: 'This is a sample text.\n',
    given: 'This is a sample text\n',
    wanted: 'This is a replaced text.\n',
  },
  { name: 'a line whose front is missing', file: 'xfoo\n', given: '\nfoo\n', wanted: '\nbar\n' },
  {
    name: 'a line left out of old_string that new_string has',
    file: '[[package]]\nname = "ignore"\nversion = "0.4.32"\ndependencies = [\n "bstr",\n]\n',
    given: '[[package]]\nversion = "0.4.32"\ndependencies = [\n "bstr",\n]\n',
    wanted: '[[package]]\nname = "ignore"\nversion = "0.4.33"\ndependencies = [\n "bstr",\n]\n',
  },
  {
    name: 'a line left out of both, before or after which the new one would go',
    file: 'a = 1\nb = 2\nif (prev) {\n  c = 3\n  d = 4\n}\n',
    given: 'a = 1\nb = 2\n  c = 3\n  d = 4\n}\n',
    wanted: 'a = 1\nb = 2\n  new = 0\n  c = 3\n  d = 4\n}\n',
  },
  {
    name: 'new lines at the end, where the last two were given in the wrong order',
    file: 'open {\n  a\n  b\n  c\n  d\n},\n});\nexit();\n',
    given: 'open {\n  a\n  b\n  c\n  d\n},\nexit();\n});\n',
    wanted: 'open {\n  a\n  b\n  c\n  d\n},\nexit();\n});\n\nnew();\n',
  },
  {
    name: 'a line that is there once and was given twice',
    file: 'start\n  a\n  b\n  c\n  d\nend\n',
    given: 'start\n  a\n  b\n  b\n  c\n  d\nend\n',
    wanted: 'start\n  a\n  b\n  c\n  d\nend\n',
  },
  {
    name: 'a new line next to blank lines that the file does not have',
    file: 'a\nb\nc\n',
    given: 'a\nb\n\n',
    wanted: 'a\nb\nnew\n\n',
  },
  {
    name: 'lines whose indent changes only by a rule of their own',
    file: 'f {\n    x();\n  }\ng\n',
    given: '    x();\n}',
    wanted: '    x();\n}\n\nh {\n  y();\n}',
  },
  {
    name: 'quotes that new_string escapes and old_string does not have',
    file: "say('a');\n",
    given: "say(\\'a\\');",
    wanted: 'say(\\"b\\");',
  },
  {
    name: 'another style of indentation, given as blanks for tabs',
    file: 'f {\n\ta {\n\t\tb()\n\t}\n}\n',
    given: 'f {\n    a {\n        b()\n    }\n}\n',
    wanted: 'f {\n  a {\n    b()\n      c()\n  }\n}\n',
  },
  {
    name: 'quotes that were escaped, before backslashes that were not',
    file: '"\\"u\\"",\nx\n',
    given: '\\"\\\\"u\\\\"\\",\nx',
    wanted: '\\"\\\\"u\\\\"\\",\n\\"\\\\\\\\\'\\",\nx',
  },
  {
    name: 'a quote escaped after a backslash, where backslashes were not escaped',
    file: 'f("\\\\u5");\nx\n',
    given: 'f(\\"\\\\u5\\");\nx',
    wanted: 'f(\\"\\\\u5\\");\ng(\\"\\\\"a\\\\"\\");\nx',
  },
  {
    name: 'a line that neither text has: it may be meant to stay or to go',
    file: 'start\n  a\n  b\n  // note\n  c\n  d\nend\n',
    given: 'start\n  a\n  b\n  c\n  d\nend',
    wanted: 'start\n  a\n  b\n  c\n  D\nend',
  },
  {
    name: 'a line of blanks in place of an existing line end',
    file: 'x\n\n  @Override\n  public\n}\n',
    given: '  \n  public\n}\n',
    wanted: '  \n  @Override\n  public\n}\n',
  },
  {
    name: 'a changed line before blank lines that the file does not have',
    file: 'A 9\nB 9\nC 9\n',
    given: 'A 9\n\n\n',
    wanted: 'A 14\n\n\n',
  },
  {
    name: 'outer blank lines that the change is about',
    file: 'a\nb\n \nc\n',
    given: '\nb\n \n\n',
    wanted: '\nb\n\n\n',
  },
  {
    name: 'a line that moves and is not in old_string',
    file: 'package gin\n\nimport (\n\t"binding"\n\t"net/http"\n)\n\n// use Bind\n',
    given: 'package gin\n\nimport (\n\t"binding"\n)\n\n// use Bind\n',
    wanted: 'package gin\n\nimport (\n\t"net/http"\n\n\t"binding"\n)\n\n// use Bind\n',
  },
  { name: 'three lines are too few to be similar', file: 'a\nb\nc\n', given: 'a\nx\nc', wanted: 'a\ny\nc' },
];

describe('TOOL edit finds', () => {
  for (const { name, file, given, wanted, all = false, stage, after } of found) {
    test(`${stage}: ${name}`, () => {
      const match = findMatch(file, { given, wanted, all });
      assert.equal(match.type, 'found');
      if (match.type !== 'found') return;
      let text = file;
      for (const one of match.replacements.toReversed())
        text = text.slice(0, one.start) + one.text + text.slice(one.end);
      assert.deepEqual({ stage: match.stage, text }, { stage, text: after });
    });
  }
});

describe('TOOL edit refuses ambiguous matches', () => {
  for (const { name, file, given, wanted, all = false, stage, lines } of ambiguous) {
    test(`${stage}: ${name}`, () => {
      assert.deepEqual(findMatch(file, { given, wanted, all }), { type: 'ambiguous', stage, lines });
    });
  }
});

describe('TOOL edit does not find', () => {
  for (const { name, file, given, wanted } of none) {
    test(name, () => {
      assert.deepEqual(findMatch(file, { given, wanted, all: false }), { type: 'none' });
    });
  }
});

test('TOOL a block distorted on the way is changed as if it had not been', () => {
  let seed = 4711;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return (seed >> 8) % below;
  };
  const distortions: ((lines: string[]) => string[])[] = [
    (lines) => lines.map((line) => `${line}${line === '' ? '' : '  '}`),
    (lines) => lines.map((line) => (line === '' ? line : `    ${line}`)),
    (lines) => lines.map((line) => line.replace(/^(?: {2})+/, (indent) => '\t'.repeat(indent.length / 2))),
    (lines) => lines.map((line, index) => `${index + 11}\t${line}`),
    (lines) => lines.map((line) => line.replaceAll("'", '’')),
    (lines) => [lines.map((line) => line.replaceAll('"', '\\"')).join('\\n')],
    (lines) => ['', ...lines, ''],
  ];
  let count = 0;
  for (let round = 0; round < 700; round++) {
    const lines = Array.from({ length: 30 }, (_, index) => {
      if (random(6) === 0) return '';
      return `${'  '.repeat(random(4))}word${index}(${["'a'", '"b"', 'c'][random(3)]});`;
    });
    const first = random(24);
    const block = lines.slice(first, first + 2 + random(5));
    const changed = random(block.length);
    if (block[changed] === '' || block[0] === '' || block.at(-1) === '') continue;
    const indent = /^ */.exec(block[changed] ?? '')?.[0] ?? '';
    const wanted = block.with(changed, `${indent}changed("x");`);
    const ending = random(2) === 0 ? '\n' : '\r\n';
    const distort = distortions[round % distortions.length] as (lines: string[]) => string[];
    const file = lines.join(ending);
    const match = findMatch(file, { given: distort(block).join('\n'), wanted: distort(wanted).join('\n'), all: false });
    assert.equal(match.type, 'found', JSON.stringify({ file, block: distort(block), match }));
    if (match.type !== 'found') return;
    const [only] = match.replacements;
    const text = file.slice(0, only?.start) + only?.text + file.slice(only?.end);
    const expected = lines.with(first + changed, `${indent}changed("x");`).join(ending);
    assert.equal(
      text.replace(/[ \t]+(?=\r?\n|$)/g, ''),
      expected,
      JSON.stringify({ stage: match.stage, block: distort(block) }),
    );
    count++;
  }
  assert.ok(count > 300);
});

describe('F3 edit matching stays fast', () => {
  const same = 'x\n'.repeat(50_000);
  const wide = ' '.repeat(2_000_000);
  const cases: [name: string, file: string, given: string][] = [
    ['many equal lines', same, `${'x\n'.repeat(20_000)}y\n`],
    ['a run of blanks', wide, `${' '.repeat(1000)}\nz`],
    ['many anchors', 'a\nb\nc\nd\n'.repeat(20_000), 'a\nq\nr\nd'],
    ['many backslashes', '\\'.repeat(500_000), `${'\\n'.repeat(1000)}z`],
    ['one long line', 'ab'.repeat(1_000_000), 'abba\nabba'],
  ];
  for (const [name, file, given] of cases) {
    test(name, () => {
      const started = cpuTime();
      const match = findMatch(file, { given, wanted: 'new', all: false });
      assert.notEqual(match.type, 'found');
      assert.ok(cpuTime() - started < 10_000, `${Math.round(cpuTime() - started)} ms`);
    });
  }
});
