/** Classifies a command line for verification: a check with a reliable exit code, or a change of files. Pure. */

import { anyOf } from '../../base/text/any-of.ts';

/** Matches syntax that hides an exit code (`|`, `;`, `||`, `&`) or makes the line run more than it names. */
const UNTRUE = /[|;`\n]|\$\(|(?<!&)&(?!&)/;
const SCRIPTS = String.raw`(?:test|tests|t|check|lint|typecheck|type-check|tsc|build|verify|ci)(?:[:.-][\w:.-]+)?`;
const PROGRAMS = String.raw`(?:jest|vitest|mocha|ava|tap|tsc|vue-tsc|eslint|oxlint|biome|prettier --check|standard|playwright|cypress|pytest|py\.test|tox|nox|mypy|pyright|ruff|flake8|pylint|black --check|rspec|rubocop|phpunit|phpstan|ctest|golangci-lint|staticcheck|shellcheck|swiftlint)`;

const CHECKS = anyOf([
  new RegExp(String.raw`^(?:npm|pnpm|yarn|bun)(?: -\S+)* (?:(?:run|run-script)(?: -\S+)* )?${SCRIPTS}(?: |$)`),
  new RegExp(
    String.raw`^(?:(?:npx|bunx|pnpm exec|pnpm dlx|yarn|yarn exec|bundle exec|poetry run|uv run|pipenv run)(?: -\S+)* )?${PROGRAMS}(?: |$)`,
  ),
  /^node(?: -\S+)* --test(?: |$)/,
  /^(?:(?:poetry|uv|pipenv) run )?python3?(?: -\w+)* -m (?:pytest|unittest|mypy|tox|ruff|compileall)(?: |$)/,
  /^go (?:test|vet|build)(?: |$)/,
  /^cargo(?: \+\S+)? (?:test|check|build|clippy|nextest run)(?: |$)/,
  /^(?:mvn|\.\/mvnw)(?: \S+)*? (?:test|verify|package|install)(?: |$)/,
  /^(?:gradle|\.\/gradlew)(?: \S+)*? (?::?\S*:)?(?:test|check|build)(?: |$)/,
  /^(?:make|just|task|rake|mix|sbt|zig build|deno|dotnet|swift|bazel|meson)(?: -\S+)* (?:test|check|lint|build|verify)(?: |$)/,
]);

const TESTS =
  /\b(?:tests?|check|verify|ci|pytest|unittest|tox|nox|jest|vitest|mocha|ava|tap|rspec|phpunit|ctest|nextest|playwright|cypress)\b/;
const BUILDS = /^(?:cargo|black|prettier) (?:check|--check)|\b(?:ruff|biome|eslint) check\b/;

/** `cd web && npm test` counts, because it succeeds only if all of it does. */
export function isCheck(line: string): boolean {
  const plain = line.includes('>&') ? line.trim().replace(/\s?\d?>&\d\b/g, '') : line.trim();
  if (plain === '' || UNTRUE.test(plain)) return false;
  return plain.split('&&').some((part) => {
    const command = part
      .trim()
      .replace(/\s+/g, ' ')
      .replace(/^(?:[A-Z_][A-Z0-9_]*=[\w./-]* )+/, '');
    return CHECKS.test(command);
  });
}

/** True for a check that runs tests, not one that only compiles or reads the code. */
export function isTestLine(line: string): boolean {
  return isCheck(line) && TESTS.test(line) && !BUILDS.test(line);
}

/** Commands that by nature change sources; what a project's script does is unknown. */
const CHANGES = anyOf([
  /^(?:sed|perl) (?:-\S+ )*-\w*i/,
  /^(?:cp|mv|rm|tee|patch|rsync|truncate|ed|ex) /,
  /^git (?:-C \S+ )?(?:checkout|restore|reset|revert|stash|merge|rebase|pull|apply|am|cherry-pick|switch|clean|mv|rm)\b/,
  /^(?:cargo (?:fmt|fix)|go fmt|gofmt -\w*w|rustfmt|black|isort|ruff format)(?: |$)(?!.*--check)/,
  /^(?:npx )?(?:prettier|eslint|biome|oxlint|ruff|rubocop|stylelint)\b.* (?:--write|--fix|-w|-a)\b/,
  /^(?:npm|pnpm|yarn|bun) (?:run )?(?:format|fmt|fix|codegen|generate)\b(?![:-]check)/,
]);
const REDIRECTED = /(?<![-=0-9&])>>?\s*(?!&|\s*\/dev\/)[^\s&|;<>]/;

export function changesFiles(line: string): boolean {
  const bare = line.replace(/'[^']*'|"(?:\\.|[^"\\])*"/g, '_'); // quoted words are not commands
  const commands = bare.split(/[;&|(\n]+|\bxargs (?:-\S+ |\d+ )*/).map((part) => part.trim().replace(/\s+/g, ' '));
  return REDIRECTED.test(bare) || commands.some((command) => CHANGES.test(command));
}
