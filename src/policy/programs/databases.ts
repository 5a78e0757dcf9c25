/** Database clients. */

import type { Programs } from './program.ts';

export const DATABASES: Programs = {
  sqlite3: {
    probes: ['--version'],
    dangers: {
      words:
        /\b(?:drop|delete|truncate|alter|update|insert|create|attach|vacuum)\b|\.(?:shell|system|output|once|save|backup|import|load|restore|clone)/i,
    },
    runsInput: 'commands',
    tooWide: 'alone',
  },
  psql: {
    probes: ['--version'],
    dangers: { words: /\b(?:drop|delete|truncate|alter|update|insert|grant|revoke|copy|create)\b|\\!|\\o|\\copy/i },
    runsInput: 'commands',
    tooWide: 'alone',
  },
  mysql: {
    probes: ['--version'],
    dangers: { words: /\b(?:drop|delete|truncate|alter|update|insert|grant|revoke|create|load)\b|\\!|\bsystem\b/i },
    runsInput: 'commands',
    tooWide: 'alone',
  },
  'redis-cli': { dangers: { words: /\b(?:flushall|flushdb|del|config|eval|shutdown|script)\b/i }, tooWide: 'alone' },
  mariadb: {
    dangers: { words: /\b(?:drop|delete|truncate|alter|update|insert|grant|revoke|create|load)\b|\\!|\bsystem\b/i },
    tooWide: 'alone',
  },
  mongosh: { dangers: { words: /\b(?:drop|delete|remove|update|insert|eval)/i }, tooWide: 'alone' },
  mongo: { dangers: { words: /\b(?:drop|delete|remove|update|insert|eval)/i } },
  dropdb: { dangers: { words: /^/ } },
  dropuser: { dangers: { words: /^/ } },
};
