/** Errors with sessions, exports, settings files and providers, in Chinese. */

import { late } from '../../../base/late.ts';
import { own } from '../../../base/own.ts';
import type { Described, PlainKind } from '../../../base/schema.ts';
import type { BasicFaultWords } from '../../en/faults/faults.ts';

const words = (): BasicFaultWords => ({
  sessionExists: (id) => `会话 ${id} 已存在。请用 --resume ${id}。`,
  sessionNotFound: (id) => `未找到会话：${id}`,
  sessionDamaged: (id, path) => `会话 ${id} 无法读取：开头部分已丢失。文件保留在 ${path}`,
  sessionVersion: (id, coder) => `会话 ${id} 由另一版本的 coder（${coder}）写入，请用该版本打开。`,
  sessionClosed: (id) => `会话 ${id} 已关闭`,
  sessionLocked: (pid, host, path) =>
    `此会话正被${pid === '' ? '另一个进程' : `${host === '' ? '' : ` ${host} 上的`}进程 ${pid} `}使用。请先结束它；若它已不在，请删除 ${path}。`,
  sessionUnsaved: (why) => `会话无法保存（${why}）。先在内存中继续，之后会再次尝试保存。`,
  sessionLost: (id) => `会话 ${id} 未能保存：上次写入之后的内容已丢失。`,
  sessionLines: (id, count) => `会话 ${id}：跳过了 ${count} 行损坏的内容；其中的消息这里没有，但仍保留在文件里。`,
  noSessionHere: () => '此目录中没有可以继续的会话。',
  workspaceGone: (path) => `目录 ${path} 已不存在：它被删除或移走了。请把它放回来，或退出后在文件所在处启动 coder。`,
  notRegular: (path) => `${path} 不是普通文件`,
  changedByOther: (path) => `${path} 被另一个进程改动了`,
  noPermission: (path, what) =>
    `没有权限：${path}（${what}）。请修改其所有者或权限；CODER_HOME 可以为 coder 自己的文件指定另一个目录。`,
  readOnlyDisk: (path, what) =>
    `${path} 所在的文件系统是只读的（${what}）。请改为可写；CODER_HOME 可以为 coder 自己的文件指定另一个目录。`,
  diskFull: (path, what) => `磁盘已满：${path}（${what}）。请腾出空间后重试。`,
  noFolderThere: (path, what) => `${path}：需要目录的地方有一个文件（${what}）。请移走该文件，或指定另一个目录。`,
  folderInTheWay: (path, what) => `${path} 是目录，不是文件（${what}）。请指定一个文件。`,
  nothingThere: (path, what) => `${path} 不存在（${what}）。请检查路径。`,

  exportToFolder: (path) => `${path} 是目录，请指定其中的文件。`,
  exportNoFolder: (folder) => `没有目录 ${folder}，请先创建。`,
  exportFailed: (path, why) => `无法写入 ${path}：${why}`,

  jsonGoesOn: (found) => `文件应在此结束，却有${foundIn(found)}`,
  jsonOpenComment: () => '此注释没有结束',
  jsonTooDeep: (most) => `嵌套超过 ${most} 层`,
  jsonNoKey: (found) => `应为双引号中的键或 }，而不是${foundIn(found)}`,
  jsonSameKey: (key) => `键 ${key} 出现两次`,
  jsonNoColon: (key, found) => `键 ${key} 之后应为 :，而不是${foundIn(found)}`,
  jsonNoComma: (close, found) => `应为 , 或 ${close}，而不是${foundIn(found)}`,
  jsonOpenString: () => '此字符串没有结束：缺少 "',
  jsonBadString: () => '不是有效的字符串：含有控制字符，或 \\ 转义有误',
  jsonNoValue: (found) => `应为一个值，而不是${foundIn(found)}`,
  jsonBareWord: (word) => `应为一个值，而不是 ${word}；文本要放在双引号中`,

  asSaid: (text) => text,
  placed: (place, what) => `${place}：${what}`,
  andAlso: (first, second) => `${first}；${second}`,
  onCommandLine: () => '命令行',
  byDefault: () => '默认值',
  theSettings: () => '设置',
  settingsUnreadable: (file, why) => `${file}：无法读取：${why}`,
  settingsNoFile: (file) => `${file}：不是普通文件`,
  settingsTooLarge: (file) => `${file}：超过 1 MiB`,
  settingsMissing: (file) => `${file}：没有这个文件（--config）`,
  settingNotSaved: (file, key) => `${file}：未能保存 ${key}`,
  settingExpected: (kind, text, gotKind, got) =>
    `应为${described({ kind, text })}，而不是${described({ kind: gotKind, text: got })}`,
  settingIsMissing: () => '缺少此项',
  settingRange: (min, max) => `应在 ${min} 与 ${max} 之间`,
  settingNear: (near) => `未知的键；您是否指 ${near}？`,
  settingNested: (how) => `未知的键；请写成 ${how}`,
  settingUnknown: (known) => `未知的键；可用：${known}`,
  settingWrong: (message) => `值无效：${message}`,
  webAddress: () => '应为以 http:// 或 https:// 开头的地址',
  secureAddress: () => '应为以 https:// 开头的地址',
  badBudget: (value) => `${value} 不是预算。写法：$2、500k tokens 或 30m；多个用逗号分隔；off 表示不限。`,
  unknownMode: (name, known) => `未知的模式 ${name}；可用：${known}`,
  unknownAgent: (name, known) => `未知的智能体 ${name}；可用：${known}`,
  unknownPreset: (name, known) => `未知的预设 ${name}；可用：${known}`,
  modeWithoutPreset: (mode) => `模式 ${mode} 没有预设。`,
  settingLeftOut: () => '（不采用）',
  fileLeftOut: (file) => `在改正之前不使用 ${file}。`,
  settingIgnored: (at, key) => `${at}：${key} 被忽略：`,
  setItIn: (file) => `要设置它，请用 ${file}。`,
  projectNever: () => '项目不能设置它。',
  projectLower: (current) => `项目只能把它调低（${current}）。`,
  projectOnly: (value) => `项目只能把它设为 ${value}。`,
  projectStricter: (current) => `项目只能让它更严格（${current}）。`,
  projectLess: (current) => `项目只能共享得更少（${current}）。`,
  projectMode: (mode) => `项目不能选择比 ${mode} 更宽松的模式。`,
  projectInside: () => '项目只能使用项目内的文件。',
  projectSecrets: () => '项目不能使用可能含有机密的文件。',
  projectAllow: () => '项目不能放行本应询问的操作。',
  projectRow: () => '项目允许的范围不能超出您自己的设置。',
  routeUnused: (at, key, known) => `${at}：${key} 未被使用；可用：${known}。`,
  noAddedFolder: (where, path) => `${where}：add_dirs：没有目录 ${path}`,
  keysReadable: (file) => `${file} 含有密钥，而其他人可以读取它；请运行：chmod 600 ${file}`,

  keysNoJson: (file) => `${file} 不是 JSON。${KEYS_FORM}`,
  keysUnreadable: (file, code) => `无法读取 ${file}（${code}）。${KEYS_FORM}`,
  keysNoObject: (file) => `${file} 不是对象。${KEYS_FORM}`,
  keyNoString: (file, name) => `${file}："${name}" 的密钥不是字符串。${KEYS_FORM}`,
  profilesUnusable: (file, why) => `无法使用 ${file}：${why}。请删除它；“coder doctor --model 名称” 会重新测量。`,

  badBaseUrl: (url) => `基础地址“${url}”不是 http(s) 地址。`,
  loginInBaseUrl: () => '基础地址不能含用户名或密码。',
  projectEndpoint: (host, origin) =>
    `此项目想连接 ${host}，但没有为它设置密钥。若同意，请把“${origin}”及其密钥加入 ~/.coder/auth.json，或设置 AGENT_BASE_URL 和 AGENT_API_KEY。`,
  nameAModel: (host) => `请为 ${host} 指定模型：--model 名称 或 AGENT_MODEL。“coder models” 列出可用的模型。`,
  unknownProvider: (name, known) => `未知的服务商“${name}”。可用：${known}、offline。`,
  keyVariableUnset: (variable) => `没有设置 ${variable}；provider.api_key_env 指定了它。`,
  noKeyForModel: (model, variable, vendor, known) =>
    `没有 ${model} 的 API 密钥。请设置 ${variable}，或设置 AGENT_BASE_URL 和 AGENT_API_KEY；--model offline 不需要密钥。${vendor === '' ? '' : `“${vendor}”不是已知的服务商。可用：${known}。`}`,
  noKey: (vendor, variable) =>
    `没有 ${vendor} 的 API 密钥。请设置 ${variable}，或把“${vendor}”加入 ~/.coder/auth.json；--model offline 不需要密钥。`,

  answerTooLarge: (host) => `${host} 的回答超过 8 MB。`,
  answerLate: (host) => `${host} 没有及时应答。`,
  noJson: (host) => `${host} 返回的不是 JSON。请检查基础地址。`,
  noModelList: (host) => `${host} 没有返回模型列表。请检查基础地址。`,
  nobodyAnswers: (host, code) => `${host} 没有应答（${code}）。服务器在运行吗？`,
  hostNotFound: (host, code) => `找不到主机 ${host}（${code}）。`,
  notDecoded: (host, why) => `无法解码 ${host} 的回答（${why}）。`,
  notTrusted: (host, code) => `${host} 的证书不受信任（${code}）。用 NODE_EXTRA_CA_CERTS 可信任更多的颁发机构。`,
  noTls: (host) => `${host} 不使用 TLS。基础地址是否应以 http:// 开头？`,
  hostSays: (host, what) => `主机 ${host}：${what}`,
  endedWith: (what) => `${what}。`,
  notReached: (host, seconds) => `在 ${seconds} 秒内无法连接 ${host}。`,
  notAnswered: (host, seconds) => `${host} 在 ${seconds} 秒内没有应答。`,
  redirectsTo: (host) => `它重定向到 ${host}。如果正是要用那个主机，请把基础地址设为它。`,
  redirectsOn: () => '它循环重定向。请检查基础地址。',
  webPage: (host) => `${host} 返回的是网页。请检查基础地址。`,
  noData: (host, seconds) => `${host} 有 ${seconds} 秒没有发来数据。`,
  stoppedAnswering: (host) => `${host} 回答到一半停住了。`,
  sentTooMuch: (host, what) => `${host} 发来了${what}。`,
  aLargeStream: (mb) => `超过 ${mb} MB 的数据流`,
  aLargeAnswer: (mb) => `超过 ${mb} MB 的回答`,
  aLargeEvent: (mb) => `超过 ${mb} MB 的事件`,
  corruptStream: (host, what) => `${host} 发来的数据流已损坏：${what}。`,
  pieceNoJson: () => '其中一段不是 JSON',
  pieceNoObject: () => '其中一段不是 JSON 对象',
  piecesDiffer: () => '某个调用的参数与其各段不一致',
  closedInAnswer: (host) => `${host} 回答到一半关闭了连接。`,
  brokeOff: (host, why) => `${host} 中断了回答（${why}）。`,
  noEndMarker: () => '服务商的数据流没有结束标记。',
  badEnd: () => '数据流没有正常结束。',
  emptyAnswer: (host, why) =>
    `${host} 的回答是空的${why === '' ? '' : `：${why}`}。请重试，或用 /model 选择另一个模型。`,
  spentThinking: () => '输出上限全部用于思考',
  onlyThought: () => '它只进行了思考',
  announcedCall: () => '它表示要调用工具，却没有调用',
  cancelled: () => '已取消。',
  brokenConnection: (host, why) => `与 ${host} 的连接中断（${why}）。`,
  tooLong: (said) => `对话超出了模型的长度${said}`,
  keyRefused: (host, status, said) => `${host} 拒绝了密钥（${status}）${said}`,
  checkKey: (from) => `请检查 ${from}。`,
  setKey: () => '请设置 AGENT_API_KEY，或在 auth.json 中写明此地址。',
  modelUnknown: (host, status, said) => `${host} 没有此模型或路径（${status}）${said} “coder models” 列出可用的模型。`,
  creditUsedUp: (host, said) => `${host} 称额度已用完${said}`,
  rateLimited: (host, said) => `${host} 限制了请求频率（429）${said}`,
  gaveUpWaiting: (host, said) => `${host} 等待超时（408）${said}`,
  serverProblem: (host, status, said) => `${host} 出现问题（${status}）${said}`,
  requestRefused: (host, status, said) => `${host} 拒绝了请求（${status}）${said}`,
});

export const faults = late(words);

const KEYS_FORM = '内容应为 {"openai": "密钥"}，权限为 0600。';

const KINDS: Readonly<Record<PlainKind, string>> = {
  string: '字符串',
  number: '数字',
  integer: '整数',
  boolean: ' true 或 false',
  list: '列表',
  object: '对象',
  pair: '两个值',
  nothing: '空值',
};

function described({ kind, text }: Described): string {
  if (kind === 'one-of') return `以下之一：${text}`;
  return own(KINDS, kind) ?? ` ${text}`;
}

function foundIn(found: string): string {
  return found === '' ? '文件结尾' : ` ${found}`;
}
