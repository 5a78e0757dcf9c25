/** Lines that would destroy the home folder are refused in yolo too, however they are written. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asksBeforeWriting } from '../../../../src/policy/asks-before-writing.ts';
import { checkLine } from '../../../../src/policy/check-line.ts';
import { factsWith, HOME, presets, ROOT } from '../../fixture.ts';

const LINES = [
  'rm --rec --fo ~',
  'rm -rf $(dirname $PWD)',
  'set -- ~; rm -rf "$1"',
  'set -- ~ x; rm -rf "$@"',
  'read d <<< ~; rm -rf $d',
  'f(){ rm -rf "$1"; }; f ~',
  'f() { g "$1"; }; g() { rm -rf "$1"; }; f ~',
  `bash -c 'rm -rf "$0"' ~`,
  `bash -c 'rm -rf "$1"' x ~`,
  'shred -u ~/*',
  'trash ~',
  'gio trash ~',
  'npx rimraf ~',
  'npx -y rimraf ~',
  'tar --remove-files -cf x.tar ~',
  'tar cf x.tar --remove-f ~',
  'zip -rm x.zip ~',
  'git -C ~ clean -xdff',
  'cd ~ && git clean -fdx',
  'fd . ~ -X rm',
  'fd . ~ --exec rm',
  'docker run -v ~:/h alpine rm -rf /h',
  'docker run --mount type=bind,source=/home/dev,target=/h alpine rm -rf /h',
  'podman run -v /home/dev:/h alpine sh -c "rm -rf /h"',
  'ssh localhost rm -rf ~',
  "powershell -c 'Remove-Item -Recurse ~'",
  "pwsh -NoProfile -c 'ri -r -fo $env:USERPROFILE'",
  "pwsh -c 'REMOVE-ITEM -Path / -Recurse'",
  "echo 'Remove-Item -Recurse ~' | pwsh -",
  'pwsh -EncodedCommand UgBlAG0AbwB2AGUALQBJAHQAZQBtACAALQBSAGUAYwB1AHIAcwBlACAAfgA=',
  'ssh me@127.0.0.1 "rm -rf ~"',
  `python3 -c 'import shutil,os; shutil.rmtree(os.path.expanduser("~"))'`,
  `python3 -c 'import shutil; from pathlib import Path; shutil.rmtree(Path.home())'`,
  `node -e "fs.rmSync(os.homedir(),{recursive:true})"`,
  `node -e "fs.rmSync(process.env.HOME,{recursive:true})"`,
  `perl -MFile::Path -e 'rmtree($ENV{HOME})'`,
  `ruby -e 'FileUtils.rm_rf(Dir.home)'`,
  `python3 - <<'E'\nimport shutil\nshutil.rmtree('/home/dev')\nE`,
  `python3 -c "import subprocess; subprocess.run(['rm','-rf','/home/dev'])"`,
  "find ~ $'\\x{2d}delete'",
  'ls -d ~ | xargs rm -rf',
  'cd ~ && ls | xargs rm -rf',
  'echo ~ | xargs -I{} rm -rf {}',
  'rm -rf $(cd ~ && pwd)',
  'rm -rf $(cd; pwd)',
  'rm -rf $(realpath ~)',
  'rm -rf $(readlink -f ~)',
  'rm -rf "${HOME%/}"',
  'rm -rf ${HOME:-/x}',
  'd=~; rm -rf $d',
  'rm -rf ~+/..',
  'pushd ~; rm -rf *',
  'sudo rm -rf ~',
  'rm -rf ~/../dev',
  'for d in /home/*; do rm -rf $d; done',
  'find ~ -type f -delete',
  'find / -delete',
  'mv ~/* /tmp',
  'eval rm -rf ~',
  'rm -rf -- "$HOME"/',
  'command rm -rf ~',
  'env -i rm -rf /home/dev',
  'rm -rf --no-preserve-root /',
  'rm -r -f ~',
  'rm -fr ~',
  'xargs rm -rf <<< ~',
  'echo "rm -rf ~" | sh',
  'sh <<< "rm -rf ~"',
  'nohup sh -c "rm -rf ~" &',
  'find ~ -print0 | xargs -0 rm',
  'chmod -R 000 ~',
  'rsync -a --delete-after empty/ ~/',
  'find /home/dev -exec rm {} +',
  'python3 -c "import os; os.system(\'rm -rf ~\')"',
  'ruby -e \'system("rm -rf /home/dev")\'',
  'rm -rf ~ #',
  'while read -r d; do rm -rf "$d"; done <<< ~',
  'mapfile -t a <<< ~; rm -rf "${a[@]}"',
  'a=(~); rm -rf "${a[0]}"',
  'a=(/home/dev); rm -rf ${a[@]}',
  'export D=~; rm -rf $D',
  'declare D=~; rm -rf $D',
  'local D=~; rm -rf $D',
  'rm -rf `echo ~`',
  'rm -rf {~,x}',
  'rm -rf ~{,x}',
  'rm -rf /home/{dev,x}',
  'trash-put ~',
  'rimraf ~',
  'del /s ~',
  'gio remove ~',
  'gio move ~ /tmp',
  'rclone rmdir ~',
  'rclone rmdirs ~',
  'rclone purge ~',
  'rclone --config x purge ~',
  'find -O3 ~ -delete',
  'find -D tree ~ -delete',
  'find -L ~ | xargs rm -rf',
  'fdfind . ~ | xargs rm -rf',
];

test(`POL-4 POL-5 none of ${LINES.length} ways to delete the home folder runs in yolo`, () => {
  const facts = factsWith({ preset: presets.yolo });
  assert.deepEqual(
    LINES.filter((line) => checkLine(line, facts).decision !== 'deny'),
    [],
  );
});

test('POL-4 POL-5 a fatal line is refused as the text of any program, as code of an interpreter and as a list in code', () => {
  const facts = factsWith({ preset: presets.yolo });
  const fatal = [
    'rm -rf ~',
    'shred -u ~/*',
    'find ~ -delete',
    'dd if=/dev/zero of=/dev/sda',
    'mkfs.ext4 /dev/sda1',
    'wipefs -a /dev/sda',
    'fdisk /dev/sda',
    'shutdown now',
    'halt -p',
    'systemctl poweroff',
    'loginctl reboot',
    'init 0',
    'telinit 6',
    'kill -9 1',
    'trash-put ~',
    'sudo -n systemctl reboot',
  ];
  const ways = fatal.flatMap((line) => [
    `foo '${line}'`,
    `foo --do='${line}'`,
    `sqlite3 x.db '.shell ${line}'`,
    `python3 -c 'os.system("${line}")'`,
    `python3 -c 'subprocess.run([${line
      .split(' ')
      .map((word) => `"${word}"`)
      .join(', ')}])'`,
  ]);
  assert.deepEqual(
    ways.filter((line) => checkLine(line, facts).decision !== 'deny'),
    [],
  );
});

test('a sentence that begins with the name of a program is only text', () => {
  const sentences = ['init the repository', 'kill the old queue', 'format the code', 'trash the cache', 'del the rest'];
  const classes = sentences
    .flatMap((text) => [`foo '${text}'`, `foo --title='${text}'`])
    .map((line) => checkLine(line, factsWith()).class);
  assert.deepEqual([...new Set(classes)], ['needs-approval']);
  const yolo = factsWith({ preset: presets.yolo });
  assert.deepEqual(
    sentences.filter((text) => checkLine(`python3 -c 'print("${text}")'`, yolo).decision !== 'allow'),
    [],
  );
});

test('POL-5 a message, a title and the name of a test are never refused for what they say', () => {
  const lines = [
    "gh pr create -t 'reboot handling'",
    "gh issue create --title='systemctl reboot fails' --body 'shutdown now hangs'",
    "npm test -- --grep 'reboot the machine'",
    "jest -t 'kill 1 process'",
    "pytest -k 'passwd -d'",
    "hg commit -m 'halt and catch fire'",
  ];
  assert.deepEqual(
    lines.filter((line) => checkLine(line, factsWith()).decision === 'deny'),
    [],
  );
});

test('POL-5 lines that only look like it run in yolo', () => {
  const facts = factsWith({ preset: presets.yolo });
  const lines = [
    'rm -rf build',
    'rm -rf node_modules/*',
    'git clean -fdx',
    'docker run -v "$PWD":/w alpine rm -rf /w/build',
    'ssh host rm -rf ~',
    'python3 -c "import shutil; shutil.rmtree(\'build\')"',
    'find . -name "*.o" -delete',
    'set -- build; rm -rf "$1"',
    'tar cf x.tar ~/notes',
    'ls ~; rm -rf build',
    "pwsh -c 'Get-ChildItem ~; Remove-Item -Recurse dist'",
  ];
  assert.deepEqual(
    lines.filter((line) => checkLine(line, facts).decision !== 'allow'),
    [],
  );
});

test('A11 writing files that other agents, editors and pipelines read asks first', () => {
  const paths = [
    '.mcp.json',
    '.cursor/rules/a.md',
    'GEMINI.md',
    '.github/copilot-instructions.md',
    '.gitlab-ci.yml',
    'mise.toml',
    'node_modules/.bin/tsc',
    'web/node_modules/.bin/tsc',
    '.zshrc',
  ];
  assert.deepEqual(
    paths.filter((path) => !asksBeforeWriting(`${ROOT}/${path}`, [ROOT], HOME)),
    [],
  );
  assert.equal(asksBeforeWriting(`${HOME}/.config/fish/config.fish`, [HOME], HOME), true);
  assert.equal(asksBeforeWriting(`${ROOT}/src/config/a.ts`, [ROOT], HOME), false);
});
