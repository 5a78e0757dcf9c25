/** Messages inside an editor, in Chinese. */

import { late } from '../../base/late.ts';
import type { AcpWords } from '../en/acp.ts';

const words = (): AcpWords => ({
  yes: '是',
  no: '否',
  always: (scope) => `本次会话中始终允许：${scope}`,
  none: '都不选',
  why: '询问的原因：',
  covers: (tools) => `规则将涵盖 ${tools}`,
  mode: '模式',
  model: '模型',
  reasoning: '思考强度',
  reasoningLevels: { default: '按配置', low: '低', medium: '中', high: '高' },
  other: '其他',
  questions: (count) => `模型有 ${count} 个问题。`,
  login: '在终端中设置密钥',
  loginHow: '运行 coder auth（即 coder login）：选择服务商，给出密钥，选择模型。',
  jobsLeft: (jobs) => `仍在后台运行：${jobs}`,
});

export const acp = late(words);
