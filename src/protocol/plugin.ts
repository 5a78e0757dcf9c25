/** The layouts that plugins come in. */

export type PluginLayout = 'agent-plugins' | 'claude' | 'gemini';
