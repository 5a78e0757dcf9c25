/** Loaded into every process that runs test files. */

const LIMIT_MS = 600_000;

/** Ends a process that is still there long after its tests, held by an open handle. */
setTimeout(() => {
  console.error(
    `These test files did not end within ${LIMIT_MS / 1000} s; open: ${process.getActiveResourcesInfo().join(', ')}`,
  );
  process.exit(1);
}, LIMIT_MS).unref();
