/** The only place with colours: the style of each kind of text, depending on what the terminal can show. */

/** `color`: at least 16 colours; `mono`: only bold, dim and the like; `plain`: no styles at all. */
export type ColorLevel = 'color' | 'mono' | 'plain';

/** The terminal's background. Set only with 256 colours, because only then do styles depend on it. */
export type Background = 'dark' | 'light';

/** The parameters of an SGR sequence; `''` is the terminal's default style. */
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

const ADDED_BACK = { dark: '48;5;22', light: '48;5;194' };
const REMOVED_BACK = { dark: '48;5;52', light: '48;5;224' };
const ADDED_WORD = { dark: '1;48;5;28', light: '1;48;5;157' };
const REMOVED_WORD = { dark: '1;48;5;88', light: '1;48;5;217' };

/** Styles with 16 colours, without colours, and, if it differs, with 256 colours on a dark or a light background. */
const TEXT_STYLES = {
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
  heading1: [`${BOLD};${UNDERLINE}`, `${BOLD};${UNDERLINE}`],
  heading3: [`${BOLD};${ITALIC}`, `${BOLD};${ITALIC}`],
  tool: [BLUE, BOLD],
  success: [GREEN, DEFAULT],
  failure: [RED, BOLD],
  error: [RED, BOLD],
  notice: [YELLOW, BOLD],
  added: [GREEN, DEFAULT],
  removed: [RED, DEFAULT],
  diffMeta: [DIM, DIM],
  addedLine: [GREEN, DEFAULT, ADDED_BACK],
  removedLine: [RED, DEFAULT, REMOVED_BACK],
  addedWord: [`${GREEN};${BOLD};${UNDERLINE}`, `${BOLD};${UNDERLINE}`, ADDED_WORD],
  removedWord: [`${RED};${BOLD};${UNDERLINE}`, `${BOLD};${UNDERLINE}`, REMOVED_WORD],
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
} as const satisfies Record<string, readonly [Sgr, Sgr, Readonly<Record<Background, Sgr>>?]>;

export type TextStyle = keyof typeof TEXT_STYLES;
export type Theme = Readonly<Record<TextStyle, Sgr>>;

export function createTheme(level: ColorLevel, background?: Background): Theme {
  const entries = Object.entries(TEXT_STYLES).map(([name, [colored, mono, rich]]) => {
    const color = (background && rich?.[background]) ?? colored;
    return [name, { color, mono, plain: DEFAULT }[level]];
  });
  return Object.fromEntries(entries) as Record<TextStyle, Sgr>;
}

/** True if nothing is known about what the terminal can do; no escape sequence is sent to it. */
export function isDumbTerminal({ TERM }: NodeJS.ProcessEnv): boolean {
  return TERM === undefined || TERM === '' || TERM === 'dumb' || TERM === 'unknown';
}

/** What the terminal can show, judged by the variables that all programs use. */
export function colorLevel(environment: NodeJS.ProcessEnv, noColor: boolean): ColorLevel {
  const { TERM = '', NO_COLOR } = environment;
  if (isDumbTerminal(environment)) return 'plain';
  if (noColor || (NO_COLOR !== undefined && NO_COLOR !== '')) return 'mono';
  return /^(?:vt\d|.*-m(?:ono)?$)/.test(TERM) ? 'mono' : 'color';
}

/** The background, from the variable that some terminals set (`15;0`). Dark if unknown, as most are. */
export function backgroundOf({ COLORFGBG, COLORTERM, TERM = '' }: NodeJS.ProcessEnv): Background | undefined {
  if (!COLORTERM && !/256|direct|kitty|ghostty|alacritty/.test(TERM)) return undefined;
  const last = Number(COLORFGBG?.split(';').at(-1) || Number.NaN);
  return last === 7 || (last >= 9 && last <= 15) ? 'light' : 'dark';
}
