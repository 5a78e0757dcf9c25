/** The only place with colours: what each kind of text looks like, by how much the terminal can show. */

/** `color`: at least the 16 colours; `mono`: bold, dim and the like only; `plain`: nothing at all. */
export type ColorLevel = 'color' | 'mono' | 'plain';

/** The parameters of an SGR sequence; `''` is the terminal's own look. */
export type Sgr = string;

const DEFAULT = '';
const BOLD = '1';
const DIM = '2';
const ITALIC = '3';
const UNDERLINE = '4';
const REVERSE = '7';
const STRUCK = '9';
const RED = '31';
const GREEN = '32';
const YELLOW = '33';
const BLUE = '34';
const MAGENTA = '35';
const CYAN = '36';

/** Left: with colours; right: where there are none. */
const LOOKS = {
  text: [DEFAULT, DEFAULT],
  context: [DIM, DIM],
  prompt: [GREEN, BOLD],
  promptPlan: [BLUE, BOLD],
  promptAutoEdit: [YELLOW, BOLD],
  promptYolo: [RED, BOLD],
  input: [DEFAULT, DEFAULT],
  secondary: [DIM, DIM],
  thinking: [`${DIM};${ITALIC}`, DIM],
  heading: [BOLD, BOLD],
  tool: [BLUE, BOLD],
  success: [GREEN, DEFAULT],
  failure: [RED, BOLD],
  error: [RED, BOLD],
  notice: [YELLOW, BOLD],
  added: [GREEN, DEFAULT],
  removed: [RED, DEFAULT],
  diffMeta: [DIM, DIM],
  todoDone: [CYAN, DIM],
  todoActive: [YELLOW, BOLD],
  todoPending: [DIM, DEFAULT],
  selected: [`${CYAN};${REVERSE}`, REVERSE],
  choice: [CYAN, DEFAULT],
  strong: [BOLD, BOLD],
  emphasis: [ITALIC, ITALIC],
  struck: [STRUCK, STRUCK],
  code: [CYAN, DEFAULT],
  link: [UNDERLINE, UNDERLINE],
  quote: [DIM, DIM],
  keyword: [MAGENTA, DEFAULT],
  string: [GREEN, DEFAULT],
  number: [CYAN, DEFAULT],
  comment: [DIM, DIM],
  name: [BLUE, DEFAULT],
} as const satisfies Record<string, readonly [Sgr, Sgr]>;

export type Look = keyof typeof LOOKS;
export type Theme = Readonly<Record<Look, Sgr>>;

export function createTheme(level: ColorLevel): Theme {
  const entries = Object.entries(LOOKS).map(([look, [colored, mono]]) => {
    return [look, level === 'color' ? colored : level === 'mono' ? mono : DEFAULT];
  });
  return Object.fromEntries(entries) as Record<Look, Sgr>;
}

/** What a terminal can show, from the variables every program goes by. */
export function colorLevel(environment: NodeJS.ProcessEnv, noColor: boolean): ColorLevel {
  const { TERM, NO_COLOR } = environment;
  if (TERM === 'dumb' || TERM === undefined || TERM === '') return 'plain';
  if (noColor || (NO_COLOR !== undefined && NO_COLOR !== '')) return 'mono';
  return /^(?:vt\d|.*-m(?:ono)?$)/.test(TERM) ? 'mono' : 'color';
}
