/** Changes to the environment of a confined command: no variables for sockets it cannot reach, and caches it can write. */

/** Variables that name sockets and displays that do not exist inside. */
const GONE = [
  'SSH_AUTH_SOCK',
  'SSH_AGENT_PID',
  'GPG_AGENT_INFO',
  'DBUS_SESSION_BUS_ADDRESS',
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XDG_RUNTIME_DIR',
  'DOCKER_HOST',
  'XAUTHORITY',
];

/** Where common tools keep data that can be fetched again; used if the home folder is not writable. */
const CACHES: Readonly<Record<string, string>> = {
  XDG_CACHE_HOME: '',
  npm_config_cache: '/npm',
  YARN_CACHE_FOLDER: '/yarn',
  PIP_CACHE_DIR: '/pip',
  UV_CACHE_DIR: '/uv',
  GOCACHE: '/go-build',
  GRADLE_USER_HOME: '/gradle',
  DENO_DIR: '/deno',
  BUN_INSTALL_CACHE_DIR: '/bun',
};

/** `undefined` removes a variable. `kept`: variables whose sockets are lent. */
export function sandboxEnvironment(
  temporary: string,
  homeIsLayer: boolean,
  kept: readonly string[] = [],
): Record<string, string | undefined> {
  const gone = Object.fromEntries(GONE.filter((name) => !kept.includes(name)).map((name) => [name, undefined]));
  const caches = Object.entries(CACHES).map(([name, below]) => [name, `${temporary}/.cache${below}`]);
  return { ...gone, TMPDIR: temporary, ...(homeIsLayer ? {} : Object.fromEntries(caches)) };
}
