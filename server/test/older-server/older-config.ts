import { join } from 'node:path';

const tree = process.env.OLDER_TREE ?? '';
const server = join(tree, 'server');

/** Runs tests of another tree on the cluster that is given, whose template is made already. */
export default {
  test: {
    root: server,
    isolate: false,
    maxWorkers: '100%',
    globalSetup: [join(import.meta.dirname, 'given-cluster.ts')],
    setupFiles: [join(server, 'test/fresh-builders.ts'), join(tree, 'scripts/testing/quiet.ts')],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Other tests keep the machine busy meanwhile. A schema that does not suit fails each time.
    retry: 2,
    expect: { poll: { timeout: 60_000 } },
  },
};
