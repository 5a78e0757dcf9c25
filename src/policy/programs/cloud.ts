/** Programs for clouds, containers and deployments. */

import { late } from '../../base/late.ts';
import type { Programs } from './program.ts';

const rows = (): Programs => ({
  docker: {
    probes: ['--version', '-v'],
    grammar: 'container',
    dangers: {
      flags: /^(?:--privileged|--pid=host|--cap-add|--device|--net(?:work)?=host|--userns=host|--security-opt)/,
      words:
        /(?<![-\w])(?:rm|rmi|prune|kill|stop|push|exec|cp|login|compose (?:down|rm|kill)|volume (?:rm|prune)|system|swarm|secret|context|plugin|import|load)\b/,
    },
    tooWide: 'alone',
    contacts: true,
  },
  podman: {
    probes: ['--version'],
    grammar: 'container',
    dangers: {
      flags: /^(?:--privileged|--pid=host|--cap-add|--device|--security-opt)/,
      words: /(?<![-\w])(?:rm|rmi|prune|kill|stop|push|exec|cp|login|system|secret)\b/,
    },
    tooWide: 'alone',
    contacts: true,
  },
  gh: {
    probes: ['--version'],
    dangers: {
      words:
        /\b(?:delete|gist|release (?:create|edit|upload)|repo (?:create|archive|edit|rename|fork|sync)|secret|ssh-key|gpg-key|auth|extension|alias|api|pr merge|workflow run|run (?:cancel|rerun))\b/,
    },
    sends: 'words',
  },
  pm2: { dangers: { flags: /^(?:delete|kill|stop)$/ } },
  glab: {
    dangers: { words: /\b(?:delete|snippet|release create|repo (?:create|archive)|auth|api|mr merge)\b/ },
    sends: 'words',
  },
  kubectl: {
    dangers: {
      words:
        /\b(?:delete|drain|cordon|exec|cp|replace|patch|edit|scale|apply|create|run|rollout|taint|label|annotate|attach|port-forward|proxy|auth)\b/,
    },
    sends: 'words',
  },
  oc: { dangers: { words: /\b(?:delete|drain|exec|cp|replace|patch|edit|scale|apply)\b/ } },
  helm: { dangers: { words: /\b(?:uninstall|delete|rollback|upgrade|install)\b/ }, tooWide: 'alone', contacts: true },
  'docker-compose': { dangers: { words: /\b(?:down|rm|kill|exec)\b/ }, tooWide: 'alone' },
  terraform: {
    dangers: { words: /\b(?:apply|destroy|import|state|taint|untaint|force-unlock)\b/ },
    tooWide: 'alone',
    contacts: true,
  },
  tofu: { dangers: { words: /\b(?:apply|destroy|import|state|taint)\b/ }, tooWide: 'alone' },
  pulumi: { dangers: { words: /\b(?:up|destroy|cancel|import|stack rm)\b/ }, tooWide: 'alone' },
  aws: {
    dangers: {
      words:
        /\b(?:rm|rb|mv|cp|sync|delete-\S+|terminate-\S+|put-\S+|create-\S+|update-\S+|modify-\S+|run-\S+|invoke|ssm|sts (?:assume|get-s|get-f)\S*|secretsmanager|configure)\b/,
    },
    sends: 'input',
  },
  gcloud: {
    dangers: {
      words: /\b(?:(?:delete|create|update|ssh|scp|auth|deploy|reset|stop|start|secrets)\b|(?:set|add|remove)-\S)/,
    },
    sends: 'words',
  },
  az: {
    dangers: { words: /\b(?:delete|create|update|login|deploy|start|stop|restart|keyvault|account)\b/ },
    sends: 'words',
  },
  gsutil: { dangers: { words: /\b(?:rm|mv|cp|rsync|rb|setmeta|acl|iam)\b/ }, sends: 'input' },
  heroku: {
    dangers: { words: /\b(?:destroy|run|pg:reset|config:set|releases:rollback|apps:destroy)\b/ },
    tooWide: 'alone',
  },
  fly: { dangers: { words: /\b(?:deploy|destroy|secrets|ssh|apps)\b/ }, tooWide: 'alone' },
  flyctl: { dangers: { words: /\b(?:deploy|destroy|secrets|ssh|apps)\b/ }, tooWide: 'alone', contacts: true },
  vercel: { dangers: { words: /\b(?:deploy|rm|remove|env|secrets)\b|--prod\b/ }, tooWide: 'alone', contacts: true },
  netlify: { dangers: { words: /\b(?:deploy|sites:delete|env)\b/ }, tooWide: 'alone', contacts: true },
  wrangler: { dangers: { words: /\b(?:deploy|publish|delete|secret)\b/ }, tooWide: 'alone' },
  security: { dangers: { words: /^/ } },
  mc: { dangers: { words: /\b(?:rm|rb|mv|mirror)\b/ } },
  nerdctl: { tooWide: 'alone' },
  ansible: { tooWide: 'alone', contacts: true },
  'ansible-playbook': { tooWide: 'alone', contacts: true },
  vagrant: { tooWide: 'alone' },
  firebase: { tooWide: 'alone' },
  supabase: { tooWide: 'alone' },
});

export const cloud = late(rows);
