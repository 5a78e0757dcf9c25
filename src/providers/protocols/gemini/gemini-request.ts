/** Converts a conversation for Gemini: contents of parts, functions answered by name, signatures on the parts they came with. */

import { resultText } from '../../../log/result-text.ts';
import type { AssistantMessage, ImagePart, Message, ToolMessage } from '../../../protocol/message.ts';
import type { ChatRequest } from '../../../protocol/provider.ts';
import type { ReasoningLevel } from '../../catalogue/table.ts';
import { layOut } from '../../wire/raw-blocks.ts';
import { toGeminiSchema } from './gemini-schema.ts';

type Part = Record<string, unknown>;

interface Content {
  role: 'user' | 'model';
  parts: Part[];
}

/** The signature that the documentation gives for calls made by another model; Gemini 3 refuses calls without one. */
const FOREIGN_SIGNATURE = 'skip_thought_signature_validator';
const BUDGETS: Record<ReasoningLevel, number> = { low: 2_048, medium: 8_192, high: 24_576 };

export function geminiBody(request: ChatRequest, raw: string, reasoning?: ReasoningLevel): Record<string, unknown> {
  const { system, tools, maxOutputTokens } = request;
  const config = {
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...thinkingConfig(request.model, reasoning),
  };
  return {
    ...(system && { systemInstruction: { parts: [{ text: system }] } }),
    contents: toContents(request, raw),
    ...(tools.length > 0 && { tools: [{ functionDeclarations: toDeclarations(request) }] }),
    ...(Object.keys(config).length > 0 && { generationConfig: config }),
  };
}

function toDeclarations({ tools }: ChatRequest): Part[] {
  return tools.map(({ name, description, parameters }) => {
    const schema = toGeminiSchema(parameters);
    const { properties } = schema;
    const takesNothing = typeof properties !== 'object' || Object.keys(properties ?? {}).length === 0;
    return { name, description, ...(!takesNothing && { parametersJsonSchema: schema }) };
  });
}

function toContents({ messages, model }: ChatRequest, raw: string): Content[] {
  const contents: Content[] = [];
  const signs = needsSignatures(model);
  let ids = new Map<string, string>(); // Gemini's ids by coder's call ids
  let images: ImagePart[] = []; // sent after all answers of a step, which must be as many as its calls
  const add = (role: Content['role'], parts: Part[]): void => {
    if (parts.length === 0) return;
    const last = contents.at(-1);
    if (last?.role === role) last.parts.push(...parts);
    else contents.push({ role, parts });
  };
  const flushImages = (): void => {
    if (images.length > 0) add('user', [{ text: 'Images of the results above:' }, ...images.map(toImage)]);
    images = [];
  };
  for (const message of messages) {
    if (message.role !== 'tool') flushImages();
    switch (message.role) {
      case 'user':
        add('user', toUserParts(message));
        break;
      case 'assistant': {
        const step = toModelParts(message, raw, signs);
        ids = step.ids;
        add('model', step.parts);
        break;
      }
      case 'tool':
        add('user', [toResponse(message, ids.get(message.callId))]);
        if (message.outcome.status === 'ok') images.push(...(message.outcome.images ?? []));
        break;
      case 'note':
        if (message.audience === 'both') add('user', textParts(message.text));
        break;
    }
  }
  flushImages();
  return contents;
}

function toUserParts({ content }: Extract<Message, { role: 'user' }>): Part[] {
  return content.flatMap((part) => {
    if (part.type === 'image') return [toImage(part)];
    return part.type === 'text' ? textParts(part.text) : [];
  });
}

function toModelParts(message: AssistantMessage, raw: string, signs: boolean) {
  const ids = new Map<string, string>();
  let isFirstCall = true;
  const parts = layOut(message, raw).flatMap((laid): Part[] => {
    if (laid.type === 'own') return [laid.block];
    const signature = laid.extra['thoughtSignature'];
    if (laid.type === 'text')
      return signature ? [{ text: laid.text, thoughtSignature: signature }] : textParts(laid.text);
    const { id } = laid.extra;
    if (typeof id === 'string') ids.set(laid.call.id, id);
    // Of calls made together, only the first is signed.
    const sign = signature ?? (signs && isFirstCall ? FOREIGN_SIGNATURE : undefined);
    isFirstCall = false;
    const args = JSON.parse(laid.call.arguments) as unknown;
    const functionCall = { ...(typeof id === 'string' && { id }), name: laid.call.name, args };
    return [{ functionCall, ...(sign !== undefined && { thoughtSignature: sign }) }];
  });
  const said = parts.some((part) => 'functionCall' in part || part['text'] !== '');
  return { parts: said ? parts : [], ids };
}

/** Gemini expects an object: `output` and `error` are the names it knows. */
function toResponse(message: ToolMessage, id: string | undefined): Part {
  const { name, outcome, text } = message;
  const failed = outcome.status !== 'ok';
  const response =
    failed || text !== undefined
      ? { [failed ? 'error' : 'output']: resultText(message).replace(/^error: /, '') }
      : outcome.result;
  return { functionResponse: { ...(id !== undefined && { id }), name, response } };
}

function toImage({ mimeType, data }: ImagePart): Part {
  return { inlineData: { mimeType, data } };
}

function textParts(text: string): Part[] {
  return text === '' ? [] : [{ text }];
}

function needsSignatures(model: string): boolean {
  return generationOf(model) >= 3;
}

/** Thoughts are shown if the model has them; their amount is the model's choice unless a level is set. */
function thinkingConfig(model: string, reasoning: ReasoningLevel | undefined): Record<string, unknown> {
  const generation = generationOf(model);
  if (generation < 2.5) return {};
  const level = reasoning && (generation >= 3 ? { thinkingLevel: reasoning } : { thinkingBudget: BUDGETS[reasoning] });
  return { thinkingConfig: { includeThoughts: true, ...level } };
}

/** 0 if the name does not contain it. */
function generationOf(model: string): number {
  return Number(/gemini-(\d+(?:\.\d+)?)/.exec(model)?.[1] ?? 0);
}
