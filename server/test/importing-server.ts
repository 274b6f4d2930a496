import { statementImport } from '#domains/clearance';
import { driverImport } from '#domains/drivers';
import { findAuthor } from '#domains/identity';
import { jobServer } from '#domains/jobs';
import { connectionTo } from '../src/db/cluster/make-cluster.ts';
import { openPool } from '../src/db/connection/open-postgres.ts';

/** A server process for tests to kill: imports statements and drivers in the given database. */
const [socketDir = '', database = ''] = process.argv.slice(2);
const { db } = openPool({ ...connectionTo(socketDir), database });
const now = () => new Date();
const onError = () => process.exit(1);
await jobServer({
  db,
  now,
  chunked: [statementImport, driverImport],
  findAuthor,
  onError,
  pause: async () => {},
}).runDue();
