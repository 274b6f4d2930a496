import { databaseIdentity, noteFilesGivenUp, noteSecrets } from '#db/database-identity.ts';
import { photosOf } from '#domains/drivers';
import { adoptFiles, countMissing } from '#domains/files';
import { openFiles } from '#integrations/files/open-files.ts';
import { StartRefusal } from '#lib/refusal.ts';
import { readConfigOfData } from './data-dir.ts';
import { runProgram } from './program.ts';
import { withDatabase } from './with-database.ts';

const USAGE = 'Say what to go on without: npm run adopt for photos, npm run adopt -- secrets for lost secrets';

const adoptPhotos = async (): Promise<void> => {
  const config = readConfigOfData(process.env);
  const files = await openFiles(config);
  const missing = await withDatabase(config, async (db) => {
    await adoptFiles(files, (await databaseIdentity(db)).id);
    const counted = await countMissing(files, photosOf(db));
    await noteFilesGivenUp(db, counted.missing);
    return counted.missing;
  });
  console.log(`The photos in ${files.place} are the database’s from now on.`);
  if (missing > 0) console.log(`It goes on without ${missing} that are not there.`);
};

const giveUpSecrets = async (): Promise<void> => {
  await withDatabase(readConfigOfData(process.env), (db) => noteSecrets(db, false));
  console.log(
    'If secrets are missing, the next start makes new ones: people sign in again, and set up their second factors anew.',
  );
};

await runProgram(async () => {
  const [what, ...more] = process.argv.slice(2);
  if (more.length > 0 || (what !== undefined && what !== 'secrets')) throw new StartRefusal(USAGE);
  await (what === 'secrets' ? giveUpSecrets() : adoptPhotos());
});
