/** Lets a workflow continue only for people who may write to the repository, or whom the workflow lists. */

const { env } = process;
const allowed = new Set(
  (env.CODER_INPUT_ALLOW_USERS ?? '')
    .split(/[\s,]+/)
    .filter((name) => name !== '')
    .map((name) => name.toLowerCase()),
);

/** The person who started the run, and the one who re-ran it. */
const people = new Set([env.GITHUB_ACTOR, env.GITHUB_TRIGGERING_ACTOR].filter((name) => name));
if (people.size === 0) refuse('the run does not say who started it.');
for (const person of people) {
  if (allowed.has(person.toLowerCase())) continue;
  const permission = await permissionOf(person);
  if (permission !== 'admin' && permission !== 'write')
    refuse(`${plain(person)} may not write to this repository. To let them run coder anyway, add them to allow-users.`);
}
console.log(`Started by ${[...people].map(plain).join(', ')}.`);

async function permissionOf(person) {
  const repository = (env.GITHUB_REPOSITORY ?? '').split('/').map(encodeURIComponent).join('/');
  const url = `${env.GITHUB_API_URL ?? 'https://api.github.com'}/repos/${repository}/collaborators/${encodeURIComponent(person)}/permission`;
  try {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${env.CODER_INPUT_GITHUB_TOKEN ?? ''}`, accept: 'application/vnd.github+json' },
      redirect: 'error',
      signal: AbortSignal.timeout(30_000),
    });
    if (response.status === 404) return 'none';
    if (!response.ok) return refuse(`cannot find out whether ${plain(person)} may write to the repository: status ${response.status}.`);
    const { permission } = await response.json();
    return permission;
  } catch {
    return refuse(`cannot find out whether ${plain(person)} may write to the repository: no answer.`); // the error itself could reveal the request
  }
}

/** The name with characters that GitHub does not allow in one replaced. */
function plain(name) {
  return name.replace(/[^\w[\]-]/g, '?');
}

function refuse(why) {
  console.log(`::error title=coder::${why}`);
  process.exit(1);
}
