/** Finds the variables in which a command or code keeps paths, and replaces their uses with the paths. */

const MAX_NAMES = 40;
const MAX_TOLD = 30_000;
/** `DIR=/srv`, `DIR ?= /srv`, `const dir = process.env.X || "/srv"`, `my $dir = "/srv"`, `dir=${X:-/srv}`, `p = Path("/srv")` */
const KEPT =
  /(?<![\w.-])(const |let |var |my |val |auto )?[$@]?([A-Za-z_]\w{0,40})(?:: ?\w{1,20})?(\s?)(?::|\?)?=\s?(?:(?:new )?[\w.[\]"']{0,40}(?: ?(?:\|\||\?\?|or) ?|\((?:["']\w{1,40}["'], ?)?)|["']?\$\{\w{1,40}:-|\$\((?:shell )?(?:cat |<) ?)?(["'`]?)((?:~|\$HOME|\$\{HOME\})?\/[\w.@+/-]{1,200})/g;

export interface Kept {
  name: string;
  path: string;
  /** True in code, where the bare name stands for the value; a shell or a Makefile needs a dollar. */
  isBare: boolean;
}

/** `"dir": "/srv"`, `dir: /srv`, `dir => "/srv"` */
const KEYED = /["'`]?\b([A-Za-z_]\w{0,40})["'`]?\s?(?::|=>?)\s?["'`]?((?:~|\$HOME)?\/[\w.@+/-]{1,200})/g;

/** The first value given to a name counts, because a line comes before the code that it runs. */
export function keptIn(told: string): Kept[] {
  const found = new Map<string, Kept>();
  const cut = told.slice(0, MAX_TOLD);
  for (const text of [cut, () => withKept(cut, [...found.values()])]) {
    const whole = typeof text === 'string' ? text : text();
    for (const [, word = '', name = '', space = '', quote = '', path = ''] of whole.matchAll(KEPT))
      if (found.size < MAX_NAMES && !found.has(name))
        found.set(name, { name, path, isBare: quote !== '' && word + space !== '' });
    for (const [, name = '', path = ''] of whole.matchAll(KEYED))
      if (found.size < MAX_NAMES && !found.has(name)) found.set(name, { name, path, isBare: false });
  }
  return [...found.values()];
}

/** Replaces `$NAME`, `${NAME}`, `$(NAME)`, `{NAME}` within a string, `x["NAME"]`, `x.NAME`, and in code the bare name. */
export function withKept(piece: string, kept: readonly Kept[]): string {
  if (piece.length > 2 * MAX_TOLD) return piece; // too long to be worth the time
  let text = piece;
  for (const { name, path, isBare } of kept) {
    text = text.replace(
      new RegExp(
        `[$@]?\\b[\\w.]{1,40}(?:\\[:?["']?${name}["']?\\]|\\.(?:get|fetch)\\(["']${name}["'][^)]{0,40}\\)|\\{${name}\\})|getenv\\(["']${name}["']\\)|\\b(?!os\\b)\\w{1,20}(?:\\.env)?\\.${name}(?![\\w.(])`,
        'g',
      ),
      () => `"${path}"`,
    );
    text = text.replace(new RegExp(`[$#]?\\{${name}\\}|\\$\\(${name}\\)|\\$${name}\\b`, 'g'), () => path);
    if (isBare)
      text = text.replace(new RegExp(`(?<![\\w.$"'/-])${name}(?![\\w"'/]| ?:?=[^=])`, 'g'), () => `"${path}"`);
  }
  return text.replace(/(\/[\w.@+/-]{1,200})["'`] ?(?:\+|\.) ?["'`]\//g, '$1/'); // joins concatenated parts
}
