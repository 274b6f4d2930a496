import { migrate } from '#db/migrate.ts';
import { seedReference } from '../seeds/reference.ts';
import { skipAfterCopy } from './backup/skip-after-copy.ts';
import { readConfigOfData } from './data-dir.ts';
import { onlyArgument, runProgram, takeNumber } from './program.ts';
import { withDatabase } from './with-database.ts';

const USAGE = 'Say why, in quotes, such as "A backup of Friday was restored.": npm run numbers:skip -- REASON';

await runProgram(async () => {
  const count = takeNumber('--skip', `${USAGE} --skip=NUMBER`);
  const reason = onlyArgument(USAGE);
  const work = { reason, count, now: new Date() };
  const skipped = await withDatabase(readConfigOfData(process.env), async (db) => {
    await migrate(db, seedReference);
    return skipAfterCopy(db, work);
  });
  console.log(skipped === '' ? 'No numbers were skipped.' : `Skipped: ${skipped}, and so of all records.`);
});
