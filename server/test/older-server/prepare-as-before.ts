import { connectionTo } from '../../src/db/cluster/make-cluster.ts';
import { openPool } from '../../src/db/connection/open-postgres.ts';
import { prepare } from '../database/prepare.ts';

/**
 * Prepares the database of the cluster whose socket is in a folder. It is copied into an older
 * tree, where it finds that one's migrations, seeds and code.
 */
const [socketDir = ''] = process.argv.slice(2);
const { db, close } = openPool(connectionTo(socketDir));
await prepare(db);
await close();
