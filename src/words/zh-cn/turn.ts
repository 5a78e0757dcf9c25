/** What coder itself says while a session runs, in Chinese. */

import type { TurnWords } from '../en/turn.ts';

export const turn: TurnWords = {
  offlineAnswers:
    '由内置的离线模型回答：基于规则，无需密钥，不联网。接入真实模型：设置 OPENAI_API_KEY、ANTHROPIC_API_KEY、GEMINI_API_KEY 或 AGENT_BASE_URL；“coder models” 会查找本地服务。',
};
