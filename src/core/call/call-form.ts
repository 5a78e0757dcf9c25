/** Shows in one line how a tool is called: `read(path, offset?: int, limit?: int)`. Text, the most common type, is left out. */

import { isPlainObject, type JsonSchema } from '../../base/schema.ts';
import type { Tool } from '../../protocol/tool.ts';
import { sentSchema } from '../sent-schema.ts';

export function callForm({ name, input }: Tool): string {
  return `${name}(${fields(sentSchema(input.json()))})`;
}

function fields({ properties, required }: JsonSchema): string {
  if (!isPlainObject(properties)) return '';
  const needed: unknown[] = Array.isArray(required) ? required : [];
  const parts = Object.entries(properties).map(([key, property]) => {
    const type = isPlainObject(property) ? typeOf(property) : '';
    return `${key}${needed.includes(key) ? '' : '?'}${type === '' ? '' : `: ${type}`}`;
  });
  return parts.join(', ');
}

function typeOf(schema: JsonSchema): string {
  if (Array.isArray(schema['enum'])) return schema['enum'].join('|');
  if (Array.isArray(schema['anyOf'])) return schema['anyOf'].map((option) => typeOf(option) || 'text').join(' or ');
  switch (schema['type']) {
    case 'integer':
      return 'int';
    case 'number':
      return 'number';
    case 'boolean':
      return 'true|false';
    case 'array':
      return `[${(isPlainObject(schema['items']) && typeOf(schema['items'])) || 'text'}]`;
    case 'object':
      return `{${fields(schema)}}`;
    default:
      return '';
  }
}
