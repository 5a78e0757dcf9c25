/** What a new file starts with: what was asked for where a rule knows it, else a sensible beginning of its kind. */

import { define } from './define.ts';
import { LOG } from './log-call.ts';
import { extensionOf } from './markdown.ts';
import { functionWanted } from './small-functions.ts';
import { smallProgram } from './small-programs.ts';

export interface Starter {
  content: string;
  /** It does what was asked, and is not merely a beginning. */
  complete: boolean;
}

export function starter(path: string, about = ''): Starter {
  const extension = extensionOf(path);
  const name = (path.split('/').at(-1) ?? path).replace(/\.[^.]*$/, '');
  const program = smallProgram(about);
  const source = extension === 'py' ? program?.py : /^[cm]?[jt]s$/.test(extension) ? program?.js : undefined;
  if (source !== undefined && !/function|method|函数|方法/i.test(about)) return { content: source, complete: true };
  const printed = printedText(about);
  const print = PRINTERS[extension];
  if (printed !== undefined && print) return { content: print(printed, name), complete: true };
  const wanted = /function|method|def|函数|方法/i.test(about) ? functionWanted(about) : undefined;
  const defined = wanted && define(extension, wanted);
  if (defined) return { content: defined, complete: wanted.known !== undefined };
  return { content: BEGINNINGS[extension]?.(title(name), name) ?? '', complete: about === '' };
}

type Printer = (text: string, name: string) => string;

const SCRIPT_PRINTER: Printer = (text) => `${LOG}(${JSON.stringify(text)});\n`;

const PRINTERS: Readonly<Record<string, Printer>> = {
  py: (text) => `print(${JSON.stringify(text)})\n`,
  js: SCRIPT_PRINTER,
  mjs: SCRIPT_PRINTER,
  cjs: SCRIPT_PRINTER,
  ts: SCRIPT_PRINTER,
  sh: (text) => `#!/usr/bin/env bash\nset -euo pipefail\n\necho '${text.replaceAll("'", "'\\''")}'\n`,
  rb: (text) => `puts ${JSON.stringify(text)}\n`,
  go: (text) => `package main\n\nimport "fmt"\n\nfunc main() {\n\tfmt.Println(${JSON.stringify(text)})\n}\n`,
  rs: (text) => `fn main() {\n    println!(${JSON.stringify(text.replace(/[{}]/g, '$&$&'))});\n}\n`,
  c: (text) => `#include <stdio.h>\n\nint main(void) {\n    puts(${JSON.stringify(text)});\n    return 0;\n}\n`,
  java: (text, name) =>
    `public class ${name} {\n    public static void main(String[] args) {\n        System.out.println(${JSON.stringify(text)});\n    }\n}\n`,
  html: (text) => page(text, `    <h1>${escapeHtml(text)}</h1>\n`),
  md: (text) => `${text}\n`,
  txt: (text) => `${text}\n`,
};

const SCRIPT_BEGINNING = (_title: string, name: string) => `/** ${name} */\n`;

const BEGINNINGS: Readonly<Record<string, (title: string, name: string) => string>> = {
  py: () => `def main():\n    pass\n\n\nif __name__ == "__main__":\n    main()\n`,
  js: SCRIPT_BEGINNING,
  mjs: SCRIPT_BEGINNING,
  ts: SCRIPT_BEGINNING,
  tsx: SCRIPT_BEGINNING,
  sh: () => '#!/usr/bin/env bash\nset -euo pipefail\n',
  go: () => 'package main\n\nfunc main() {\n}\n',
  rs: () => 'fn main() {\n}\n',
  c: () => 'int main(void) {\n    return 0;\n}\n',
  java: (_title, name) => `public class ${name} {\n}\n`,
  html: (title) => page(title, `    <h1>${escapeHtml(title)}</h1>\n`),
  css: () => 'body {\n  margin: 0;\n}\n',
  json: () => '{}\n',
  md: (title) => `# ${title}\n`,
};

/** `the first 20 names`, `a greeting`: not the words to print. */
const DESCRIBED =
  /^(?:the|an?|all|every|each|first|last|some|random|numbers?|names?|current|how|what|whether|your|my|its|\d+ \w)\b|^(?:前|所有|全部|当前|现在|随机|每)/iu;

/** `prints hello`, `says "good morning"`, `打印 你好` */
function printedText(about: string): string | undefined {
  const found =
    /(?:\bprint(?:s|ing)?(?: out)?|\bsay(?:s|ing)?|\boutputs?|\becho(?:es)?|\blogs?|\bshows?|\bdisplays?|\bwrites?|打印|输出|显示)\s*(?:出)?\s*(?:the (?:text|word|words|line) )?[:：]?\s*(.+)$/iu.exec(
      about,
    );
  const text = found?.[1]?.trim().replace(/[.。!]$/u, '');
  if (text === undefined || text === '' || DESCRIBED.test(text)) return undefined;
  return /^(["'`“‘「])(.*)["'`”’」]$/u.exec(text)?.[2] ?? text;
}

function page(title: string, body: string): string {
  return `<!doctype html>\n<html lang="en">\n  <head>\n    <meta charset="utf-8">\n    <title>${escapeHtml(title)}</title>\n  </head>\n  <body>\n${body}  </body>\n</html>\n`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function title(name: string): string {
  const words = name.replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
