/** What the person's settings say about a model, before anything that coder knows itself. */

import { own } from '../base/own.ts';
import type { Settings } from './settings.ts';

/** By the whole name, or without the provider before it. */
export function configuredModel(model: string, { models }: Settings): Settings['models'][string] | undefined {
  return own(models, model) ?? own(models, model.slice(model.lastIndexOf('/') + 1));
}
