/** The name of a plugin's server among all servers: `plugin_NAME_SERVER`, as the plugin's agents and commands call it. */

export function serverName(plugin: string, server: string): string {
  return `plugin_${plugin}_${server}`.replaceAll(/[\s/:]+/g, '_').slice(0, 100);
}
