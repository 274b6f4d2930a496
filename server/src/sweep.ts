import { databaseIdentity } from '#db/database-identity.ts';
import { sweepAllFiles } from '#domains/files';
import { openFiles } from '#integrations/files/open-files.ts';
import { readConfigOfData } from './data-dir.ts';
import { runProgram } from './program.ts';
import { provedFiles } from './proved-files.ts';
import { withDatabase } from './with-database.ts';

await runProgram(async () => {
  const config = readConfigOfData(process.env);
  const store = await openFiles(config);
  const removed = await withDatabase(config, async (db) =>
    sweepAllFiles(db, await provedFiles(db, store, await databaseIdentity(db)), new Date()),
  );
  console.log(`${removed} files were removed from ${store.place}.`);
});
