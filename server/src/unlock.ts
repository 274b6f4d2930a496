import { openPool } from '#db/open-postgres.ts';
import { reachDatabase } from '#db/reach.ts';
import { unlockUser } from '#domains/identity';
import { StartRefusal } from '#lib/start-refusal.ts';
import { readConfigOfData } from './data-dir.ts';
import { onlyArgument, runProgram } from './program.ts';

await runProgram(async () => {
  const username = onlyArgument('Say whom to unlock: npm run unlock -- USERNAME');
  const config = readConfigOfData(process.env);
  const { connection, close } = await reachDatabase(config);
  const pool = openPool(connection);
  try {
    const publicUrl = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;
    const link = await unlockUser(pool.db, { username, publicUrl, now: new Date() });
    if (link === null) throw new StartRefusal(`There is no staff user ${username}`);
    console.log(`${username} can sign in again. If the password is forgotten, a new one is set here, once:\n${link}`);
  } finally {
    await pool.close();
    await close();
  }
});
