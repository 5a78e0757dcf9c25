/** Which sed scripts only print: no file is written, nothing is run. */

/** True when every command of the script is known and touches no file and no program. */
export function isPlainSedScript(script: string): boolean {
  let rest = script;
  for (let steps = 0; steps < 200; steps++) {
    rest = rest.replace(/^[\s;]+/, '');
    if (rest === '') return true;
    const after = skipCommand(rest);
    if (after === undefined) return false;
    rest = after;
  }
  return false;
}

/** Why the words of a sed call are dangerous: `e` runs, `w` writes. */
export function sedDanger(words: readonly string[]): string[] {
  const found: string[] = [];
  for (const text of words) {
    if (isPlainSedScript(text)) continue;
    if (text.startsWith('-') && !/^-[a-zA-Z]*e./.test(text) && !text.startsWith('--expression=')) continue;
    if (
      /(?:^|[;{}\n\s\d$/,!~])[eWw](?:\s|$)/.test(text) ||
      /s(.)(?:\\.|(?!\1).)*\1(?:\\.|(?!\1).)*\1[a-zA-Z0-9]*[ewW]/s.test(text)
    ) {
      found.push('the sed script may run a program or write a file');
    }
  }
  return found.slice(0, 1);
}

const ADDRESS = /^(?:\d+(?:~\d+)?|\$|\/(?:\\.|\[[^\]/]*\]|[^/\\[\n])*\/[IM]*)/;

function skipCommand(text: string): string | undefined {
  let rest = text;
  const first = ADDRESS.exec(rest);
  if (first) {
    rest = rest.slice(first[0].length).replace(/^\s+/, '');
    if (rest.startsWith(',')) {
      rest = rest.slice(1).replace(/^\s+/, '');
      const second = ADDRESS.exec(rest) ?? /^[+~]\d+/.exec(rest);
      if (!second) return undefined;
      rest = rest.slice(second[0].length).replace(/^\s+/, '');
    }
  }
  rest = rest.replace(/^(?:\s*!)+\s*/, '');
  const command = rest.charAt(0);
  rest = rest.slice(1);
  if (command === '{' || command === '}') return rest;
  if (/^[pPdDnNgGhHxzlF=]$/.test(command)) return endOfCommand(rest);
  if (/^[btT:]$/.test(command)) return endOfCommand(rest.replace(/^[ \t]*\w*/, ''));
  if (/^[aic]$/.test(command)) return afterText(rest);
  if (/^[qQ]$/.test(command)) return endOfCommand(rest.replace(/^\s*\d{1,3}/, ''));
  if (command === 's') return afterSubstitution(rest);
  if (command === 'y') return afterTransliteration(rest);
  if (command === '#') return rest.includes('\n') ? rest.slice(rest.indexOf('\n')) : '';
  return undefined;
}

/** `a text` goes on to the end of the line; a backslash before it is the old spelling, any other could make it go on further. */
function afterText(rest: string): string | undefined {
  const end = rest.indexOf('\n');
  const text = end < 0 ? rest : rest.slice(0, end);
  const plain = text.replace(/^\\(?=[^\\\s])/, '');
  return plain.includes('\\') || plain.trim() === '' ? undefined : rest.slice(text.length);
}

function endOfCommand(rest: string): string | undefined {
  const blank = rest.replace(/^[ \t]+/, '');
  return blank === '' || /^[;}\n#]/.test(blank) ? blank : undefined;
}

function afterSubstitution(rest: string): string | undefined {
  const delimiter = rest.charAt(0);
  if (!/^[/|,#@:!%_]$/.test(delimiter)) return undefined;
  const second = delimited(rest, 1, delimiter);
  const third = second === undefined ? undefined : delimited(rest, second, delimiter);
  if (third === undefined) return undefined;
  const flags = /^[gpiI0-9]*/.exec(rest.slice(third))?.[0] ?? '';
  return endOfCommand(rest.slice(third + flags.length));
}

function afterTransliteration(rest: string): string | undefined {
  const delimiter = rest.charAt(0);
  if (!/^[/|,#@:!%_]$/.test(delimiter)) return undefined;
  const second = delimited(rest, 1, delimiter);
  const third = second === undefined ? undefined : delimited(rest, second, delimiter);
  return third === undefined ? undefined : endOfCommand(rest.slice(third));
}

/** The place after the next delimiter; a bracket with the delimiter in it is not followed, so that no one can argue. */
function delimited(text: string, from: number, delimiter: string): number | undefined {
  for (let index = from; index < text.length; index++) {
    const character = text[index];
    if (character === '\\') index++;
    else if (character === '\n') return undefined;
    else if (character === '[' && bracketHolds(text, index, delimiter)) return undefined;
    else if (character === delimiter) return index + 1;
  }
  return undefined;
}

function bracketHolds(text: string, open: number, delimiter: string): boolean {
  const close = text.indexOf(']', open + 2);
  return close > 0 && text.slice(open, close).includes(delimiter);
}
