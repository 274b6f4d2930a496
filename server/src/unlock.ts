import fs from 'node:fs';
import { migrate } from '#db/migrate.ts';
import { type OpenDatabase, openDatabase } from '#db/open.ts';
import { unlockUser } from '#domains/identity';
import { StartRefusal } from '#lib/start-refusal.ts';
import { seedReference } from '../seeds/reference.ts';
import { type Config, readConfig } from './config.ts';
import { runProgram } from './program.ts';

const STOP_FIRST =
  'The embedded database is open to one program at a time, so the server has to be stopped while this runs';

const open = async (config: Config): Promise<OpenDatabase> => {
  if (config.DATABASE_URL !== undefined) return openDatabase(config);
  if (!fs.existsSync(config.DATA_DIR)) throw new StartRefusal(`There is no folder ${config.DATA_DIR}: set DATA_DIR`);
  return openDatabase(config).catch((error: unknown) => {
    throw error instanceof StartRefusal ? new StartRefusal(`${error.message}\n${STOP_FIRST}`, { cause: error }) : error;
  });
};

await runProgram(async () => {
  const [username] = process.argv.slice(2);
  if (!username) throw new StartRefusal('Say whom to unlock: npm run unlock -- USERNAME');
  const config = readConfig(process.env);
  const { db, close } = await open(config);
  try {
    await migrate(db, seedReference);
    const publicUrl = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;
    const link = await unlockUser(db, { username, publicUrl, now: new Date() });
    if (link === null) throw new StartRefusal(`There is no staff user ${username}`);
    console.log(`${username} can sign in again. If the password is forgotten, a new one is set here, once:\n${link}`);
  } finally {
    await close();
  }
});
