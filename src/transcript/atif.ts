/** Converts a session to an ATIF trajectory (Agent Trajectory Interchange Format) for benchmarks and their viewers. Pure. */

import { parseObject } from '../base/parse-json.ts';
import { resultText } from '../log/result-text.ts';
import { costOf, moneyOf, spendingOf } from '../log/spending.ts';
import { addUsage, callsOf, type Message, NO_USAGE, type Part, textOf, type Usage } from '../protocol/message.ts';
import type { Entry } from '../protocol/session.ts';
import type { Price } from '../protocol/spending.ts';

/** The oldest version that has everything used here, because every later validator accepts it. */
const VERSION = 'ATIF-v1.5';

/** A record of the format, which has its own word for it: one message, not one model call with its tool calls. */
interface AtifStep {
  step_id: number;
  timestamp: string;
  source: 'system' | 'user' | 'agent';
  message: string;
  model_name?: string;
  reasoning_content?: string;
  tool_calls?: { tool_call_id: string; function_name: string; arguments: unknown }[];
  observation?: { results: { source_call_id: string; content: string }[] };
  metrics?: { prompt_tokens: number; completion_tokens: number; cached_tokens: number; cost_usd?: number };
  extra?: Record<string, unknown>;
}

/** `priceOf` returns `undefined` for a model whose price is not known; its steps then have no cost. */
export function toAtif(id: string, entries: readonly Entry[], priceOf: (model: string) => Price | undefined): string {
  const request = entries.findLast((entry) => entry.type === 'request');
  const start = entries.find((entry) => entry.type === 'start');
  const steps = stepsOf(entries, priceOf);
  const trajectory = {
    schema_version: VERSION,
    session_id: id,
    agent: {
      name: 'coder',
      version: start?.coder ?? 'unknown',
      ...(request && { model_name: request.model, tool_definitions: request.tools.map(definitionOf) }),
    },
    steps: steps.map((step, index) => ({ ...step, step_id: index + 1 })),
    final_metrics: finalMetrics(entries, steps.length, priceOf),
  };
  return `${JSON.stringify(trajectory, null, 2)}\n`;
}

function definitionOf({ name, description, parameters }: ToolDefinition): object {
  return { type: 'function', function: { name, description, parameters } };
}

type ToolDefinition = Extract<Entry, { type: 'request' }>['tools'][number];

function stepsOf(entries: readonly Entry[], priceOf: (model: string) => Price | undefined): AtifStep[] {
  const steps: AtifStep[] = [];
  let system = '';
  for (const entry of entries) {
    const at = { step_id: 0, timestamp: new Date(entry.at).toISOString() };
    if (entry.type === 'request' && entry.system !== system) {
      system = entry.system;
      steps.push({ ...at, source: 'system', message: system });
    }
    if (entry.type !== 'message') continue;
    const { message } = entry;
    if (message.role === 'tool') observe(steps, message);
    else if (message.role === 'assistant') steps.push({ ...at, ...agentStep(message, priceOf) });
    else if (message.role === 'user')
      steps.push({
        ...at,
        source: 'user',
        message: said(message.content),
        ...(message.by && { extra: { by: message.by } }),
      });
    else if (message.audience === 'both') steps.push({ ...at, source: 'system', message: message.text });
  }
  return steps.length > 0
    ? steps
    : [{ step_id: 0, timestamp: new Date(0).toISOString(), source: 'system', message: '' }];
}

type Assistant = Extract<Message, { role: 'assistant' }>;

function agentStep(
  { content, model, usage, interrupted }: Assistant,
  priceOf: (model: string) => Price | undefined,
): Omit<AtifStep, 'step_id' | 'timestamp'> {
  const calls = callsOf(content);
  const thinking = content.map((part) => (part.type === 'thinking' ? part.text : '')).join('');
  return {
    source: 'agent',
    message: textOf(content),
    model_name: model,
    ...(thinking !== '' && { reasoning_content: thinking }),
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ id, name, arguments: text }) => ({
        tool_call_id: id,
        function_name: name,
        arguments: parseObject(text),
      })),
    }),
    ...(usage && { metrics: metricsOf(usage, priceOf(model)) }),
    ...(interrupted && { extra: { interrupted } }),
  };
}

function metricsOf(usage: Usage, price: Price | undefined): NonNullable<AtifStep['metrics']> {
  const { input, output, cached } = usage;
  const tokens = { prompt_tokens: input, completion_tokens: output, cached_tokens: cached };
  return price ? { ...tokens, cost_usd: costOf(usage, price) } : tokens;
}

/** Adds a result to the step that asked for it, the agent's last one. */
function observe(steps: AtifStep[], message: Extract<Message, { role: 'tool' }>): void {
  const step = steps.findLast(({ source }) => source === 'agent');
  if (!step?.tool_calls?.some(({ tool_call_id }) => tool_call_id === message.callId)) return;
  const images = message.outcome.status === 'ok' ? (message.outcome.images ?? []) : [];
  const content = [resultText(message), ...images.map(({ mimeType }) => `[image: ${mimeType}]`)].join('\n');
  const results = [...(step.observation?.results ?? []), { source_call_id: message.callId, content }];
  step.observation = { results };
}

function said(content: readonly Part[]): string {
  return content
    .flatMap((part) =>
      part.type === 'text' ? [part.text] : part.type === 'image' ? [`[image: ${part.mimeType}]`] : [],
    )
    .join('\n');
}

/** Totals of the whole session, including sub-agents and summaries. */
function finalMetrics(entries: readonly Entry[], steps: number, priceOf: (model: string) => Price | undefined): object {
  const { byModel } = spendingOf(entries);
  const { input, output, cached } = [...byModel.values()].reduce(addUsage, NO_USAGE);
  const { money, isLeast } = moneyOf(byModel, priceOf);
  return {
    total_prompt_tokens: input,
    total_completion_tokens: output,
    total_cached_tokens: cached,
    ...(!isLeast && { total_cost_usd: money }),
    total_steps: steps,
  };
}
