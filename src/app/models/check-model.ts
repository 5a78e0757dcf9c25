/** Checks against its endpoint's list whether a model can be used. */

import type { Environment } from '../../base/net/proxy.ts';
import { nearest } from '../../base/text/nearest.ts';
import type { ModelCheck } from '../../protocol/command.ts';
import type { Fault } from '../../protocol/fault.ts';
import type { ProviderChoice } from '../../providers/catalogue/choose-provider.ts';
import { listModels } from '../../providers/catalogue/list-models.ts';

export async function checkModel(
  choice: ProviderChoice,
  env: Environment,
  signal: AbortSignal,
): Promise<ModelCheck<Fault>> {
  if (choice.kind === 'refused') return { status: 'refused', why: { text: choice.message, says: choice.says } };
  if (choice.kind === 'offline') return { status: 'ok' };
  const [list] = await listModels(choice, env, signal, []);
  if (!list || list.error !== undefined) {
    return { status: 'unchecked', why: list?.error ?? { text: '', says: [] } };
  }
  if (list.models.includes(choice.model)) return { status: 'ok' };
  const near = nearest(choice.model, list.models);
  return { status: 'unlisted', host: new URL(choice.baseUrl).host, ...(near !== undefined && { near }) };
}
