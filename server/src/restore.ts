import { restore } from '#db/backup.ts';
import { StartRefusal } from '#lib/start-refusal.ts';
import { readConfig } from './config.ts';
import { prepareDataDir } from './data-dir.ts';
import { describeKept, runProgram } from './program.ts';

await runProgram(async () => {
  const [source] = process.argv.slice(2);
  if (!source) throw new StartRefusal('Say which backup to restore: npm run restore -- FOLDER');
  const given = readConfig(process.env);
  const config = { ...given, DATA_DIR: prepareDataDir(given.DATA_DIR) };
  console.log(`Restoring ${source}…`);
  console.log(`The backup is restored to ${describeKept(await restore(config, source))}`);
});
