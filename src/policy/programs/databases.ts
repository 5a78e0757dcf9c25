/** Database clients. */

import { late } from '../../base/late.ts';
import type { Programs } from './program.ts';

const rows = (): Programs => ({
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
    contacts: true,
  },
  mysql: {
    probes: ['--version'],
    dangers: { words: /\b(?:drop|delete|truncate|alter|update|insert|grant|revoke|create|load)\b|\\!|\bsystem\b/i },
    runsInput: 'commands',
    tooWide: 'alone',
    contacts: true,
  },
  'redis-cli': {
    dangers: { words: /\b(?:flushall|flushdb|del|config|eval|shutdown|script)\b/i },
    tooWide: 'alone',
    contacts: true,
  },
  mariadb: {
    dangers: { words: /\b(?:drop|delete|truncate|alter|update|insert|grant|revoke|create|load)\b|\\!|\bsystem\b/i },
    tooWide: 'alone',
  },
  mongosh: { dangers: { words: /\b(?:drop|delete|remove|update|insert|eval)/i }, tooWide: 'alone', contacts: true },
  mongo: { dangers: { words: /\b(?:drop|delete|remove|update|insert|eval)/i } },
  pg_dump: { contacts: true },
  mysqldump: { contacts: true },
  dropdb: { dangers: { words: /^/ } },
  dropuser: { dangers: { words: /^/ } },
});

export const databases = late(rows);
