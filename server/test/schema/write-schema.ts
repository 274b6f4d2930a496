import { writeFileSync } from 'node:fs';
import { connectionTo } from '../../src/db/cluster/make-cluster.ts';
import { openPool } from '../../src/db/connection/open-postgres.ts';
import { prepare } from '../database/prepare.ts';
import { startThrowawayCluster } from '../database/throwaway-cluster.ts';
import { schemaFiles } from './schema-files.ts';

// npm run schema: writes the files of the schema anew, from a database that is made for it.
const { socketDir, stop } = await startThrowawayCluster();
const { db, close } = openPool(connectionTo(socketDir));
try {
  await prepare(db);
  for (const [path, text] of await schemaFiles(db)) writeFileSync(path, text);
} finally {
  await close();
  await stop();
}
