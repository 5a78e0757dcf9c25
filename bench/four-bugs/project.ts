/** The two projects of the sessions: files of the same sizes as the real ones, and test runners that print what the real ones print. */

import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const JS = [
  "    if (charset === 'iso-8859-1') {",
  '        return escape(string).replace(/%u[0-9a-f]{4}/gi, function ($0) {',
  "            return '%26%23' + parseInt($0.slice(2), 16) + '%3B';",
  '        });',
  '    }',
  '',
  '    var value = options.decoder(part.slice(pos + 1), defaults.decoder, charset);',
  '    for (var i = 0; i < parts.length; ++i) {',
  "        if (typeof value === 'string' && '\\x28' !== value) {",
  '            obj[key] = utils.combine(obj[key], value);',
];
const PY = [
  '    def invoke(self, ctx: Context) -> t.Any:',
  '        """Given a context, this invokes the attached callback."""',
  '        if self.deprecated:',
  '            message = _("DeprecationWarning: The command {name!r} is deprecated.")',
  "            echo(style(message.format(name=self.name), fg='red'), err=True)",
  '',
  '        opts = [opt for param in params for opt in param.opts]',
  '        for name, value in self.params.items():',
  '            warnings.warn("The parameter is used more than once", stacklevel=3)',
  '        return None',
];

/** `lines` lines of code-like text; every `hits[word]`th line contains that word. */
function code(kind: readonly string[], lines: number, comment: string, hits: Readonly<Record<string, number>>): string {
  const rows = Array.from({ length: lines }, (_, at) => {
    const word = Object.entries(hits).find(([, every]) => at % every === every - 1)?.[0];
    return word === undefined ? (kind[at % kind.length] ?? '') : `    ${word}(${at}); ${comment} line ${at}`;
  });
  return `${rows.join('\n')}\n`;
}

const MANIFEST = JSON.stringify(
  {
    name: 'q',
    scripts: { test: 'tape test' },
    dependencies: Object.fromEntries(Array.from({ length: 55 }, (_, at) => [`dependency-${at}`, `^${at}.0.0`])),
  },
  undefined,
  4,
);

export const QUERY_PROJECT: Readonly<Record<string, string>> = {
  'package.json': MANIFEST,
  'lib/utils.js': code(JS, 356, '//', { encode: 40 }),
  'lib/parse.js': code(JS, 330, '//', { encode: 60, limit: 9 }),
  'test/parse.js': code(JS, 1400, '//', { limit: 14, encode: 300 }),
};

export const COMMAND_PROJECT: Readonly<Record<string, string>> = {
  'pyproject.toml': '[tool.pytest.ini_options]\ntestpaths = ["tests"]\n',
  'src/command/core.py': code(PY, 3600, '#', { make_parser: 270, duplicate: 90 }),
  'src/command/parser.py': code(PY, 500, '#', { make_parser: 100 }),
  'tests/test_basic.py': code(PY, 600, '#', { runner: 12 }),
  'tests/test_arguments.py': code(PY, 420, '#', { runner: 12 }),
};

const PASSED = '937 tests\n# tests 937\n# pass  937\n# ok\n';
const GREEN = `${'.'.repeat(72)} [ 10%]\n`.repeat(10) + '1661 passed, 21 skipped, 1 xfailed in 6.41s\n';
const RED = `${Array.from({ length: 60 }, (_, at) => `    at frame ${at} of another copy, with a docstring of the parser beside it ${'-'.repeat(20)}`).join('\n')}
FAILED tests/test_basic.py::test_one - TypeError: unexpected keyword argument
25 failed, 1636 passed in 7.02s
`;

/** Programs that stand in for the real ones; the second project's suite needs its sources on the path. */
const PROGRAMS: Readonly<Record<string, string>> = {
  npm: `#!/bin/sh\ncat <<'END'\n${PASSED}END\n`,
  pytest: `#!/bin/sh\nif [ "$PYTHONPATH" = src ]; then cat <<'END'\n${GREEN}END\nexit 0; fi\ncat <<'END'\n${RED}END\nexit 1\n`,
};

export function makeProject(files: Readonly<Record<string, string>>, root: string, bin: string): void {
  const programs = Object.entries(PROGRAMS).map(([name, text]) => [join(bin, name), text] as const);
  const sources = Object.entries(files).map(([name, text]) => [join(root, name), text] as const);
  for (const [path, text] of [...programs, ...sources]) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode: 0o755 });
  }
  spawnSync('git', ['init', '-q', '-b', 'main', root]);
}
