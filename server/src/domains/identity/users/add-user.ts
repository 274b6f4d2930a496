import type { Db } from '#db/database.ts';
import { insertTenant, type NewTenant, setPasswordHash } from '../accounts/accounts.repo.ts';
import type { Passwords } from '../passwords/password-hashing.ts';
import { insertUser, type NewUser } from './change-users.repo.ts';

/**
 * Adds a staff user of any rank, without a password; for the first start, seeds and tests. Answers the account's id.
 */
export const addUser = (db: Db, user: NewUser, now: Date): Promise<string> => insertUser(db, user, now);

/** Adds a tenant's sign-in, without a password, and answers the account's id. */
export const addTenant = (db: Db, tenant: NewTenant, now: Date): Promise<string> => insertTenant(db, tenant, now);

/** Gives an account a password without a setup code, as seeds do. */
export const givePassword = async (db: Db, passwords: Passwords, accountId: string, password: string): Promise<void> =>
  setPasswordHash(db, accountId, await passwords.withSlot((slot) => slot.hash(password), { account: accountId }));
