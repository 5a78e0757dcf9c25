/** The output of `coder mcp`, in Chinese. */

import { late } from '../../base/late.ts';
import type { ManagedState } from '../../protocol/servers.ts';
import type { McpCommandWords } from '../en/mcp-command.ts';

const states: Record<ManagedState, string> = {
  off: '已关闭',
  untrusted: '未信任，因此不使用',
  known: '已知',
  unknown: '尚未连接过',
};

const words = (): McpCommandWords => ({
  usage: `用法：coder mcp add 名称 [-e 变量=值] [-s user|project|local] -- 命令…
      coder mcp add [-t http|sse] 名称 URL [-H "名称: 值"]
      coder mcp list|get 名称|remove 名称|test 名称|login 名称|logout 名称 [--json]`,
  states,
  because: (state, why) => `${state}（${why}）`,
  facts: (facts) => facts.join('，'),
  failed: (name, why) => `${name} 不可用：${why}`,
  none: '没有配置 MCP 服务器。用 “coder mcp add 名称 -- 命令” 或 “coder mcp add 名称 URL” 添加。',
  tools: (count) => `${count} 个工具`,
  where: (place) => `配置于：${place}`,
  added: (name, file) => `已将 ${name} 添加到 ${file}。“coder mcp test ${name}” 可测试它。`,
  isThere: (name, file) => `${file} 中已有服务器 ${name}；“coder mcp remove ${name}” 可删除。`,
  removed: (name, file) => `已从 ${file} 删除 ${name}。`,
  notJson: '不是 JSON',
  works: (name, protocol, tools, ms) => `${name} 可用：MCP ${protocol}，${tools} 个工具，启动用时 ${ms} 毫秒`,
  unknownServer: (name, near) => `没有服务器 ${name}${near === undefined ? '' : `；您是否指 ${near}？`}`,
  noLogin: (name) => `${name} 是本机程序，不需要登录`,
  open: '打开此地址登录：',
  paste: '如果浏览器无法返回这里，请粘贴它最后停留的地址并按回车。',
  loggedIn: (name) => `已登录：${name}`,
  needsNone: (name) => `${name} 允许访问，无需登录`,
  notLoggedIn: (name, why) => `未能登录 ${name}：${why}`,
  loggedOut: (name, was) => (was ? `已退出登录：${name}` : `${name} 没有登录。`),
});

export const mcpCommand = late(words);
