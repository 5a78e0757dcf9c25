import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPlainObject } from '../../src/base/schema.ts';
import { settingsSchema } from '../../src/config/settings.ts';

test('every setting has a description', () => {
  const silent: string[] = [];
  const walk = (schema: unknown, path: string) => {
    if (!isPlainObject(schema)) return;
    if (path !== '' && schema.description === undefined && !isPlainObject(schema.properties)) silent.push(path);
    for (const [key, value] of Object.entries(isPlainObject(schema.properties) ? schema.properties : {}))
      walk(value, `${path}.${key}`);
    walk(schema.additionalProperties, '');
  };
  walk(settingsSchema.json(), '');
  assert.deepEqual(silent, []);
});

test('the defaults pass their own check', () => {
  const defaults = settingsSchema.check({}, [], []);
  const issues: Parameters<typeof settingsSchema.check>[2] = [];
  assert.equal(JSON.stringify(settingsSchema.check(defaults, [], issues)), JSON.stringify(defaults));
  assert.deepEqual(issues, []);
});
