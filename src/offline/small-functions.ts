/** Small functions that people ask for first, by their name or by what they do. */

export interface SmallFunction {
  name: string;
  parameters: readonly string[];
  /** Of the parameters, in TypeScript. */
  type: string;
  js: readonly string[];
  py: readonly string[];
}

interface Row extends SmallFunction {
  /** What it is called by those who only describe it. */
  when: RegExp;
}

const TWO = ['a', 'b'];

function arithmetic(name: string, sign: string, when: RegExp): Row {
  const line = `return a ${sign} b`;
  return { name, when, parameters: TWO, type: 'number', js: [`${line};`], py: [line] };
}

const ROWS: readonly Row[] = [
  arithmetic('add', '+', /\b(?:adds?|sums?)\b.*\b(?:two|2)\b|两(?:个)?数.*(?:相加|之和|的和)/iu),
  arithmetic('sum', '+', /^$/),
  arithmetic('subtract', '-', /\bsubtracts?\b|两(?:个)?数.*(?:相减|之差|的差)/iu),
  arithmetic('multiply', '*', /\bmultipl(?:y|ies)\b|两(?:个)?数.*(?:相乘|之积|的积)/iu),
  arithmetic('divide', '/', /\bdivides?\b|两(?:个)?数.*(?:相除|之商|的商)/iu),
  {
    name: 'reverse',
    when: /\brevers(?:es?|ing)\b.*\b(?:string|text|word)|(?:反转|翻转|倒序).*(?:字符串|文本)|(?:字符串|文本).*(?:反转|翻转|倒序)/iu,
    parameters: ['text'],
    type: 'string',
    js: ["return [...text].reverse().join('');"],
    py: ['return text[::-1]'],
  },
  {
    name: 'isPalindrome',
    when: /\bpalindromes?\b|回文/iu,
    parameters: ['text'],
    type: 'string',
    js: ["return text === [...text].reverse().join('');"],
    py: ['return text == text[::-1]'],
  },
  {
    name: 'capitalize',
    when: /\bcapitali[sz]es?\b|首字母大写/iu,
    parameters: ['text'],
    type: 'string',
    js: ['return text.charAt(0).toUpperCase() + text.slice(1);'],
    py: ['return text[:1].upper() + text[1:]'],
  },
  {
    name: 'isEven',
    when: /\beven\b|偶数/iu,
    parameters: ['n'],
    type: 'number',
    js: ['return n % 2 === 0;'],
    py: ['return n % 2 == 0'],
  },
  {
    name: 'isOdd',
    when: /\bodd\b|奇数/iu,
    parameters: ['n'],
    type: 'number',
    js: ['return n % 2 !== 0;'],
    py: ['return n % 2 != 0'],
  },
  {
    name: 'isPrime',
    when: /\bprime\b|[质素]数/iu,
    parameters: ['n'],
    type: 'number',
    js: ['if (n < 2) return false;', 'for (let i = 2; i * i <= n; i++) if (n % i === 0) return false;', 'return true;'],
    py: ['return n > 1 and all(n % i for i in range(2, int(n**0.5) + 1))'],
  },
  {
    name: 'factorial',
    when: /\bfactorial\b|阶乘/iu,
    parameters: ['n'],
    type: 'number',
    js: ['let result = 1;', 'for (let i = 2; i <= n; i++) result *= i;', 'return result;'],
    py: ['result = 1', 'for i in range(2, n + 1):', '    result *= i', 'return result'],
  },
  {
    name: 'fibonacci',
    when: /\bfibonacci\b|斐波那契/iu,
    parameters: ['n'],
    type: 'number',
    js: ['let [a, b] = [0, 1];', 'for (let i = 0; i < n; i++) [a, b] = [b, a + b];', 'return a;'],
    py: ['a, b = 0, 1', 'for _ in range(n):', '    a, b = b, a + b', 'return a'],
  },
];

export interface WantedFunction {
  name: string;
  parameters: readonly string[];
  /** Missing where only its name was given. */
  known?: SmallFunction;
}

/** `function add(x, y)`, `subtract function`, `function that reverses a string`, `一个函数 addDays` */
export function functionWanted(about: string): WantedFunction | undefined {
  const named =
    /(?:function|method|helper|def|函数|方法)\s*(?:called|named|叫做?|名为|[:：])?\s*([A-Za-z_$][\w$]*)\s*(?:\(([^)]*)\))?/iu.exec(
      about,
    );
  const name = isName(named?.[1]) ? named?.[1] : nameBefore(about);
  if (name !== undefined) {
    const known = ROWS.find((row) => sameName(row.name, name));
    const given = named?.[2]?.split(',').map((parameter) => parameter.trim());
    const parameters = given?.filter((parameter) => parameter !== '') ?? known?.parameters ?? [];
    const fits = known && known.parameters.length === parameters.length;
    return { name, parameters, ...(fits && { known: renamed(known, parameters) }) };
  }
  const row = ROWS.find(({ when }) => when.test(about));
  return row && { name: row.name, parameters: row.parameters, known: row };
}

/** `a subtract function` */
function nameBefore(about: string): string | undefined {
  const name = /(?:^|\s)([A-Za-z_$][\w$]*)\s*(?:function|method|helper|函数|方法)\s*$/iu.exec(about)?.[1];
  return isName(name) ? name : undefined;
}

const NO_NAME =
  /^(?:an?|the|that|which|to|for|with|new|simple|small|helper|utility|python|javascript|typescript|js|ts|py|async|pure|another|it|and|of|in|taking|returning)$/i;

function isName(name: string | undefined): boolean {
  return name !== undefined && !NO_NAME.test(name);
}

/** `isEven`, `is_even` */
function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.replaceAll('_', '').toLowerCase();
}

function renamed(known: SmallFunction, parameters: readonly string[]): SmallFunction {
  const change = (line: string) =>
    line.replaceAll(/\b[A-Za-z_]\w*\b/g, (word) => parameters[known.parameters.indexOf(word)] ?? word);
  return { ...known, parameters, js: known.js.map(change), py: known.py.map(change) };
}
