import { jobServer } from '#domains/jobs';
import { connectionTo } from '../src/db/cluster/make-cluster.ts';
import { openPool } from '../src/db/connection/open-postgres.ts';
import { presenceAmong } from '../src/db/connection/presence.ts';
import { countingJob } from './counting-job.ts';

/** A server process to kill: counts in the database of its arguments, and prints no errors. */
const [socketDir = '', database = ''] = process.argv.slice(2);
const { db, channel } = openPool({ ...connectionTo(socketDir), database });
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
