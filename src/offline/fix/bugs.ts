/** Classic bugs: what a line looks like, what it should be, and how much the evidence speaks for it. */

import { type Evidence, isBoolean, numberOf, stringOf } from './evidence.ts';

export interface Bug {
  /** The corrected line, where this one looks like the bug. */
  repair(line: string, region: string, evidence: Evidence, source: string): string | undefined;
  /** From 1 (a guess) to 12 (the numbers prove it). */
  weight(evidence: Evidence, line: string): number;
  why: readonly [en: string, zh: string];
}

const less = ({ expected, actual }: Evidence) => {
  const [wanted, got] = [numberOf(expected), numberOf(actual)];
  return wanted !== undefined && got !== undefined && got < wanted;
};
/** A list with too few in it. */
const shorter = ({ expected = '', actual = '' }: Evidence) =>
  [expected, actual].every((text) => text.trim().startsWith('[')) &&
  actual.split(',').length < expected.split(',').length;
const truthDiffers = ({ expected, actual }: Evidence) =>
  isBoolean(expected) && isBoolean(actual) && expected !== actual;
const named = (pattern: RegExp) => (evidence: Evidence) => pattern.test(evidence.name ?? '');

const isAdding = named(/add|sum|plus|total|combine|count/i);
const isSubtracting = named(/sub|minus|diff|remain|left|change/i);
const isMultiplying = named(/mul|times|product|area|scale|square/i);

export const BUGS: readonly Bug[] = [
  {
    repair: (line, region) =>
      /\[\w+ \+ 1\]/.test(region)
        ? undefined
        : swap(line, /(\bfor\b.*<\s*)([\w.]+\.length|\w+)\s*-\s*1(?=\s*[;)])/, '$1$2'),
    weight: (evidence) => (less(evidence) ? 11 : 8),
    why: [
      'the loop stops one step before the end, so the last one is never reached',
      '循环提前一步结束，最后一项没有被处理',
    ],
  },
  {
    repair: (line) => swap(line, /range\(len\((\w+)\)\s*-\s*1\)/, 'range(len($1))'),
    weight: (evidence) => (less(evidence) ? 11 : 8),
    why: [
      'the loop stops one step before the end, so the last one is never reached',
      '循环提前一步结束，最后一项没有被处理',
    ],
  },
  {
    repair: (line) => swap(line, /(\bfor\b.*)<=(\s*[\w.]+\.length\b)/, '$1<$2'),
    weight: () => 10,
    why: ['the loop runs one step past the end', '循环多走了一步，越过了末尾'],
  },
  {
    repair: (line, region) =>
      /\[(?:\w+ - 1|0)\]/.test(region)
        ? undefined
        : swap(line, /(\bfor\b\s*\(\s*(?:let|var|int)\s+\w+\s*=\s*)1(\s*;\s*\w+\s*<\s*[\w.]+\.length\b)/, '$10$2'),
    weight: (evidence) => (less(evidence) ? 10 : 7),
    why: ['the loop starts at the second one, so the first is skipped', '循环从第二项开始，跳过了第一项'],
  },
  {
    repair: (line) =>
      swap(line, /(\bfor\b\s*\(\s*(?:let|var|int)\s+\w+\s*=\s*(?:1|[a-z_]\w*)\s*;\s*\w+\s*)<(\s*\w+\s*;)/i, '$1<=$2'),
    weight: (evidence) => (less(evidence) || shorter(evidence) ? 10 : 6),
    why: ['the loop leaves out its upper bound', '循环没有包含上界'],
  },
  {
    repair: (line) => swap(line, /(?<!function |def )range\((1|[a-z_]\w*),\s*(\w+)\)/i, 'range($1, $2 + 1)'),
    weight: (evidence) => (less(evidence) || shorter(evidence) ? 10 : 6),
    why: ['range leaves out its upper bound', 'range 不包含上界'],
  },
  {
    repair: (line) => swap(line, /\b(\w+)\[\1\.length\]/, '$1[$1.length - 1]'),
    weight: () => 11,
    why: ['the last element is at length − 1', '最后一个元素的下标是 length − 1'],
  },
  {
    repair: (line) => swap(line, /\/\s*\((\w+\.length|len\(\w+\))\s*-\s*1\)/, '/ $1'),
    weight: () => 8,
    why: ['it divides by one too few', '除数少了一'],
  },
  {
    repair: (line, _region, evidence) => provenOperator(line, evidence),
    weight: () => 12,
    why: [
      'the operator is the wrong one: with the other, the test’s numbers come out right',
      '运算符用错了：换成另一个，测试中的数字就对了',
    ],
  },
  {
    repair: (line, _region, evidence) =>
      isAdding(evidence) ? swap(line, /(\breturn\b.*[\w)\]]\s*)-(\s*[\w(])/, '$1+$2') : undefined,
    weight: () => 9,
    why: ['it subtracts where it should add', '应该相加却做了减法'],
  },
  {
    repair: (line, _region, evidence) => (isAdding(evidence) ? swap(line, /-=/, '+=') : undefined),
    weight: () => 10,
    why: ['it subtracts where it should add', '应该相加却做了减法'],
  },
  {
    repair: (line, _region, evidence) =>
      isSubtracting(evidence) ? swap(line, /(\breturn\b.*[\w)\]]\s*)\+(\s*[\w(])/, '$1-$2') : undefined,
    weight: () => 9,
    why: ['it adds where it should subtract', '应该相减却做了加法'],
  },
  {
    repair: (line, _region, evidence) =>
      isMultiplying(evidence) ? swap(line, /(\breturn\b.*[\w)\]]\s*)[+/](\s*[\w(])/, '$1*$2') : undefined,
    weight: () => 9,
    why: ['it should multiply', '这里应该用乘法'],
  },
  {
    repair: (line, region) =>
      /\*=/.test(region) ? swap(line, /((?:let|var)\s+\w+\s*=\s*|^\s*\w+\s*=\s*)0(?=;?\s*$)/, '$11') : undefined,
    weight: ({ actual }) => (numberOf(actual) === 0 ? 11 : 6),
    why: ['a product has to start at 1', '连乘必须从 1 开始'],
  },
  {
    repair: (line, region) =>
      /\+=|\+\+/.test(region) ? swap(line, /((?:let|var)\s+\w+\s*=\s*|^\s*\w+\s*=\s*)1(?=;?\s*$)/, '$10') : undefined,
    weight: ({ expected, actual }) => ((numberOf(actual) ?? 0) - (numberOf(expected) ?? 0) === 1 ? 11 : 5),
    why: ['a sum has to start at 0', '累加必须从 0 开始'],
  },
  {
    repair: (line, region) =>
      /Math\.max|>/.test(region)
        ? swap(line, /((?:let|var)\s+(?:max|best|largest|highest)\w*\s*=\s*)0(?=;)/i, '$1-Infinity')
        : undefined,
    weight: ({ expected }) => ((numberOf(expected) ?? 0) < 0 ? 11 : 4),
    why: ['the largest of negative numbers is below 0', '全是负数时最大值小于 0'],
  },
  {
    repair: (line, _region, { args }) =>
      args.some(
        (arg) => arg !== '' && numberOf(arg) !== undefined && new RegExp(`[<>]\\s*${escape(arg)}\\b`).test(line),
      )
        ? boundary(line)
        : undefined,
    weight: () => 11,
    why: ['the limit itself belongs to the other side', '边界值本身应该算在另一边'],
  },
  {
    repair: (line) => (/\b(?:if|return|while|elif)\b|\?/.test(line) ? boundary(line) : undefined),
    weight: (evidence) => (truthDiffers(evidence) ? 6 : 4),
    why: ['the comparison treats the limit itself wrongly', '比较时边界值处理错了'],
  },
  {
    repair: (line, _region, evidence) =>
      named(/even/i)(evidence)
        ? swap(line, /(%\s*2\s*)(?:===?\s*1|!==?\s*0)/, '$1=== 0')
        : named(/odd/i)(evidence)
          ? swap(line, /(%\s*2\s*)===?\s*0/, '$1!== 0')
          : undefined,
    weight: () => 11,
    why: ['it tests for the other parity', '奇偶判断反了'],
  },
  {
    repair: (line) => swap(line, /===/, '!==') ?? swap(line, /!==/, '==='),
    weight: (evidence) => (truthDiffers(evidence) ? 5 : 2),
    why: ['the comparison is the wrong way round', '比较的方向反了'],
  },
  {
    repair: (line) =>
      swap(line, /&&/, '||') ?? swap(line, /\|\|/, '&&') ?? swap(line, /\band\b/, 'or') ?? swap(line, /\bor\b/, 'and'),
    weight: (evidence) => (truthDiffers(evidence) ? 5 : 2),
    why: ['“and” and “or” are mixed up', '“与”和“或”用反了'],
  },
  {
    repair: (line) => swap(line, /toLowerCase/, 'toUpperCase') ?? swap(line, /toUpperCase/, 'toLowerCase'),
    weight: ({ expected, actual }) =>
      stringOf(expected)?.toLowerCase() === stringOf(actual)?.toLowerCase() && expected !== actual ? 10 : 3,
    why: ['upper and lower case are mixed up', '大小写用反了'],
  },
  {
    repair: (line, _region, evidence) => caseAsWanted(line, evidence),
    weight: () => 9,
    why: ['the spaces or the case of the text are not evened out', '没有统一文本的空格或大小写'],
  },
  {
    repair: (line) => swap(line, /(\.(?:slice|substring)\(\s*0\s*,\s*[\w.]+)\s*-\s*1\s*\)/, '$1)'),
    weight: ({ expected = '', actual = '' }) => (expected.length > actual.length ? 9 : 4),
    why: ['it cuts off one too many', '多截掉了一个'],
  },
  {
    repair: (line, _region, { expected = '', actual = '' }) =>
      /\d/.test(expected) && /\d/.test(actual) ? swap(line, /\.sort\(\)/, '.sort((a, b) => a - b)') : undefined,
    weight: () => 8,
    why: ['sort() without a comparison puts 10 before 9', 'sort() 不带比较函数会把 10 排在 9 前面'],
  },
  {
    repair: (line, region, { actual = '' }, source) =>
      /Promise|^undefined$|^NaN$/.test(actual) && /\basync\b/.test(region) ? awaited(line, source) : undefined,
    weight: () => 10,
    why: ['a promise is used before it is awaited', '没有 await 就使用了 Promise'],
  },
  {
    repair: (line) =>
      swap(line, /(\.reduce\(.*\+.*,\s*)1(\s*\))/, '$10$2') ?? swap(line, /(\.reduce\(.*\*.*,\s*)0(\s*\))/, '$11$2'),
    weight: () => 9,
    why: ['it starts counting at the wrong value', '累积的初始值不对'],
  },
  {
    repair: (line, _region, evidence) =>
      named(/max|largest|highest|min|smallest|lowest/i)(evidence) ? turned(line) : undefined,
    weight: () => 8,
    why: ['the comparison keeps the wrong one of the two', '比较后保留了错误的那一个'],
  },
  {
    repair: (line, region, { actual = '' }) =>
      /^(?:undefined|None)$/.test(actual) && !/\breturn\b/.test(region)
        ? swap(
            line,
            /^(\s+)((?!const|let|var|if|for|while|return|throw|function|export|import|else|try|\/\/|#|def|[})])[\w$([].*)$/,
            '$1return $2',
          )
        : undefined,
    weight: () => 9,
    why: ['the function computes its result and does not return it', '函数算出了结果却没有返回'],
  },
  {
    repair: (line) =>
      swap(line, /Math\.floor/, 'Math.ceil') ??
      swap(line, /Math\.ceil/, 'Math.floor') ??
      swap(line, /Math\.trunc/, 'Math.round'),
    weight: ({ expected, actual }) => (Math.abs((numberOf(expected) ?? NaN) - (numberOf(actual) ?? NaN)) <= 1 ? 7 : 2),
    why: ['it rounds the wrong way', '取整方向错了'],
  },
];

function swap(line: string, pattern: RegExp, to: string): string | undefined {
  const changed = line.replace(pattern, to);
  return changed === line ? undefined : changed;
}

/** `<` ↔ `<=`, `>` ↔ `>=`; arrows and shifts are none. */
function boundary(line: string): string | undefined {
  const found = /(?<![<>=-])([<>])(=?)(?![<>=])/.exec(line);
  if (!found || /<\/|<\w+>/.test(line)) return undefined;
  return (
    line.slice(0, found.index) + (found[2] ? found[1] : `${found[1]}=`) + line.slice(found.index + found[0].length)
  );
}

/** `<` ↔ `>` */
function turned(line: string): string | undefined {
  const found = /(?<![<>=-])[<>](?==?[^<>=])/.exec(line);
  if (!found) return undefined;
  return line.slice(0, found.index) + (found[0] === '<' ? '>' : '<') + line.slice(found.index + 1);
}

/** The first call of a function that the file declares as async. */
function awaited(line: string, source: string): string | undefined {
  if (/\bawait\b|\bfunction\b/.test(line)) return undefined;
  const names = [...source.matchAll(/async\s+(?:function\s+)?([\w$]+)\s*\(|([\w$]+)\s*=\s*async\b/g)].map(
    ([, declared, assigned]) => declared ?? assigned ?? '',
  );
  const name = names.find((each) => new RegExp(`(?:return|=)\\s+${escape(each)}\\(`).test(line));
  return name === undefined ? undefined : line.replace(`${name}(`, `await ${name}(`);
}

const OPERATIONS: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
};

/** `return a - b` with two numbers given: the operator that turns them into what was expected. */
function provenOperator(line: string, { args, expected, actual }: Evidence): string | undefined {
  const found = /(\breturn\s+\w+\s*)([-+*/%])(\s*\w+\s*;?\s*)$/.exec(line);
  const [a, b] = [numberOf(args[0]), numberOf(args[1])];
  const [wanted, got] = [numberOf(expected), numberOf(actual)];
  if (!found || a === undefined || b === undefined || wanted === undefined || args.length !== 2) return undefined;
  if (OPERATIONS[found[2] ?? '']?.(a, b) !== got) return undefined;
  const right = Object.keys(OPERATIONS).find((sign) => OPERATIONS[sign]?.(a, b) === wanted);
  return right === undefined ? undefined : line.slice(0, found.index) + found[1] + right + found[3];
}

function caseAsWanted(line: string, { expected, actual }: Evidence): string | undefined {
  const [wanted, got] = [stringOf(expected), stringOf(actual)];
  if (wanted === undefined || got === undefined || wanted === got) return undefined;
  const method =
    got.trim() === wanted
      ? 'trim()'
      : got.toLowerCase() === wanted
        ? 'toLowerCase()'
        : got.toUpperCase() === wanted
          ? 'toUpperCase()'
          : undefined;
  const simple = /^(\s*return\s+)([\w$.()[\]'" ,]+?)(;?)$/.exec(line);
  return method && simple ? `${simple[1]}${simple[2]}.${method}${simple[3]}` : undefined;
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
