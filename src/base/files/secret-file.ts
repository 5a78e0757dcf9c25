/** Recognises, by name, files that hold secrets; reading one would put the secrets into the model's context. */

import { anyOf } from '../text/any-of.ts';
import { compileLooseName } from '../text/glob.ts';

const SECRET_NAMES = anyOf([
  /^\.env(?:[.~_-].*|rc|\s+)?$/,
  /^[\w-]+\.env$/,
  /^\.(?:dev\.vars|secrets?)$/,
  /\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg|ovpn|tfstate|tfvars)(?:\.(?:bak|backup|old|orig|save))?$/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?:\..+)?$/,
  /^[._]netrc$/,
  /^\.(?:pgpass|my\.cnf|pypirc|npmrc|yarnrc\.yml|git-credentials|htpasswd|dockercfg|vault-token|s3cfg|boto|databrickscfg)$/,
  /^(?:credentials|secrets?|passwords?)(?:\.(?:json|ya?ml|toml|ini|txt|env|properties))?$/,
  /^(?:service[-_]?account|client_secret|gcp[-_]key|application_default_credentials).*\.json$/,
  /^kubeconfig$|-adminsdk-[\w-]*\.json$/,
  /^\.(?:bash|zsh|sh|python|node_repl|psql|mysql|sqlite)_history$/,
  /^(?:shadow|gshadow|sudoers|environ)$/,
  /^auth\.json$/,
]);

const SECRET_FOLDERS =
  /(?:^|\/)(?:\.ssh|\.aws|\.gnupg|\.kube|\.docker|\.azure|\.password-store|\.config\/(?:gcloud|gh|op))(?:\/|$)/;

const NOT_SECRET = /\.(?:example|sample|template|dist|defaults?|pub)$/;

/** Names to try a pattern against, one of each kind. */
const SAMPLES = [
  '.env',
  '.env.local',
  '.env.production',
  '.envrc',
  'server.pem',
  'private.key',
  'cert.p12',
  'id_rsa',
  'id_ed25519',
  'id_ecdsa',
  '.netrc',
  '.pgpass',
  '.npmrc',
  '.git-credentials',
  '.ssh',
  '.aws',
  '.gnupg',
  '.kube',
  '.docker',
  'credentials',
  'credentials.json',
  'secrets.yaml',
  'secret',
  'shadow',
];

/** Names of files without secrets, of the kinds that patterns are usually meant for. */
const PLAIN_NAMES = [
  'package.json',
  'config.yaml',
  'config.yml',
  'config.toml',
  'setup.ini',
  'notes.txt',
  'log4j.properties',
  'config',
  'main.ts',
  'README.md',
  '.gitignore',
  '.eslintrc.json',
];

export function isSecretPath(path: string): boolean {
  const folded = path.toLowerCase();
  if (SECRET_FOLDERS.test(folded)) return true;
  const name = folded.slice(folded.lastIndexOf('/') + 1);
  return !NOT_SECRET.test(name) && SECRET_NAMES.test(name);
}

/** True if a glob targets secrets: one of its parts matches a secret file's name. A bare `*` does not count. */
export function aimsAtSecrets(pattern: string, wildcardsTakeDots = false): boolean {
  return pattern.split('/').some((part) => {
    if (!/[*?[]/.test(part)) return isSecretPath(part);
    if (/^[*]+$/.test(part)) return false;
    if (/^\.?[*?[]/.test(part) && part.startsWith('.')) return true;
    const matches = compileLooseName(part.toLowerCase());
    return SAMPLES.some(
      (sample) => matches(sample) && (wildcardsTakeDots || part.startsWith('.') || !sample.startsWith('.')),
    );
  });
}

/** True if a pattern also matches files without secrets: `*.json` does, `*.pem` does not. */
export function matchesPlainNames(pattern: string): boolean {
  const last = pattern.slice(pattern.lastIndexOf('/') + 1).toLowerCase();
  if (!/[*?[]/.test(last)) return false;
  const matches = compileLooseName(last);
  const folders = pattern.slice(0, pattern.length - last.length).split('/');
  return PLAIN_NAMES.some((name) => matches(name)) && !folders.some((folder) => aimsAtSecrets(folder));
}
