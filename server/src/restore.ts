import { describeBackup } from './backup/backup-summary.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { readConfig } from './config.ts';
import { prepareDataDir } from './data-dir.ts';
import { endBySignal, onlyArgument, runProgram } from './program.ts';

await runProgram(async () => {
  endBySignal();
  const source = onlyArgument('Say which backup to restore: npm run restore -- FOLDER');
  const given = readConfig(process.env);
  const config = { ...given, DATA_DIR: prepareDataDir(given.DATA_DIR) };
  console.log(`The backup is restored to ${describeBackup(await restoreBackup(config, source))}`);
});
