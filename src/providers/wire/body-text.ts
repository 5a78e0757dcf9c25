/** Serialises a request's body. Tools are the same from step to step and are serialised once. */

import type { ToolSpec } from '../../protocol/provider.ts';

export function createBodyText(): (body: Readonly<Record<string, unknown>>, tools: readonly ToolSpec[]) => string {
  let written: readonly ToolSpec[] | undefined;
  let text = '';

  function valueText(key: string, value: unknown, tools: readonly ToolSpec[]): string {
    if (key !== 'tools') return jsonOf(value);
    if (tools !== written) {
      text = jsonOf(value);
      written = tools;
    }
    return text;
  }

  return (body, tools) => {
    const fields = Object.entries(body)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => `${JSON.stringify(key)}:${valueText(key, value, tools)}`);
    return `{${fields.join(',')}}`;
  };
}

/** Half a character, which JSON writes as an escape, makes some servers refuse the whole conversation. */
function jsonOf(value: unknown): string {
  const json = JSON.stringify(value);
  if (!json.includes('\\ud')) return json;
  return json.replace(/(?<!\\)((?:\\\\)*)\\ud[89a-f][\da-f]{2}/g, '$1\ufffd');
}
