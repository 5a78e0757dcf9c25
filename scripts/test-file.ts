/** Loaded into every process that runs test files. */

const LIMIT_MS = 600_000;

/** Ends a process that an open handle keeps alive long after its tests. */
setTimeout(() => {
  console.error(
    `These test files did not end within ${LIMIT_MS / 1000} s; open: ${process.getActiveResourcesInfo().join(', ')}`,
  );
  process.exit(1);
}, LIMIT_MS).unref();
