/** Messages about MCP servers, in Chinese. */

import { late } from '../../base/late.ts';
import type { ListedServer } from '../../protocol/servers.ts';
import type { McpWords } from '../en/mcp.ts';

const states: Record<ListedServer['state'], string> = {
  off: '已关闭',
  untrusted: '未信任，因此不使用',
  unknown: '尚未连接过',
  known: '已知，未运行',
  starting: '正在启动',
  running: '正在运行',
  failed: '失败',
  'needs-login': '需要登录',
};

const words = (): McpWords => ({
  none: '没有配置 MCP 服务器。用 “coder mcp add 名称 -- 命令” 或 “coder mcp add 名称 URL” 添加。',
  title: (count) => `${count} 个 MCP 服务器`,
  states,
  because: (state, why) => `${state}：${why}`,
  facts: (facts) => facts.join('，'),
  tools: (count, tokens) => `${count} 个工具（约 ${tokens} 个 token）`,
  prompts: (count) => `${count} 个提示词`,
  resources: (count) => `${count} 个资源`,
  process: (pid) => `进程 ${pid}`,
  started: (ms) => `启动用时 ${ms} 毫秒`,
  noise: (lines) => `标准输出上有 ${lines} 行不是消息`,
  stderr: '标准错误',
  usage: '/mcp 名称 查看一个，/mcp reconnect 名称 重新启动，/trust add 信任项目自带的服务器',
  whichServer: '哪个服务器？',
  unknownServer: (name, near) => `没有服务器 ${name}。${near === undefined ? '' : `您是否指 ${near}？`}`,
  reconnected: (name) => `已连接：${name}`,
  notReconnected: (name, why) => `${name} 连接失败：${why}`,
  login: (name) => `登录：coder mcp login ${name}`,
  samples: (server, tokens, text) => `${server} 想向模型提问（最多返回 ${tokens} 个 token）：\n${text}\n允许吗？`,
  wantsLogin: (name, url) => `${name}（${url}）需要登录。现在用浏览器登录吗？`,
  loginAt: (url) => `请在此登录：${url}`,
  closeWindow: 'coder：可以关闭此窗口了。',
  asks: (server, message) => `${server} 询问：${message}`,
  opens: (server, message, url) => `${server} 询问：${message}\n打开 ${url}`,
  yes: '是',
  no: '否',
  skip: '留空',
});

export const mcp = late(words);
