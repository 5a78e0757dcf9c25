/** A section of the settings: several keys under one name. */

import { object } from '../base/schema.ts';
import { rightsIn } from './project-right.ts';

/** A group of settings that is always present, filled with its defaults. */
export function section<const S extends Parameters<typeof object>[0]>(shape: S, description: string) {
  const schema = object(shape, description);
  const fallback = schema.check({}, [], []);
  return { ...schema, optional: true as const, fallback, rights: () => rightsIn(shape) };
}
