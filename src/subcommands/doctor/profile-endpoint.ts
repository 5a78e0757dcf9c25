/** Measures the chosen model at its endpoint and saves the result: `coder doctor --model NAME`. */

import type { AgentOptions } from '../../app/agent-options.ts';
import type { AppSettings } from '../../app/load-app-settings.ts';
import { timersOf } from '../../app/models/choose-model.ts';
import type { Fault } from '../../protocol/fault.ts';
import type { EndpointChoice } from '../../providers/catalogue/choose-provider.ts';
import type { Profile } from '../../providers/catalogue/profile.ts';
import { saveProfile } from '../../providers/catalogue/profile-store.ts';
import { loadProvider } from '../../providers/load.ts';

export type Profiled = { ok: true; profile: Profile; file: string } | { ok: false; error: Fault };

export async function profileEndpoint(
  choice: EndpointChoice,
  settings: AppSettings,
  options: AgentOptions,
  signal: AbortSignal,
): Promise<Profiled> {
  const [{ measureEndpoint }, { askWindow }] = await Promise.all([
    import('../../providers/catalogue/measure-endpoint.ts'),
    import('../../providers/catalogue/model-window.ts'),
  ]);
  const provider = await loadProvider(choice, { timers: timersOf(settings.settings), env: options.env });
  const measurement = await measureEndpoint(provider, choice.model, signal);
  if (!measurement.ok) {
    const { message, says = [] } = measurement.failure;
    return { ok: false, error: { text: message, says } };
  }
  const window = await askWindow(choice.vendor, choice, choice.model, options.env, signal);
  const profile: Profile = {
    base_url: choice.baseUrl,
    model: choice.model,
    measured_at: new Date().toISOString(),
    ...measurement.measured,
    ...(window !== undefined && { window }),
  };
  return { ok: true, profile, file: await saveProfile(settings.home, profile) };
}
