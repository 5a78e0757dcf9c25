/**
 * Real language servers: two edits in quick succession, definition, references, rename, and leftovers after many shutdowns. Run by hand:
 * `PATH=… node test/long/lsp-servers.ts [ROUNDS] [ENDS] [SERVER]`, with the servers on PATH; missing ones are named.
 */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createProcesses } from '../../src/host/process/process.ts';
import { createLanguageServers, type LanguageServers } from '../../src/integrations/lsp/language-servers.ts';
import { SERVERS } from '../../src/integrations/lsp/servers.ts';

const [, , ROUNDS = 100, ENDS = ROUNDS, ONLY] = process.argv.map((word, index) =>
  index < 4 ? Number(word) : word,
) as [number, number, number?, number?, string?];
const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));

interface Sample {
  server: string;
  file: string;
  good: string;
  bad: string;
  /** A symbol with a definition and a use. */
  symbol: string;
  other?: { file: string; text: string };
}

const TS = {
  file: 'a.ts',
  good: 'export function add(a: number, b: number): number {\n  return a + b;\n}\nexport const two = add(1, 1);\n',
  bad: 'export function add(a: number, b: number): number {\n  return a + b;\n}\nexport const two: string = add(1, 1);\n',
  symbol: 'add',
  other: {
    file: 'tsconfig.json',
    text: '{ "compilerOptions": { "strict": true, "noEmit": true }, "include": ["*.ts"] }',
  },
};
const SAMPLES: Sample[] = [
  { server: 'typescript', ...TS },
  { server: 'typescript-language-server', ...TS },
  {
    server: 'pyright',
    file: 'a.py',
    good: 'def add(a: int, b: int) -> int:\n    return a + b\n\ntwo: int = add(1, 1)\n',
    bad: 'def add(a: int, b: int) -> int:\n    return a + b\n\ntwo: str = add(1, 1)\n',
    symbol: 'add',
  },
  {
    server: 'clangd',
    file: 'a.c',
    good: 'int add(int a, int b) { return a + b; }\nint two(void) { return add(1, 1); }\n',
    bad: 'int add(int a, int b) { return a + b; }\nint two(void) { return add(1, 1) }\n',
    symbol: 'add',
  },
  {
    server: 'bash-language-server',
    file: 'a.sh',
    good: '#!/bin/bash\nadd() { echo "$1"; }\nadd 1\n',
    bad: '#!/bin/bash\nadd() { echo "$1"; }\nif add 1\n',
    symbol: 'add',
  },
];

for (const sample of SAMPLES.filter(({ server }) => server === (ONLY ?? server))) await tryServer(sample);

async function tryServer(sample: Sample): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'coder-lsp-'));
  const file = join(root, sample.file);
  try {
    mkdirSync(root, { recursive: true });
    if (sample.other) writeFileSync(join(root, sample.other.file), sample.other.text);
    if (sample.server.startsWith('typescript')) symlinkSync(modules, join(root, 'node_modules'));
    writeFileSync(file, sample.good);
    const started = performance.now();
    const { servers, close } = open(root, sample.server);
    const first = await servers.code.diagnostics(file, signal());
    if (!first.ok) {
      await close();
      return console.log(`${sample.server.padEnd(28)} ${first.why}`);
    }
    const firstMs = Math.round(performance.now() - started);
    const { phantoms, missed, unchecked, times } = await race(servers, file, sample);
    const navigation = await navigate(servers, file, sample);
    await close();
    const left = await ends(root, file, sample);
    const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
    console.log(
      `${sample.server.padEnd(28)} first ${firstMs} ms, then ${median.toFixed(0)} ms | ${ROUNDS} races: ${phantoms} phantom errors, ${missed} missed, ${unchecked} not checked | ${navigation} | left after ${ENDS} ends: ${left}`,
    );
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Sends a wrong text and right after it a correct one; the diagnostics must be about the correct one. */
async function race(servers: LanguageServers, file: string, { good, bad }: Sample) {
  const count = { phantoms: 0, missed: 0, unchecked: 0, times: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    writeFileSync(file, `${bad}\n${round}\n`.replace(/\n\d+\n$/, '\n'.repeat(round % 3)));
    const stale = servers.code.diagnostics(file, signal());
    writeFileSync(file, `${good}${'\n'.repeat(round % 3)}`);
    const from = performance.now();
    const now = await servers.code.diagnostics(file, signal());
    count.times.push(performance.now() - from);
    await stale;
    if (!now.ok) count.unchecked++;
    else if (now.value.some(({ severity }) => severity !== 'info')) count.phantoms++;
    if (round % 10 !== 0) continue;
    writeFileSync(file, bad);
    const wrong = await servers.code.diagnostics(file, signal());
    if (wrong.ok && !wrong.value.some(({ severity }) => severity !== 'info')) count.missed++;
  }
  writeFileSync(file, good);
  return count;
}

async function navigate({ code }: LanguageServers, file: string, { good, symbol }: Sample): Promise<string> {
  const lines = good.split('\n');
  const line = lines.findLastIndex((each) => each.includes(symbol));
  const at = { path: file, line: line + 1, column: (lines[line] ?? '').indexOf(symbol) + 1 };
  const definition = await code.definition(at, signal());
  const references = await code.references(at, signal());
  const rename = await code.rename(at, 'sum', signal());
  const hover = await code.hover(at, signal());
  const count = (answer: { ok: boolean; value?: unknown[] }) => (answer.ok ? String(answer.value?.length) : 'none');
  return `definition ${definition.ok ? `line ${definition.value[0]?.line}` : 'none'}, references ${count(references)}, rename edits ${count(rename)}, hover ${hover.ok ? hover.value.length : 'none'}`;
}

async function ends(root: string, file: string, { server }: Sample): Promise<number> {
  const marks: number[] = [];
  for (let round = 0; round < ENDS; round++) {
    const { servers, close } = open(root, server);
    await servers.code.symbols(file, undefined, signal());
    await close();
  }
  for (const line of execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' }).split('\n'))
    if (line.includes(root)) marks.push(Number.parseInt(line, 10));
  return marks.length + Number(processesIn(root));
}

function processesIn(root: string): number {
  const pids = execFileSync('ps', ['-eo', 'pid='], { encoding: 'utf8' }).trim().split(/\s+/);
  return pids.filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === root;
    } catch {
      return false;
    }
  }).length;
}

function open(root: string, server: string) {
  const processes = createProcesses({ env: process.env, marker: 'lsp-test' });
  const servers = createLanguageServers({
    processes,
    root,
    env: process.env,
    avoid: [root],
    rows: SERVERS.filter(({ id }) => id === server),
    trusts: () => true,
    readText: async (path) => readFileSync(path, 'utf8'),
    waitMs: 1500,
    maxMb: 2048,
    warn: (text) => console.log(text),
  });
  return {
    servers,
    async close() {
      await servers.close();
      await processes.close();
    },
  };
}

function signal(): AbortSignal {
  return AbortSignal.timeout(20_000);
}
