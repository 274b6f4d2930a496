import { formatInstant } from '@banbo/contract';
import { describeBackup } from './backup/backup-mark.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { readConfig } from './config.ts';
import { prepareDataDir } from './data-dir.ts';
import { endBySignal, onlyArgument, runProgram, takeNumber } from './program.ts';

const USAGE = 'Say which backup to restore: npm run restore -- FOLDER';

await runProgram(async () => {
  endBySignal();
  const skip = takeNumber('--skip', `${USAGE} --skip=NUMBER`);
  const source = onlyArgument(USAGE);
  const given = readConfig(process.env);
  const config = { ...given, DATA_DIR: prepareDataDir(given.DATA_DIR) };
  const restored = await restoreBackup(config, source, skip);
  console.log(`The backup is restored to ${describeBackup(restored)}`);
  if (!restored.isCompared) {
    console.log('An earlier version made it, which kept no hashes: photos and secrets could not be compared.');
  }
  const moment = formatInstant(restored.moment);
  console.log(
    restored.skipped === ''
      ? `No numbers are skipped: any that were given out after ${moment} are given out again.`
      : `Numbers that may have been given out after ${moment} are skipped: ${restored.skipped}, and so of all records. If more were given out, restore once more into another folder with --skip=NUMBER; a copy of the last moment needs --skip=0.`,
  );
});
