/** Jobs on the queues that people run: real Redis, real PostgreSQL, workers killed with -9. */

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { cleanUp } from '../fixtures/clean-up.ts';
import { runEngine } from '../fixtures/engine-runs.ts';
import { lacksEngines, startDatabases, yamlModule } from '../fixtures/engines.ts';
import { times } from '../fixtures/long.ts';
import { scratch } from '../fixtures/run-coder.ts';

const examples = fileURLToPath(new URL('../../examples/fleet/', import.meta.url));

test('FLEET-4 each example has at most 60 lines', () => {
  const sizes = globSync(`${examples}*.{mjs,yaml}`).map((file) => readFileSync(file, 'utf8').split('\n').length - 1);
  assert.equal(sizes.length, 4);
  assert.ok(
    sizes.every((size) => size <= 60),
    String(sizes),
  );
});

test('FLEET-4 the Kubernetes manifest is a Job that resumes, ends in good order and contains no key', {
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

/** As much of a cluster as a client queries before it reads a manifest. */
const CLUSTER: Record<string, object> = {
  '/api': { kind: 'APIVersions', versions: ['v1'] },
  '/apis': {
    kind: 'APIGroupList',
    apiVersion: 'v1',
    groups: [
      {
        name: 'batch',
        versions: [{ groupVersion: 'batch/v1', version: 'v1' }],
        preferredVersion: { groupVersion: 'batch/v1', version: 'v1' },
      },
    ],
  },
  '/api/v1': resources('v1', 'configmaps', 'ConfigMap'),
  '/apis/batch/v1': resources('batch/v1', 'jobs', 'Job'),
};

function resources(groupVersion: string, name: string, kind: string): object {
  const resource = { name, singularName: kind.toLowerCase(), namespaced: true, kind, verbs: ['create', 'get'] };
  return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources: [resource] };
}

const lacksKubectl = spawnSync('kubectl', ['version', '--client']).error ? 'kubectl is not installed' : false;

test('FLEET-4 kubectl accepts the manifest in a dry run', { skip: lacksKubectl }, async (t) => {
  const place = scratch(t);
  const server = createServer(({ url = '' }, response) => {
    const answer = CLUSTER[url.split('?')[0] ?? ''];
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}));
  });
  cleanUp(t, () => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const file = `${examples}kubernetes-job.yaml`;
  const args = ['create', '--dry-run=client', '--validate=false', '-o', 'name', '-f', file, '--server', at];
  const env = { PATH: process.env.PATH, HOME: place.home };
  const child = spawn('kubectl', args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [said, [code]] = (await Promise.all([text(child.stdout), once(child, 'close')])) as [string, [number]];
  assert.deepEqual(
    [code, said.split('\n')],
    [0, ['configmap/coder-job-update-deps', 'job.batch/coder-update-deps', '']],
  );
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

test('FLEET-4 FLEET-1 on BullMQ, graphile-worker and DBOS every job runs once although workers are killed, and nothing is left over', {
  skip: lacksEngines,
}, async () => {
  await using databases = await startDatabases();
  const jobs = times({ long: 3, short: 2 });
  const names = ['bullmq', 'graphile-worker', 'dbos'] as const;
  const seen = await Promise.all(
    names.map((name) => runEngine(name, databases, { kills: 1, jobs, files: 2, seed: 5 })),
  );
  assert.ok(seen.every(({ killed }) => killed > 0));
});
