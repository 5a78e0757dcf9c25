/** Small programs that people try first, in JavaScript and Python: each prints what was asked for. */

import { LOG } from './log-call.ts';

export interface SmallProgram {
  /** The file's name without its extension. */
  stem: string;
  js: string;
  py: string;
}

/** What the words leave open. */
interface Numbers {
  /** `first 20`, `前20个` */
  first?: number;
  /** `up to 100`, `100以内` */
  limit?: number;
  from?: number;
  /** The last number that is named. */
  last?: number;
}

interface Row {
  when: RegExp;
  stem: string;
  js(numbers: Numbers): string;
  py(numbers: Numbers): string;
}

const ROWS: readonly Row[] = [
  {
    when: /\bprimes?\b|[质素]数/iu,
    stem: 'primes',
    js: (numbers) =>
      `const primes = [];\nfor (let n = 2; ${until('primes.length', 'n', numbers, '<=')}; n++) {\n  if (primes.every((prime) => n % prime !== 0)) primes.push(n);\n}\n${LOG}(primes.join('\\n'));\n`,
    py: (numbers) =>
      `primes = []\nn = 2\nwhile ${until('len(primes)', 'n', numbers, '<=')}:\n    if all(n % prime for prime in primes):\n        primes.append(n)\n    n += 1\nprint(*primes, sep="\\n")\n`,
  },
  {
    when: /\bfibonacci\b|斐波那契/iu,
    stem: 'fibonacci',
    js: (numbers) =>
      `const numbers = [];\nlet [a, b] = [0, 1];\nwhile (${until('numbers.length', 'a', numbers, '<=')}) {\n  numbers.push(a);\n  [a, b] = [b, a + b];\n}\n${LOG}(numbers.join('\\n'));\n`,
    py: (numbers) =>
      `numbers = []\na, b = 0, 1\nwhile ${until('len(numbers)', 'a', numbers, '<=')}:\n    numbers.append(a)\n    a, b = b, a + b\nprint(*numbers, sep="\\n")\n`,
  },
  {
    when: /\bfizz[\s-]?buzz\b/iu,
    stem: 'fizzbuzz',
    js: ({ last = 100 }) =>
      `for (let n = 1; n <= ${last}; n++) {\n  ${LOG}((n % 3 === 0 ? 'Fizz' : '') + (n % 5 === 0 ? 'Buzz' : '') || n);\n}\n`,
    py: ({ last = 100 }) =>
      `for n in range(1, ${last} + 1):\n    print("Fizz" * (n % 3 == 0) + "Buzz" * (n % 5 == 0) or n)\n`,
  },
  {
    when: /\bfactorials?\b|阶乘/iu,
    stem: 'factorial',
    js: ({ last = 10 }) =>
      `let result = 1n;\nfor (let n = 2n; n <= ${last}n; n++) result *= n;\n${LOG}(String(result));\n`,
    py: ({ last = 10 }) => `import math\n\nprint(math.factorial(${last}))\n`,
  },
  {
    when: /\bmultiplication table\b|\btimes tables?\b|(?:九九)?乘法表/iu,
    stem: 'table',
    js: ({ last = 9 }) =>
      `for (let row = 1; row <= ${last}; row++) {\n  const cells = Array.from({ length: row }, (_, index) => \`\${index + 1}×\${row}=\${(index + 1) * row}\`);\n  ${LOG}(cells.join('\\t'));\n}\n`,
    py: ({ last = 9 }) =>
      `for row in range(1, ${last} + 1):\n    print(*(f"{column}×{row}={column * row}" for column in range(1, row + 1)), sep="\\t")\n`,
  },
  {
    when: /\bcount(?:s|ing)? ?down\b|倒(?:数|计时)/iu,
    stem: 'countdown',
    js: ({ last = 10 }) => `for (let n = ${last}; n >= 0; n--) ${LOG}(n);\n`,
    py: ({ last = 10 }) => `for n in range(${last}, -1, -1):\n    print(n)\n`,
  },
  {
    when: /\bsum of\b.*\d|\d.*(?:之和|的和|求和|相加)/iu,
    stem: 'sum',
    js: ({ from = 1, last = 10 }) => `let sum = 0;\nfor (let n = ${from}; n <= ${last}; n++) sum += n;\n${LOG}(sum);\n`,
    py: ({ from = 1, last = 10 }) => `print(sum(range(${from}, ${last} + 1)))\n`,
  },
  {
    when: /\b(?:current|today'?s?|now)\b.*\b(?:date|time)\b|\b(?:date|time)\b.*\bnow\b|(?:当前|现在|今天)的?(?:日期|时间)/iu,
    stem: 'now',
    js: () => `${LOG}(new Date().toString());\n`,
    py: () => 'from datetime import datetime\n\nprint(datetime.now())\n',
  },
  {
    when: /\brandom number\b|随机数/iu,
    stem: 'random',
    js: ({ from = 1, last = 100 }) => `${LOG}(${from} + Math.floor(Math.random() * (${last} - ${from} + 1)));\n`,
    py: ({ from = 1, last = 100 }) => `import random\n\nprint(random.randint(${from}, ${last}))\n`,
  },
  {
    when: /\bnumbers?\b.*\bfrom \d+ to \d+|\bnumbers \d+ (?:to|through|-) \d+|\bcounts? (?:from \d+ )?to \d+|\d+\s*(?:到|至|~)\s*\d+/iu,
    stem: 'numbers',
    js: ({ from = 1, last = 10 }) => `for (let n = ${from}; n <= ${last}; n++) ${LOG}(n);\n`,
    py: ({ from = 1, last = 10 }) => `for n in range(${from}, ${last} + 1):\n    print(n)\n`,
  },
  {
    when: /\bhello,? world\b|你好[，,]?世界/iu,
    stem: 'hello',
    js: () => `${LOG}('Hello, world!');\n`,
    py: () => 'print("Hello, world!")\n',
  },
];

/** `quoted` texts are to be printed, not computed. */
export function smallProgram(about: string): SmallProgram | undefined {
  if (/["“「`]/.test(about)) return undefined;
  const row = ROWS.find(({ when }) => when.test(about));
  const numbers = numbersIn(about);
  return row && { stem: row.stem, js: row.js(numbers), py: row.py(numbers) };
}

const FILLER =
  /\b(?:the|an?|first|up|to|from|of|numbers?|sequence|series|all|simple|little|prints?|printing|below|under)\b|打印|输出|显示|计算|求|数列|数字|以内|一个|[前个的从到]|[\d\s,，]/giu;

/** The words are a program's name and nothing else: `the first 10 fibonacci numbers`, and not `search for primes`. */
export function namesProgram(about: string): boolean {
  return ROWS.some(({ when }) => when.test(about) && about.replace(when, '').replace(FILLER, '') === '');
}

/** Enough of them, or one too large. */
function until(length: string, current: string, { first, limit }: Numbers, sign: string): string {
  if (first !== undefined) return `${length} < ${first}`;
  return limit === undefined ? `${length} < 10` : `${current} ${sign} ${limit}`;
}

function numbersIn(about: string): Numbers {
  const all = [...about.matchAll(/\d+/g)].map(([digits]) => Number(digits.slice(0, 6)));
  const first = /\bfirst (\d+)|前\s*(\d+)|^\D*(\d+) (?:primes|fibonacci)|(\d+)\s*个/iu.exec(about);
  const limit = /\b(?:up to|below|under|less than|until|smaller than) (\d+)|(\d+)\s*(?:以内|以下|之内)/iu.exec(about);
  const from = /\bfrom (\d+)|(\d+)\s*(?:to|到|至|~|through|-)\s*\d+/iu.exec(about);
  const last = all.at(-1);
  return {
    ...given('first', first),
    ...given('limit', limit),
    ...(all.length > 1 && given('from', from)),
    ...(last !== undefined && { last }),
  };
}

function given(name: keyof Numbers, found: RegExpExecArray | null): Numbers {
  const digits = found?.slice(1).find((group) => group !== undefined);
  return digits === undefined ? {} : { [name]: Number(digits.slice(0, 6)) };
}
