import { backUp } from './backup/back-up.ts';
import { describeBackup } from './backup/backup-mark.ts';
import { readConfigOfData } from './data-dir.ts';
import { endBySignal, onlyArgument, runProgram } from './program.ts';

await runProgram(async () => {
  endBySignal();
  const target = onlyArgument('Say where the backup goes: npm run backup -- FOLDER');
  const config = readConfigOfData(process.env);
  console.log(`The backup is in ${describeBackup(await backUp(config, target))}`);
  if (config.FILES_S3_BUCKET) console.log('Photos are in the bucket, which this leaves alone.');
});
