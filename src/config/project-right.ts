/** What a project's own file may do with one setting. Declared in the setting's row; projects may not set a row without it. */

import type { Schema } from '../base/schema.ts';
import type { Fault } from '../protocol/fault.ts';
import { SHARE_INPUT } from '../protocol/terminal.ts';
import { fault } from '../words/fault.ts';

/** True if the value may replace the one in force without the project; otherwise a fault that states what the project could set. */
export type Right = (value: unknown, current: unknown) => true | Fault;

export type Rights = Readonly<Record<string, Right>>;

/** Declares, in a row of the settings, what projects may do with it. */
export function project<S extends Schema<unknown>>(may: Right, schema: S): S & { readonly right: Right } {
  return { ...schema, right: may };
}

/** Rights by key; `section.key` for keys of a section. */
export function rightsIn(shape: Readonly<Record<string, Schema<unknown>>>): Rights {
  const rights: Record<string, Right> = Object.create(null);
  for (const [key, row] of Object.entries(shape)) {
    if ('right' in row) rights[key] = row.right as Right;
    if ('rights' in row) {
      for (const [inner, right] of Object.entries((row.rights as () => Rights)())) rights[`${key}.${inner}`] = right;
    }
  }
  return rights;
}

export const setFreely: Right = () => true;

export const never: Right = (value, current) => value === current || fault('projectNever');

export const lower: Right = (value, current) =>
  typeof current !== 'number' || Number(value) <= current || fault('projectLower', String(current));

/** For limits where 0 means no limit. */
export const lowerOrNone: Right = (value, current) =>
  current === 0 || (value !== 0 && lower(value, current) === true) || fault('projectLower', String(current));

export const setOnly =
  (wanted: unknown): Right =>
  (value, current) =>
    value === wanted || value === current || fault('projectOnly', JSON.stringify(wanted));

export const SANDBOX_MODES = ['off', 'auto', 'require'] as const;

/** Ordered from no sandbox to a required one. */
export const stricterSandbox: Right = (value, current) => {
  const strictness = (mode: unknown) => SANDBOX_MODES.findIndex((one) => one === mode);
  return strictness(value) >= strictness(current) || fault('projectStricter', String(current));
};

/** A project may share less of what is typed, never more. */
export const shareLess: Right = (value, current) => {
  const amount = (shared: unknown) => SHARE_INPUT.findIndex((one) => one === shared);
  return amount(value) >= amount(current) || fault('projectLess', String(current));
};
