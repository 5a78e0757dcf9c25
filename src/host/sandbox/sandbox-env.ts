/** What the environment of a confined command lacks and gains: no way to sockets it cannot reach, and caches it can write. */

/** They name sockets and displays that are not there. */
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

/** Where the usual tools keep what can be fetched again, if the home folder cannot be written. */
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

/** `undefined` takes a variable away. `kept`: variables whose sockets are lent. */
export function sandboxEnvironment(
  temporary: string,
  homeIsLayer: boolean,
  kept: readonly string[] = [],
): Record<string, string | undefined> {
  const gone = Object.fromEntries(GONE.filter((name) => !kept.includes(name)).map((name) => [name, undefined]));
  const caches = Object.entries(CACHES).map(([name, below]) => [name, `${temporary}/.cache${below}`]);
  return { ...gone, TMPDIR: temporary, ...(homeIsLayer ? {} : Object.fromEntries(caches)) };
}
