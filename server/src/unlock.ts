import { unlockUser } from '#domains/identity';
import { StartRefusal } from '#lib/refusal.ts';
import { readConfigOfData } from './data-dir.ts';
import { onlyArgument, runProgram } from './program.ts';
import { withDatabase } from './with-database.ts';

await runProgram(async () => {
  const username = onlyArgument('Say whom to unlock: npm run unlock -- USERNAME');
  const config = readConfigOfData(process.env);
  const publicUrl = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;
  const link = await withDatabase(config, (db) => unlockUser(db, { username, publicUrl, now: new Date() }));
  if (link === null) throw new StartRefusal(`There is no staff user ${username}`);
  console.log(`${username} can sign in again. If the password is forgotten, a new one is set here, once:\n${link}`);
});
