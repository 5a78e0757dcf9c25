/** Settings that come from environment variables. A project's `.env` is never read. */

import { localeOf } from '../base/language.ts';
import type { SettingsInput } from './settings.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings, and by dotted key the variable that each came from. */
export interface EnvironmentLayer {
  values: SettingsInput;
  variables: Record<string, string>;
}

/** The system's language; any file overrides it. */
export function localeSettings(env: Environment): EnvironmentLayer {
  const locale = localeOf(env);
  if (!locale || locale.language === 'en') return { values: {}, variables: {} };
  return { values: { lang: locale.language }, variables: { lang: locale.variable } };
}

/** Variables the user exported; they override any file. `providerId` is the provider that the files chose. */
export function environmentSettings(env: Environment, providerId: string | undefined): EnvironmentLayer {
  const values: Record<string, unknown> = {};
  const variables: Record<string, string> = {};
  const take = (key: string, variable: string) => {
    if (!env[variable] || variables[key]) return;
    variables[key] = variable;
    const [section = '', field] = key.split('.');
    values[section] = field ? { ...(values[section] as object | undefined), [field]: env[variable] } : env[variable];
  };
  take('model', 'AGENT_MODEL');
  take('mode', 'CODER_MODE');
  take('lang', 'CODER_LANG');
  take('sandbox.mode', 'CODER_SANDBOX');
  take('ui.style', 'CODER_STYLE');
  take('provider.base_url', 'AGENT_BASE_URL');
  // Other programs use this variable too, so it must not send another provider's key to its address.
  if (providerId === undefined || providerId === 'openai') take('provider.base_url', 'OPENAI_BASE_URL');
  return { values: values as SettingsInput, variables };
}
