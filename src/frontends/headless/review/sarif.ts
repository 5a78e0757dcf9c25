/** Findings as SARIF 2.1.0, which code hosts and editors read. */

import { type Dropped, type Finding, SEVERITIES, type Suggestion } from '../../../app/review/findings.ts';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

interface SarifSource {
  findings: readonly Finding[];
  dropped: Dropped;
  isComplete: boolean;
  version: string;
}

export function sarifOf({ findings, dropped, isComplete, version }: SarifSource): object {
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'coder', semanticVersion: version, rules: SEVERITIES.map(ruleOf) } },
        invocations: [{ executionSuccessful: isComplete }],
        originalUriBaseIds: { TOP: { description: { text: 'The top of the repository.' } } },
        columnKind: 'utf16CodeUnits',
        results: findings.map(resultOf),
        properties: { dropped },
      },
    ],
  };
}

function ruleOf(level: Finding['severity']): object {
  return {
    id: `review/${level}`,
    shortDescription: { text: `Review finding of severity ${level}.` },
    defaultConfiguration: { level },
  };
}

function resultOf({ file, line, end_line: end, severity, title, reason, suggestion }: Finding): object {
  const artifactLocation = { uri: uriOf(file), uriBaseId: 'TOP' };
  return {
    ruleId: `review/${severity}`,
    ruleIndex: SEVERITIES.indexOf(severity),
    level: severity,
    message: { text: `${title}\n\n${reason}` },
    locations: [{ physicalLocation: { artifactLocation, region: { startLine: line, endLine: end ?? line } } }],
    ...(suggestion && {
      fixes: [
        {
          description: { text: title },
          artifactChanges: [
            {
              artifactLocation,
              replacements: [replacementOf(suggestion)],
            },
          ],
        },
      ],
    }),
  };
}

/** A region without columns covers whole lines except the last line end, so removed lines need a region up to the next line. */
function replacementOf({ start_line: startLine, end_line: endLine, new: text }: Suggestion): object {
  const isRemoved = text === '';
  const lines = isRemoved ? { startLine, startColumn: 1, endLine: endLine + 1, endColumn: 1 } : { startLine, endLine };
  return { deletedRegion: lines, insertedContent: { text } };
}

function uriOf(file: string): string {
  return file.split('/').map(encodeURIComponent).join('/');
}
