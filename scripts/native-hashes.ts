/** Writes `src/host/native/hashes.ts`: the hashes of the native parts of the two optional packages, for every platform, as published. */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'coder-native-'));
const rows: string[] = [];
try {
  for (const [name, version] of platformPackages()) {
    const folder = mkdtempSync(join(scratch, 'package-'));
    execFileSync('npm', ['pack', '--silent', `${name}@${version}`], { cwd: folder });
    const [tarball = ''] = globSync('*.tgz', { cwd: folder });
    execFileSync('tar', ['xzf', tarball], { cwd: folder });
    const files = globSync('package/**/{*.node,spawn-helper,rg,rg.exe}', { cwd: folder }).sort();
    const hashes = files.map((file) => {
      const hash = createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex');
      return `    '${file.replace(/^package\//, '')}': '${hash}',`;
    });
    rows.push(`  '${name}': {`, ...hashes, '  },');
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
const text = `/** SHA-256 of each native part, by package. Made by \`scripts/native-hashes.ts\`. */

export const NATIVE_HASHES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
${rows.join('\n')}
};
`;
writeFileSync(join(root, 'src/host/native/hashes.ts'), text);
execFileSync(join(root, 'node_modules/.bin/biome'), ['check', '--write', 'src/host/native/hashes.ts'], { cwd: root });

function platformPackages(): [name: string, version: string][] {
  return ['@lydell/node-pty', '@vscode/ripgrep'].flatMap((name) => {
    const manifest = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')) as {
      optionalDependencies: Record<string, string>;
    };
    return Object.entries(manifest.optionalDependencies).toSorted(([a], [b]) => (a < b ? -1 : 1));
  });
}
