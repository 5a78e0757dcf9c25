import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { schemas, textOf } from '../../scripts/generate-schemas.ts';
import { isPlainObject } from '../../src/base/schema.ts';
import { settingsSchema } from '../../src/config/settings.ts';

for (const [name, schema] of Object.entries(schemas)) {
  test(`${name} as shipped is the schema that the program checks with`, () => {
    const shipped = readFileSync(new URL(`../../schemas/${name}`, import.meta.url), 'utf8');
    assert.equal(shipped, textOf(schema), 'run: node scripts/generate-schemas.ts');
  });
}

test('every setting has a description', () => {
  const silent: string[] = [];
  const walk = (schema: unknown, path: string) => {
    if (!isPlainObject(schema)) return;
    if (path !== '' && schema.description === undefined && !isPlainObject(schema.properties)) silent.push(path);
    for (const [key, value] of Object.entries(isPlainObject(schema.properties) ? schema.properties : {}))
      walk(value, `${path}.${key}`);
    walk(schema.additionalProperties, '');
  };
  walk(settingsSchema.json, '');
  assert.deepEqual(silent, []);
});

test('the defaults pass their own check', () => {
  const defaults = settingsSchema.check({}, [], []);
  const issues: Parameters<typeof settingsSchema.check>[2] = [];
  assert.equal(JSON.stringify(settingsSchema.check(defaults, [], issues)), JSON.stringify(defaults));
  assert.deepEqual(issues, []);
});
