import { join } from 'node:path';
import { connectionTo } from '../../src/db/cluster/make-cluster.ts';

/** Prepares the database of a cluster by the migrations, the seeds and the code of another tree. */
const [tree = '', socketDir = ''] = process.argv.slice(2);
const of = (path: string) => import(join(tree, 'server', path));
const { openPool } = await of('src/db/connection/open-postgres.ts');
const { prepare } = await of('test/database/prepare.ts');
const { db, close } = openPool(connectionTo(socketDir));
await prepare(db);
await close();
