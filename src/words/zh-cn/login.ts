/** Messages for connecting a model, in Chinese. */

import { late } from '../../base/late.ts';
import type { LoginWords } from '../en/login.ts';

const words = (): LoginWords => ({
  whichProvider: '连接哪个服务商？',
  keySet: (variable) => `已设置 ${variable}`,
  keySaved: '已保存密钥',
  noKey: (variable) => `没有密钥（${variable}）`,
  running: '正在本机运行，不需要密钥',
  another: '其他兼容 OpenAI 的服务器',
  address: '服务器地址，例如 https://llm.example.com/v1',
  notAnAddress: (text) => `不是 http(s) 地址：${text}`,
  key: (place) => `${place} 的 API 密钥。请粘贴，内容不会显示。`,
  usesVariable: (variable) => `使用 ${variable} 中的密钥。`,
  checking: (host) => `正在向 ${host} 查询模型列表`,
  refused: (why) => `${why} 没有保存任何内容。请重试，或按 Esc 放弃。`,
  failed: (why) => `未连接：${why} 没有保存任何内容。`,
  theKey: '密钥',
  noModels: (host) => `${host} 没有模型列表。请输入模型名称`,
  whichModel: (host, count) => `使用哪个模型？${host} 有 ${count} 个`,
  givenUp: '未连接。没有保存任何内容。',
  done: (model, host) => `已连接：${host} 的 ${model}。`,
  saved: (keys, settings) => `密钥保存在 ${keys}（只有您可以读取），模型保存在 ${settings}。`,
  savedModel: (settings) => `模型保存在 ${settings}。`,
  overridden: (where) => `只要设置了 ${where}，就以它为准。`,
  next: '在项目目录里运行 coder 即可开始。',
  usage: '用法：coder login [服务商|地址]；没有终端时从标准输入读取密钥',
  noKeyOnInput: '标准输入中没有密钥；请用管道传入，或在终端中运行。',
  noKeyInWords: '密钥不应写在命令行上，别人可以看到；请在提示时粘贴，或通过管道传入',
  unknownProvider: (name, near, all) =>
    `未知的服务商“${name}”${near === undefined ? '。' : `；您是否指 ${near}？`}已知：${all}，或一个 http(s) 地址。`,
  loggedOut: (name) => `已删除 ${name} 的密钥。`,
  noKeys: (file) => `${file} 里没有密钥。`,
  notLoggedIn: (name, all) => `没有保存 ${name} 的密钥。已保存：${all}`,
  whichKey: '删除哪个服务商的密钥？',
  stillSet: (variable) => `${variable} 仍然设置着，会继续使用它。`,
});

export const login = late(words);
