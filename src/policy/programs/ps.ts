/**
 * Recognises `ps` calls that only list processes. If ps cannot parse flags, it reads them again in BSD style, where `e` shows environments.
 */

/** Selections that cannot fail, so ps never parses them a second time. */
const SELECTIONS =
  /^(?:-?(?:a|ax|au|aux|auxf|auxw{1,2}|axf|axfw{0,2}|axu|l|u|x)|-(?:e|A|d|f|F|ef|eF|ely|elf|eLf|eLF|ejH|eH|efH|Af|AF|H))$/;

/** Column names that every version knows. */
const COLUMN =
  /^(?:pid|ppid|pgid|sid|sess|tid|lwp|nlwp|user|uid|euser|ruser|group|gid|comm|cmd|args|command|ucmd|%cpu|pcpu|%mem|pmem|rss|vsz|sz|tty|tt|tname|stat|state|s|time|cputime|etime|etimes|start|lstart|start_time|ni|nice|pri|psr|wchan|class|cls)$/;

export function isPlainPs(words: readonly string[]): boolean {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (SELECTIONS.test(word) || /^(?:-w{1,2}|--forest|--no-headers?|--headers)$/.test(word)) continue;
    const sort = /^--sort=(.+)$/.exec(word)?.[1] ?? (word === '--sort' ? words[++at] : undefined);
    if (sort !== undefined && areColumns(sort.replace(/(?:^|(?<=,))[-+]/g, ''))) continue;
    if (/^-(?:o|eo|Ao)$/.test(word) && areColumns((words[++at] ?? '').replaceAll('=', ''))) continue;
    if (word === '-p' && /^\d{1,7}(?:,\d{1,7})*$/.test(words[++at] ?? '') && !words.some(mayShowEnvironment)) continue;
    return false;
  }
  return true;
}

/** True if the word could show environments when parsed the second way. */
function mayShowEnvironment(word: string): boolean {
  return /^-?[a-zA-Z]*e/.test(word);
}

function areColumns(list: string): boolean {
  return list.split(',').every((name) => COLUMN.test(name));
}
