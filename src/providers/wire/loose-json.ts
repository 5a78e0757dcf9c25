/** Reads JSON values from a server: a value of an unexpected type counts as absent. */

import { isPlainObject } from '../../base/schema.ts';

export function objectOr(value: unknown): Record<string, unknown> {
  return isPlainObject(value) ? value : {};
}

/** The objects of a list; other entries become empty objects, so that positions are kept. */
export function objectsOr(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(objectOr) : [];
}

export function textOr(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A number of tokens; invalid values count as 0. */
export function countOr(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.round(value) : 0;
}
