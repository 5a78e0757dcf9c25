/** Completion script for fish: one `complete` line for each option and command. */

import type { Grammar, GrammarOption } from './grammar.ts';

export function fishCompletion({ options, commands }: Grammar): string {
  const names = commands.map(({ name }) => name).join(' ');
  const lines = [
    '# fish completion for coder',
    'function __coder_sessions',
    "    coder sessions 2>/dev/null | string replace -r ' +' '\\t'",
    'end',
    'complete -c coder -f',
    ...commands.map(
      ({ name, says }) =>
        `complete -c coder -n 'not __fish_seen_subcommand_from ${names}' -a ${name} -d ${quoted(says)}`,
    ),
    ...commands.flatMap(({ name, words, takesSession }) => {
      const inside = `__fish_seen_subcommand_from ${name}`;
      if (takesSession) return [`complete -c coder -n '${inside}' -a '(__coder_sessions)'`];
      if (!words) return [];
      const list = words.join(' ');
      return [`complete -c coder -n '${inside}; and not __fish_seen_subcommand_from ${list}' -a ${quoted(list)}`];
    }),
    ...options.map((option) => optionLine(option, names)),
  ];
  return `${lines.join('\n')}\n`;
}

function optionLine({ long, short, takesValue, values, path, isSession, says, commands }: GrammarOption, all: string) {
  const known = commands?.filter((name) => name !== 'chat') ?? [];
  const inside = known.length > 0 ? `__fish_seen_subcommand_from ${known.join(' ')}` : undefined;
  const outside = commands?.includes('chat') ? `not __fish_seen_subcommand_from ${all}` : undefined;
  const when = commands && [inside, outside].filter((each) => each !== undefined).join('; or ');
  const list = values ? quoted(values.join(' ')) : isSession ? "'(__coder_sessions)'" : undefined;
  return [
    'complete -c coder',
    ...(when ? [`-n '${when}'`] : []),
    `-l ${long}`,
    ...(short === undefined ? [] : [`-s ${short}`]),
    ...(takesValue ? [path ? '-rF' : '-x'] : []),
    ...(list === undefined ? [] : [`-a ${list}`]),
    `-d ${quoted(says)}`,
  ].join(' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
