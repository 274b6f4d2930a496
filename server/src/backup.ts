import { backUp } from '#db/backup.ts';
import { StartRefusal } from '#lib/start-refusal.ts';
import { readPlacedConfig } from './data-dir.ts';
import { describeKept, runProgram } from './program.ts';

await runProgram(async () => {
  const [target] = process.argv.slice(2);
  if (!target) throw new StartRefusal('Say where the backup goes: npm run backup -- FOLDER');
  const config = readPlacedConfig(process.env);
  console.log(`Backing up ${config.DATA_DIR}…`);
  console.log(`The backup is in ${describeKept(await backUp(config, target))}`);
  if (config.FILES_S3_BUCKET) console.log('Photos are in the bucket, which this leaves alone.');
});
