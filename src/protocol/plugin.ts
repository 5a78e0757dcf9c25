/** Layouts in which plugins come. */

export type PluginLayout = 'agent-plugins' | 'claude' | 'gemini';
