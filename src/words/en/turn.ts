/** What coder itself says while a session runs. */

export const turn = {
  offlineAnswers:
    'The built-in offline model answers: rule-based, no key, no network. For a real one set OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY or AGENT_BASE_URL; "coder models" finds local servers.',
};

export type TurnWords = typeof turn;
