import { databaseIdentity } from '#db/database-identity.ts';
import { adoptFiles } from '#domains/files';
import { openFiles } from '#integrations/files/open-files.ts';
import { readConfigOfData } from './data-dir.ts';
import { runProgram } from './program.ts';
import { withDatabase } from './with-database.ts';

await runProgram(async () => {
  const config = readConfigOfData(process.env);
  const files = await openFiles(config);
  await withDatabase(config, async (db) => adoptFiles(files, (await databaseIdentity(db)).id));
  console.log(`The photos in ${files.place} are the database’s from now on.`);
});
