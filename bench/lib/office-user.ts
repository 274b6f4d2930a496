import type { Db } from '../../server/src/db/database.ts';
import { addUser, createPasswords, givePassword } from '../../server/src/domains/identity/index.ts';

/** Adds the office's user of the benches, who may do everything. */
export const addOfficeUser = async (db: Db, password: string): Promise<void> => {
  const names = { first_name: 'Ama', middle_name: '', last_name: 'Mensah', mobile_number: '', email: 'a@example.com' };
  const user = { ...names, role: 'SuperAdmin', username: 'ama.mensah' } as const;
  const account = await db.transaction().execute((tx) => addUser(tx, user, new Date()));
  await givePassword(db, createPasswords({ memoryCost: 64, timeCost: 1, parallelism: 1 }), account, password);
};
