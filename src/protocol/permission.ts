/** The two permissions that have rules by pattern, as tools, presets and settings spell them. */

/** The permission that commands use. */
export const COMMANDS = 'bash';
/** The permission that tools of MCP servers use. */
export const SERVERS = 'mcp';
