/** Reads over slips of the finger: a few that are never meant, and near misses of the words that requests are made of. */

const SLIPS: ReadonlyMap<string, string> = new Map([
  ['teh', 'the'],
  ['hte', 'the'],
  ['adn', 'and'],
  ['whats', "what's"],
  ['wheres', "where's"],
  ['dont', "don't"],
  ['doesnt', "doesn't"],
  ['u', 'you'],
  ['ur', 'your'],
  ['em', 'them'],
]);

/** Nothing that deletes: a guess must not. The likelier of two near ones comes first. */
const WORDS =
  'hello,list,show,read,open,search,find,create,write,replace,rename,append,explain,describe,tests,test,files,file,folder,directory,project,commit,changes,changed,help,thanks,function,where,what,which,lines,count,plan,undo,diff,status,branch'.split(
    ',',
  );
const KNOWN: ReadonlySet<string> = new Set(WORDS);
const WORD = /(?<![\w./@$-])[a-z]+(?![\w/@$-]|\.\w)/gi;

export function withoutSlips(text: string): string {
  return text.replaceAll(WORD, (word) => SLIPS.get(word.toLowerCase()) ?? word);
}

export function respell(text: string): string {
  return text.replaceAll(WORD, (word) => {
    const typed = word.toLowerCase();
    if (typed.length < 4 || KNOWN.has(typed)) return word;
    return WORDS.find((known) => known.length >= 4 && isNear(typed, known)) ?? word;
  });
}

/** One letter too many, too few or wrong, or two that changed places. */
function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const [restA, restB] = [a.slice(at), b.slice(at)];
  return (
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    restA.slice(1) === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  );
}
