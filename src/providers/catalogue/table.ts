/** The endpoints coder knows: a new vendor is one row. */

/** The protocol of an endpoint. */
export type ProtocolName = 'openai-chat' | 'openai-responses' | 'anthropic' | 'gemini';

/** How much a model should think before it answers. */
export type ReasoningLevel = 'low' | 'medium' | 'high';

export interface Vendor {
  id: string;
  protocol: ProtocolName;
  baseUrl: string;
  /** Absent for servers on this machine, which need no key. */
  keyVariable?: string;
  /** Path at which a key can be tested, for vendors whose model list accepts any key. */
  keyPath?: string;
  /** Absent if there is no sensible default. */
  model?: string;
  /** Bare model names that belong to this vendor. */
  models?: RegExp;
  /** Models that are reached by Responses at the vendor's own address. */
  responses?: RegExp;
  quirks: Quirks;
}

/** How a server differs from plain Chat Completions. */
export interface Quirks {
  /** Requires `max_completion_tokens`. */
  newTokenLimit?: boolean;
  /** Refuses `stream_options`. */
  noUsageOption?: boolean;
  /** Expects the thinking of the running turn back as `reasoning_content`. */
  replaysThinking?: boolean;
  /** Expects the name of the tool beside its result. */
  namesResults?: boolean;
  /** Accepts only call ids of nine letters and digits. */
  shortCallIds?: boolean;
}

/** True for a server on this machine, which needs no key and can be asked about its models. */
export function isLocalVendor(id: string): boolean {
  return VENDORS.some((vendor) => vendor.id === id && !vendor.keyVariable);
}

/** In the order in which keys decide if nothing else does. */
export const VENDORS: readonly Vendor[] = [
  {
    id: 'openai',
    protocol: 'openai-chat',
    baseUrl: 'https://api.openai.com/v1',
    keyVariable: 'OPENAI_API_KEY',
    model: 'gpt-5',
    models: /^(gpt-\d|o\d|chatgpt-|codex-)/,
    // Only with Responses does thinking continue after a tool call.
    responses: /^(o\d|gpt-(?:[5-9]|\d{2})(?!.*chat)|codex-)/,
    quirks: { newTokenLimit: true },
  },
  {
    id: 'anthropic',
    protocol: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    keyVariable: 'ANTHROPIC_API_KEY',
    model: 'claude-sonnet-4-5',
    models: /^claude-/,
    quirks: {},
  },
  {
    id: 'gemini',
    protocol: 'gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    keyVariable: 'GEMINI_API_KEY',
    model: 'gemini-2.5-pro',
    models: /^gemini-/,
    quirks: {},
  },
  {
    id: 'openrouter',
    protocol: 'openai-chat',
    baseUrl: 'https://openrouter.ai/api/v1',
    keyVariable: 'OPENROUTER_API_KEY',
    keyPath: '/key', // its list of models is open to everyone
    model: 'anthropic/claude-sonnet-4.5',
    quirks: {},
  },
  {
    id: 'deepseek',
    protocol: 'openai-chat',
    baseUrl: 'https://api.deepseek.com/v1',
    keyVariable: 'DEEPSEEK_API_KEY',
    model: 'deepseek-chat',
    models: /^deepseek-(chat|reasoner)$/,
    quirks: { replaysThinking: true },
  },
  {
    id: 'groq',
    protocol: 'openai-chat',
    baseUrl: 'https://api.groq.com/openai/v1',
    keyVariable: 'GROQ_API_KEY',
    model: 'openai/gpt-oss-120b',
    quirks: {},
  },
  {
    id: 'mistral',
    protocol: 'openai-chat',
    baseUrl: 'https://api.mistral.ai/v1',
    keyVariable: 'MISTRAL_API_KEY',
    model: 'mistral-large-latest',
    models: /^(mistral|codestral|devstral|magistral)-/,
    quirks: { shortCallIds: true, noUsageOption: true, namesResults: true },
  },
  {
    id: 'together',
    protocol: 'openai-chat',
    baseUrl: 'https://api.together.xyz/v1',
    keyVariable: 'TOGETHER_API_KEY',
    model: 'Qwen/Qwen3-Coder-480B-A35B-Instruct-FP8',
    quirks: {},
  },
  {
    id: 'xai',
    protocol: 'openai-chat',
    baseUrl: 'https://api.x.ai/v1',
    keyVariable: 'XAI_API_KEY',
    model: 'grok-4',
    models: /^grok-/,
    quirks: {},
  },
  {
    id: 'moonshot',
    protocol: 'openai-chat',
    baseUrl: 'https://api.moonshot.ai/v1',
    keyVariable: 'MOONSHOT_API_KEY',
    model: 'kimi-k2-0905-preview',
    models: /^(kimi|moonshot)-/,
    quirks: { replaysThinking: true },
  },
  {
    id: 'zhipu',
    protocol: 'openai-chat',
    baseUrl: 'https://open.bigmodel.cn/api/paas/v4',
    keyVariable: 'ZHIPU_API_KEY',
    model: 'glm-4.6',
    models: /^glm-/,
    quirks: {},
  },
  {
    id: 'qwen',
    protocol: 'openai-chat',
    baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    keyVariable: 'DASHSCOPE_API_KEY',
    model: 'qwen3-coder-plus',
    models: /^qwen(-|3-coder-(plus|flash))/,
    quirks: {},
  },
  { id: 'ollama', protocol: 'openai-chat', baseUrl: 'http://127.0.0.1:11434/v1', quirks: {} },
  { id: 'lmstudio', protocol: 'openai-chat', baseUrl: 'http://127.0.0.1:1234/v1', quirks: {} },
  { id: 'llamacpp', protocol: 'openai-chat', baseUrl: 'http://127.0.0.1:8080/v1', quirks: {} },
  { id: 'vllm', protocol: 'openai-chat', baseUrl: 'http://127.0.0.1:8000/v1', quirks: {} },
];
