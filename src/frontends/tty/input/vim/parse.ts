/** The grammar of vim's commands: parses keys into a command, or reports that more keys are needed. */

export type Target =
  | { readonly type: 'lines' }
  | { readonly type: 'selection' }
  | { readonly type: 'motion'; readonly motion: string; readonly argument?: string }
  | { readonly type: 'object'; readonly around: boolean; readonly object: string };

export type VimCommand = { readonly count?: number; readonly register?: string } & (
  | { readonly type: 'motion'; readonly motion: string; readonly argument?: string }
  | { readonly type: 'select-object'; readonly around: boolean; readonly object: string }
  | { readonly type: 'operate'; readonly operator: Operator; readonly target: Target; readonly linewise?: boolean }
  | { readonly type: 'simple'; readonly name: string; readonly argument?: string }
);

export type Operator = 'd' | 'c' | 'y' | '>' | '<' | 'gu' | 'gU' | 'g~';

export type Parsed = { type: 'incomplete' } | { type: 'invalid' } | { type: 'command'; command: VimCommand };

const OPERATORS: readonly string[] = ['d', 'c', 'y', '>', '<', 'gu', 'gU', 'g~'];
const MOTIONS = new Set(
  'h j k l w b e W B E ge gE 0 ^ $ g_ gg G f F t T ; , % { } + - _ | left right up down home end'.split(' '),
);
const OBJECTS = new Set('w W p t b B ( ) [ ] { } < > " \' `'.split(' '));
const SIMPLE = new Set('x X s S D C Y r R J gJ p P o O A I a i u ctrl+r . ~ v V /'.split(' '));
const SIMPLE_VISUAL = new Set('r J gJ p P o O v V'.split(' '));
const WITH_ARGUMENT = new Set('f F t T r'.split(' '));
/** In a selection: the operator that a key stands for, and whether it takes whole lines. */
const VISUAL_OPERATORS: Readonly<Record<string, readonly [Operator, boolean]>> = {
  d: ['d', false],
  x: ['d', false],
  delete: ['d', false],
  X: ['d', true],
  D: ['d', true],
  c: ['c', false],
  s: ['c', false],
  C: ['c', true],
  S: ['c', true],
  R: ['c', true],
  y: ['y', false],
  Y: ['y', true],
  '>': ['>', false],
  '<': ['<', false],
  u: ['gu', false],
  gu: ['gu', false],
  U: ['gU', false],
  gU: ['gU', false],
  '~': ['g~', false],
  'g~': ['g~', false],
};
const ALIASES: Readonly<Record<string, string>> = {
  space: 'l',
  ' ': 'l',
  backspace: 'h',
  delete: 'x',
};
const LARGEST_COUNT = 9999;
const INCOMPLETE: Parsed = { type: 'incomplete' };
const INVALID: Parsed = { type: 'invalid' };

export function parseVim(keys: readonly string[], isVisual: boolean): Parsed {
  const reader = createReader(keys);
  let register: string | undefined;
  let count = reader.count();
  while (reader.peek() === '"') {
    reader.take();
    register = reader.take();
    if (register === undefined) return INCOMPLETE;
    if (!/^["a-zA-Z0_+*]$/.test(register)) return INVALID;
    count = times(count, reader.count());
  }
  const raw = reader.head();
  if (raw === undefined) return INCOMPLETE;
  const options = { ...(count !== undefined && { count }), ...(register !== undefined && { register }) };
  return isVisual ? parseVisual(reader, raw, options) : parseNormal(reader, raw, options);
}

interface Options {
  count?: number;
  register?: string;
}

function parseNormal(reader: Reader, raw: string, options: Options): Parsed {
  const head = ALIASES[raw] ?? raw;
  if (OPERATORS.includes(head)) return parseOperation(reader, head as Operator, options);
  if (MOTIONS.has(head)) return parseMotion(reader, head, options);
  if (!SIMPLE.has(head)) return INVALID;
  return withArgument(reader, head, (argument) => ({ ...options, type: 'simple', name: head, ...argument }));
}

function parseVisual(reader: Reader, raw: string, options: Options): Parsed {
  const operation = VISUAL_OPERATORS[raw];
  if (operation !== undefined) {
    const [operator, linewise] = operation;
    return done({ ...options, type: 'operate', operator, target: { type: 'selection' }, linewise });
  }
  const head = ALIASES[raw] ?? raw;
  if (head === 'i' || head === 'a') {
    return parseObject(reader, head, (object) => ({ ...options, ...object, type: 'select-object' }));
  }
  if (MOTIONS.has(head)) return parseMotion(reader, head, options);
  if (!SIMPLE_VISUAL.has(head)) return INVALID;
  return withArgument(reader, head, (argument) => ({ ...options, type: 'simple', name: head, ...argument }));
}

function parseOperation(reader: Reader, operator: Operator, options: Options): Parsed {
  const count = times(options.count, reader.count());
  const raw = reader.head();
  if (raw === undefined) return INCOMPLETE;
  const whole = { ...options, ...(count !== undefined && { count }), type: 'operate' as const, operator };
  if (raw === operator || raw === operator.at(-1)) return done({ ...whole, target: { type: 'lines' } });
  if (raw === 'i' || raw === 'a') {
    return parseObject(reader, raw, (object) => ({ ...whole, target: { type: 'object', ...object } }));
  }
  const motion = ALIASES[raw] ?? raw;
  if (!MOTIONS.has(motion)) return INVALID;
  return withArgument(reader, motion, (argument) => ({ ...whole, target: { type: 'motion', motion, ...argument } }));
}

function parseMotion(reader: Reader, motion: string, options: Options): Parsed {
  return withArgument(reader, motion, (argument) => ({ ...options, type: 'motion', motion, ...argument }));
}

function parseObject(
  reader: Reader,
  kind: 'i' | 'a',
  build: (object: { around: boolean; object: string }) => VimCommand,
): Parsed {
  const object = reader.take();
  if (object === undefined) return INCOMPLETE;
  return OBJECTS.has(object) ? done(build({ around: kind === 'a', object })) : INVALID;
}

function withArgument(reader: Reader, head: string, build: (argument: { argument?: string }) => VimCommand): Parsed {
  if (!WITH_ARGUMENT.has(head)) return done(build({}));
  const argument = reader.take();
  if (argument === undefined) return INCOMPLETE;
  const character = argument === 'enter' ? '\n' : argument === 'space' ? ' ' : argument;
  const isNamed = /^[a-z+]{2,}[0-9]*$/.test(character);
  return isNamed ? INVALID : done(build({ argument: character }));
}

function done(command: VimCommand): Parsed {
  return { type: 'command', command };
}

function times(first: number | undefined, second: number | undefined): number | undefined {
  if (first === undefined) return second;
  return Math.min(LARGEST_COUNT, first * (second ?? 1));
}

interface Reader {
  peek(): string | undefined;
  take(): string | undefined;
  count(): number | undefined;
  /** Takes one key, or `g` and the key after it. */
  head(): string | undefined;
}

function createReader(keys: readonly string[]): Reader {
  let at = 0;
  return {
    peek: () => keys[at],
    take() {
      const taken = keys[at];
      at += 1;
      return taken;
    },
    count() {
      let digits = '';
      while (/^[1-9]$/.test(keys[at] ?? '') || (digits !== '' && keys[at] === '0')) {
        digits += keys[at];
        at += 1;
      }
      return digits === '' ? undefined : Math.min(LARGEST_COUNT, Number(digits));
    },
    head() {
      const first = keys[at];
      at += 1;
      if (first !== 'g') return first;
      const second = keys[at];
      at += 1;
      return second === undefined ? undefined : first + second;
    },
  };
}
