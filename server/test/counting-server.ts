import { jobServer } from '#domains/jobs';
import { presenceAmong } from '../src/db/connection/presence.ts';
import { countingJob } from './counting-job.ts';
import { openAnother } from './database/fresh-database.ts';

/** A server process to kill: counts in the database of its arguments, and prints no errors. */
const [socketDir = '', name = '', poolerDir] = process.argv.slice(2);
const { db, channel } = openAnother({ socketDir, name, poolerDir });
const now = () => new Date();
const server = jobServer({
  db,
  now,
  presence: presenceAmong(db, channel),
  chunked: [countingJob()],
  findAuthor: async () => null,
  onError: () => process.exit(1),
  pause: async () => {},
});
await server.runDue();
