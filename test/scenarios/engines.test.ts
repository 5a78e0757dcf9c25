/** Jobs on the engines that people run: real Redis, real PostgreSQL, workers killed with -9. */

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runEngine } from '../fixtures/engine-runs.ts';
import { lacksEngines, startDatabases, yamlModule } from '../fixtures/engines.ts';

const examples = fileURLToPath(new URL('../../examples/fleet/', import.meta.url));

test('FLEET-4 each example has at most 60 lines', () => {
  const sizes = globSync(`${examples}*.{mjs,yaml}`).map((file) => readFileSync(file, 'utf8').split('\n').length - 1);
  assert.equal(sizes.length, 4);
  assert.ok(
    sizes.every((size) => size <= 60),
    String(sizes),
  );
});

test('FLEET-4 the Kubernetes manifest is a Job that resumes, ends in good order and holds no key', {
  skip: lacksEngines,
}, async () => {
  const text = readFileSync(`${examples}kubernetes-job.yaml`, 'utf8');
  const { default: yaml } = (await import(yamlModule)) as {
    default: { parseAllDocuments(text: string): { errors: unknown[]; toJS(): unknown }[] };
  };
  const documents = yaml.parseAllDocuments(text);
  assert.deepEqual(
    documents.flatMap(({ errors }) => errors),
    [],
  );
  const [map, job] = documents.map((document) => document.toJS()) as [{ data: Record<string, string> }, ManifestJob];
  assert.equal((JSON.parse(map.data['job.json'] ?? '') as { id: string }).id, 'update-deps');
  assert.deepEqual([job.apiVersion, job.kind, job.spec.template.spec.restartPolicy], ['batch/v1', 'Job', 'Never']);
  assert.ok(job.spec.template.spec.terminationGracePeriodSeconds >= 3);
  const { containers, volumes } = job.spec.template.spec;
  for (const { volumeMounts, env } of containers) {
    for (const { name } of volumeMounts)
      assert.ok(
        volumes.some((volume) => volume.name === name),
        name,
      );
    assert.ok(
      env.every(({ name, value }) => !/KEY|TOKEN/.test(name) || value === undefined),
      'a key is not in the manifest',
    );
  }
});

interface ManifestJob {
  apiVersion: string;
  kind: string;
  spec: {
    template: {
      spec: {
        restartPolicy: string;
        terminationGracePeriodSeconds: number;
        containers: { volumeMounts: { name: string }[]; env: { name: string; value?: string }[] }[];
        volumes: { name: string }[];
      };
    };
  };
}

test('FLEET-4 FLEET-1 jobs on BullMQ, graphile-worker and DBOS: every job once although workers are killed, nothing left', {
  skip: lacksEngines,
}, async () => {
  await using databases = await startDatabases();
  const names = ['bullmq', 'graphile-worker', 'dbos'] as const;
  const seen = await Promise.all(
    names.map((name) => runEngine(name, databases, { kills: 1, jobs: 3, files: 2, seed: 5 })),
  );
  assert.ok(seen.every(({ killed }) => killed > 0));
});
