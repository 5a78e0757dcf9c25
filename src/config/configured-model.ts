/** What the person's settings state about a model; takes precedence over what coder itself knows. */

import { own } from '../base/own.ts';
import type { Settings } from './settings.ts';

/** Looked up by the full name, or without the provider prefix. */
export function configuredModel(model: string, { models }: Settings): Settings['models'][string] | undefined {
  return own(models, model) ?? own(models, model.slice(model.lastIndexOf('/') + 1));
}
