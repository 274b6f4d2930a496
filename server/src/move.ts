import { moveDatabase } from './backup/move-database.ts';
import { readConfigOfData } from './data-dir.ts';
import { onlyArgument, runProgram } from './program.ts';

await runProgram(async () => {
  const target = onlyArgument('Say where the database goes: npm run move -- postgres://… or npm run move -- FOLDER');
  const config = readConfigOfData(process.env);
  const { place, tables, rows, isFolder } = await moveDatabase(config, target);
  console.log(`The database is in ${place}: ${rows} rows of ${tables} tables, counted on both sides.`);
  console.log(
    isFolder
      ? `Photos and secrets of ${config.DATA_DIR} are there too. Start the server with DATA_DIR=${place}`
      : `Start the server with DATABASE_URL and the same DATA_DIR, which keeps the photos. In production it needs TOKEN_SECRET, which is in ${config.DATA_DIR}/secrets`,
  );
  console.log('Do not start it on the old database again: both would give out the same numbers.');
});
