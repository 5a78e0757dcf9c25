/** The bugs that rules can guess: a loop or range that is off by one, or an operator that contradicts its function's name. */

export interface Guess {
  path: string;
  line: number;
  before: string;
  after: string;
  why: 'endsEarly' | 'endsLate' | 'startsLate' | 'wrongSign';
  /** The line above, which makes the place of the change unique. */
  above: string;
}

/** The likeliest first. */
const BUGS: readonly [pattern: RegExp, replacement: string, why: Guess['why'], above?: RegExp][] = [
  [/(<\s*[\w.$]+\.length) - 1\b/, '$1', 'endsEarly'],
  [/<=(\s*[\w.$]+\.length)\b(?!\s*-)/, '<$1', 'endsLate'],
  [/\brange\(len\(([\w.]+)\) - 1\)/, 'range(len($1))', 'endsEarly'],
  [/\brange\(len\(([\w.]+)\) \+ 1\)/, 'range(len($1))', 'endsLate'],
  [/\brange\(1, (len\([\w.]+\))\)/, 'range($1)', 'startsLate'],
  [/(?<head>\bfor \((?:let|var) \w+ = )1(?<rest>; \w+ < )/, '$<head>0$<rest>', 'startsLate'],
  [/\.slice\(0, -1\)|\[:-1\]/, '', 'endsEarly'],
  [/\brange\((\d+), (\w+)\)/, 'range($1, $2 + 1)', 'endsEarly'],
  [/(; \w+ <)( \w+;)/, '$1=$2', 'endsEarly'],
  [/(; \w+ <)=( \w+;)/, '$1$2', 'endsLate'],
  [/(\breturn \w+ )[-*/]( \w+)/, '$1+$2', 'wrongSign', /\b(?:add|sum|plus)/i],
  [/(\breturn \w+ )[+*/]( \w+)/, '$1-$2', 'wrongSign', /\b(?:sub|minus|diff)/i],
  [/(\breturn \w+ )[-+/]( \w+)/, '$1*$2', 'wrongSign', /\b(?:mul|times|product)/i],
];

export function guessesIn(path: string, lines: readonly string[]): Guess[] {
  return BUGS.flatMap(([pattern, replacement, why, named]) =>
    lines.flatMap((before, index) => {
      const after = before.length > 500 ? before : before.replace(pattern, replacement);
      const above = index === 0 ? '' : `${lines[index - 1]}\n`;
      return after === before || named?.test(above + before) === false
        ? []
        : [{ path, line: index + 1, before, after, why, above }];
    }),
  );
}
