/** The public API: build an agent, send it ops, get its events. */

export type { AgentOptions } from './app/agent-options.ts';
export { buildAgent } from './app/build-agent.ts';
export type { AgentHandle, Emit } from './protocol/agent.ts';
export type { Event, Stamped, StateChange, StopReason } from './protocol/event.ts';
export type { Message, Outcome, Part, ToolCall, Usage } from './protocol/message.ts';
export type { Op } from './protocol/op.ts';
export type { Provider } from './protocol/provider.ts';
export type { Answer, Request } from './protocol/request.ts';
export type { Tool } from './protocol/tool.ts';
export type { Block, Todo, View } from './protocol/view.ts';
