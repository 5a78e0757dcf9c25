/**
 * Rewrites a source so that some functions are compiled along with it. V8 compiles a function when it is first called, and Node's code
 * cache holds only what was compiled by then: the six hundred functions before the first request would be compiled anew in every run. A
 * function in parentheses is compiled at once.
 */

import { type FoundFunction, functionsOf } from './functions.ts';

export function compiledAhead(file: string, text: string, paths: ReadonlySet<string>): string {
  const marked = pick(functionsOf(file, text), paths);
  return marked.length === 0 ? text : written(text, 0, text.length, marked);
}

/** Functions inside one that is compiled later are compiled later still. */
function pick(functions: readonly FoundFunction[], paths: ReadonlySet<string>): FoundFunction[] {
  return functions.filter(({ path }) => paths.has(path)).map((one) => ({ ...one, inner: pick(one.inner, paths) }));
}

/** A declaration is known in its whole scope, even before its position, so it is written at the beginning of that scope. */
function written(text: string, start: number, end: number, functions: readonly FoundFunction[]): string {
  const edits = functions.flatMap((one): Edit[] => {
    const body = written(text, one.head?.end ?? one.start, one.end, one.inner);
    if (one.kind === 'expression') return [{ start: one.start, end: one.end, text: `(${body})` }];
    if (one.kind === 'method') return [{ start: one.start, end: one.end, text: `${one.head?.text ?? ''}${body})` }];
    const plain = one.isExported ? body.replace(/^export\s+/, '') : body;
    const name = one.path.slice(one.path.lastIndexOf('/') + 1).replace(/#\d+$/, '');
    return [
      { start: one.start, end: one.end, text: '' },
      { start: one.scope, end: one.scope, text: `\n${one.isExported ? 'export ' : ''}var ${name} = (${plain});` },
    ];
  });
  let result = '';
  let at = start;
  for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at, end);
}

interface Edit {
  start: number;
  end: number;
  text: string;
}
