/** Writes the man page for the package, from the same words that `coder --help` prints. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { help } from '../src/words/en/help.ts';

const file = fileURLToPath(new URL('../man/coder.1', import.meta.url));

export function manPage(): string {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const [, ...sections] = help()
    .text(version)
    .split(/\n(?=[A-Z][\w ]+\n {2})/);
  const body = sections.map((section) => {
    const [title = '', ...lines] = section.trimEnd().split('\n');
    return `.SH ${title.toUpperCase()}\n.nf\n${lines.map(roff).join('\n')}\n.fi`;
  });
  return `.TH CODER 1 "" "coder ${version}" "User Commands"
.SH NAME
coder \\- a coding agent for the terminal
.SH SYNOPSIS
.B coder
[OPTION]... [PROMPT]
.br
.B coder
COMMAND [OPTION]...
.SH DESCRIPTION
Say what you want, and a language model reads, edits, runs and verifies code with you. It asks before it edits a file, and keeps commands in a sandbox.
Without a key, the built\\-in offline model answers;
.B coder login
connects another.
${body.join('\n')}
.SH FILES
.TP
.I ~/.coder/config.json
your settings
.TP
.I ~/.coder/auth.json
saved keys, readable by you alone
.TP
.I .coder/
a project's sessions and settings, kept out of git
.SH SEE ALSO
README.md, which comes with the package.
`;
}

function roff(line: string): string {
  const text = line.replaceAll('\\', '\\e').replaceAll('-', '\\-');
  return /^[.']/.test(text) ? `\\&${text}` : text;
}

if (import.meta.main) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, manPage());
}
