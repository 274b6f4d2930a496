import type { Db } from '../../server/src/db/database.ts';
import { addUser, createPasswords, givePassword } from '../../server/src/domains/identity/index.ts';

/** Adds a user of the benches' office, who may do everything. */
export const addOfficeUser = async (db: Db, password: string, username = 'ama.mensah'): Promise<void> => {
  const email = username === 'ama.mensah' ? 'a@example.com' : `${username}@example.com`;
  const names = { first_name: 'Ama', middle_name: '', last_name: 'Mensah', mobile_number: '', email };
  const user = { ...names, role: 'SuperAdmin', username } as const;
  const account = await db.transaction().execute((tx) => addUser(tx, user, new Date()));
  await givePassword(db, createPasswords({ memoryCost: 64, timeCost: 1, parallelism: 1 }), account, password);
};
