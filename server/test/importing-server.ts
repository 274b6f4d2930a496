import { statementImport } from '#domains/clearance';
import { driverImport } from '#domains/drivers';
import { findAuthor } from '#domains/identity';
import { jobServer } from '#domains/jobs';
import { openAnother } from './database/fresh-database.ts';

/** A server process for tests to kill: imports statements and drivers in the given database. */
const [socketDir = '', name = '', poolerDir] = process.argv.slice(2);
const { db } = openAnother({ socketDir, name, poolerDir });
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
