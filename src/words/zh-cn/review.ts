/** The messages of `coder review` for a person, in Chinese. */

import { late } from '../../base/late.ts';
import type { ReviewWords } from '../en/review.ts';

const words = (): ReviewWords => ({
  severity: { error: '错误', warning: '警告', note: '说明' },
  suggestion: '建议：',
  nothingFound: (files) => `${files} 个文件中没有发现问题。`,
  found: (files, errors, warnings, notes) =>
    `${files} 个文件中有 ${errors} 个错误、${warnings} 个警告、${notes} 个说明。`,
  dropped: ({ file, line, suggestion, malformed, repeated }) => {
    const parts = [
      [file, '个不在差异的文件中'],
      [line, '个不在差异的行上'],
      [suggestion, '个附带无法应用的建议'],
      [malformed, '个不完整'],
      [repeated, '个重复'],
    ] as const;
    const said = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
    return `已丢弃：${said.join('，')}。`;
  },
  nothingToReview: '没有可审查的内容：差异为空。',
  noRepository: (folder) => `${folder} 不在 git 仓库中；审查需要仓库。`,
  unknownRef: (ref) => `git 在此处找不到提交“${ref}”；也许需要先“git fetch”。`,
  noCommonCommit: (ref) => `此分支与“${ref}”在此处没有共同的提交；在 CI 中请检出完整历史（fetch-depth: 0）。`,
  tooLarge: '差异超过 16 MB；请用 --commit 或 --base 审查其中一部分。',
  lookedUp: (files) => `太大而未完整发送，由模型自行读取：${files.join('，')}`,
  needsModel: '内置的离线模型不能审查。“coder login” 可连接模型。',
  noList: '请求了三次，模型都没有给出发现列表。',
});

export const review = late(words);
