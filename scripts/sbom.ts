/** A bill of materials (CycloneDX) for the bundle and for the two packages loaded beside it. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  version: string;
  license?: string;
}

/** `packages` are the folders of node_modules that the bundle was built from. The result is the same for every build. */
export function billOfMaterials(root: string, packages: readonly string[]): string {
  const own = readJson(join(root, 'package.json')) as Manifest & {
    name: string;
    optionalDependencies: Record<string, string>;
  };
  const lock = readJson(join(root, 'package-lock.json')) as { packages: Record<string, { integrity?: string }> };
  const component = (name: string, scope: 'required' | 'optional') => {
    const { version, license } = readJson(join(root, 'node_modules', name, 'package.json')) as Manifest;
    const integrity = lock.packages[`node_modules/${name}`]?.integrity ?? '';
    return {
      type: 'library',
      'bom-ref': `pkg:npm/${purlName(name)}@${version}`,
      name,
      version,
      scope,
      hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') }],
      ...(license !== undefined && { licenses: [{ license: { id: license } }] }),
      purl: `pkg:npm/${purlName(name)}@${version}`,
    };
  };
  const beside = Object.keys(own.optionalDependencies);
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': `pkg:npm/${own.name}@${own.version}`,
        name: own.name,
        version: own.version,
        licenses: [{ license: { id: own.license ?? '' } }],
        purl: `pkg:npm/${own.name}@${own.version}`,
      },
    },
    components: [
      ...sorted(packages).map((name) => component(name, 'required')),
      ...sorted(beside).map((name) => component(name, 'optional')),
    ],
  };
  return `${JSON.stringify(bill, undefined, 2)}\n`;
}

function purlName(name: string): string {
  return name.replace('@', '%40');
}

function sorted(names: readonly string[]): string[] {
  return names.toSorted((a, b) => (a < b ? -1 : 1));
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}
