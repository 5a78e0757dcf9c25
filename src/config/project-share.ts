/** What a project's own settings file may do: it may always make things stricter, never looser. */

import { realpathSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { isMissing } from '../base/errors.ts';
import { isInside } from '../base/files/paths.ts';
import { isSecretPath } from '../base/files/secret-file.ts';
import { isPlainObject } from '../base/schema.ts';
import { fault } from '../words/fault.ts';
import { never, setFreely } from './project-right.ts';
import { chooseMode, type Ignored, keepTables, TABLES } from './project-tables.ts';
import { projectRights, type Settings } from './settings.ts';
import type { PermissionSettings } from './table-settings.ts';
import { valueAt } from './value-at.ts';

export interface ProjectShare {
  /** The values that take part in the merge. */
  kept: Record<string, unknown>;
  /** Rules that only ever make a decision stricter. */
  tighten: PermissionSettings;
  ignored: Ignored[];
}

/** Keys whose entries are each agreed to separately. */
const BY_ENTRY = new Set(['mcpServers', 'hooks']);
/** Also keys that can do no harm, such as a choice between coder's own languages. */
const NOT_COUNTED = new Set([...BY_ENTRY, '$schema', 'lang']);
/** Kept before the person agreed, because it is asked about before it runs. */
const ASKED_ABOUT = 'workflow.verify_commands';

/** The keys of a project's file that do more than tighten; they have no effect until the person has agreed to the file. */
export function beyondTightening(project: Record<string, unknown>): string[] {
  return Object.entries(project).flatMap(([key, value]) => {
    if (NOT_COUNTED.has(key) || key === 'permission' || key === 'mode') return [];
    if (key === 'instructions' || key === 'skills' || TABLES.some((table) => table === key)) return [key];
    if (!isPlainObject(value)) return projectRights()[key] === setFreely ? [key] : [];
    return Object.keys(value)
      .map((inner) => `${key}.${inner}`)
      .filter((inner) => projectRights()[inner] === setFreely);
  });
}

/** The part of a project's file that applies before the person has agreed to it. */
export function onlyTightening(project: Record<string, unknown>): Record<string, unknown> {
  const beyond = new Set(beyondTightening(project).filter((key) => key !== ASKED_ABOUT));
  const kept: Record<string, unknown> = Object.create(null);
  for (const [key, value] of Object.entries(project)) {
    if (beyond.has(key) || (key === 'mode' && isOwnMode(project))) continue;
    if (!isPlainObject(value) || key === 'permission') kept[key] = value;
    else kept[key] = Object.fromEntries(Object.entries(value).filter(([inner]) => !beyond.has(`${key}.${inner}`)));
  }
  return kept;
}

/** True for a mode that only the project's own tables define. */
function isOwnMode({ mode, modes }: Record<string, unknown>): boolean {
  return isPlainObject(modes) && Object.hasOwn(modes, String(mode));
}

/** `current` is in force without the project; `project` has passed the schema. */
export function shareOf(project: Record<string, unknown>, current: Settings, root: string): ProjectShare {
  const ignored: Ignored[] = [];
  const kept: Record<string, unknown> = Object.create(null);
  for (const [key, value] of Object.entries(project)) {
    if (key === 'instructions') kept[key] = insideOnly(value, ['instructions'], root, ignored);
    else if (key === 'skills') kept[key] = skillsOf(value, root, ignored);
    else if (BY_ENTRY.has(key) || key === 'permission' || key === 'mode' || TABLES.some((table) => table === key))
      continue;
    else if (isPlainObject(value)) kept[key] = sectionOf(key, value, current, ignored);
    else if (mayStand(key, value, valueAt(current, [key]), ignored)) kept[key] = value;
  }
  const rows = keepTables(project, current, ignored);
  Object.assign(kept, rows);
  const chosen = typeof project.mode === 'string' ? chooseMode(project.mode, rows, current) : {};
  if (typeof project.mode === 'string') {
    if (chosen) kept.mode = project.mode;
    else ignored.push({ path: ['mode'], why: fault('projectMode', current.mode) });
  }
  return { kept, tighten: { ...chosen, ...tighteningRules(project.permission, ignored) }, ignored };
}

function sectionOf(
  section: string,
  value: Record<string, unknown>,
  current: Settings,
  ignored: Ignored[],
): Record<string, unknown> {
  const entries = Object.entries(value).filter(([key, entry]) =>
    mayStand(`${section}.${key}`, entry, valueAt(current, [section, key]), ignored),
  );
  return Object.fromEntries(entries);
}

function mayStand(key: string, value: unknown, current: unknown, ignored: Ignored[]): boolean {
  const verdict = (projectRights()[key] ?? never)(value, current);
  if (verdict !== true) ignored.push({ path: key.split('.'), why: verdict });
  return verdict === true;
}

function skillsOf(value: unknown, root: string, ignored: Ignored[]): Record<string, unknown> {
  const paths = isPlainObject(value) ? value.paths : undefined;
  return paths === undefined ? {} : { paths: insideOnly(paths, ['skills', 'paths'], root, ignored) };
}

function insideOnly(value: unknown, path: string[], root: string, ignored: Ignored[]): unknown[] {
  const files = Array.isArray(value) ? value.map(String) : [];
  const base = realPath(root) ?? root;
  return files.filter((file, index) => {
    const target = realPath(resolve(base, file));
    const inside = !file.startsWith('~') && target !== undefined && isInside(base, target);
    if (!inside) ignored.push({ path: [...path, index], why: fault('projectInside') });
    const isSecret = inside && (isSecretPath(file) || isSecretPath(relative(base, target)));
    if (isSecret) ignored.push({ path: [...path, index], why: fault('projectSecrets') });
    return inside && !isSecret;
  });
}

/**
 * The path with links followed, since a link inside may lead outside. As written if it does not exist; `undefined` if it cannot be known.
 */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch (error) {
    return isMissing(error) ? path : undefined;
  }
}

/** Drops `allow`, the one verdict that can never make anything stricter. */
function tighteningRules(permission: unknown, ignored: Ignored[]): PermissionSettings {
  if (!isPlainObject(permission)) return {};
  const why = fault('projectAllow');
  const rules: Record<string, unknown> = Object.create(null);
  for (const [key, value] of Object.entries(permission)) {
    if (isPlainObject(value)) {
      const patterns = Object.entries(value).filter(([pattern, verdict]) => {
        if (verdict === 'allow') ignored.push({ path: ['permission', key, pattern], why });
        return verdict !== 'allow';
      });
      rules[key] = Object.fromEntries(patterns);
    } else if (value === 'allow') ignored.push({ path: ['permission', key], why });
    else rules[key] = value;
  }
  return rules as PermissionSettings;
}
