import { STAFF_ROLES, type StaffRole } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { addTenant, addUser, createPasswords, givePassword, type Passwords } from '#domains/identity';

/** The password of every demo sign-in. */
export const DEMO_PASSWORD = 'Banbo@2026';

const NAMES: Record<StaffRole, [first: string, last: string]> = {
  SuperAdmin: ['Akosua', 'Boateng'],
  SystemAdmin: ['Kwabena', 'Osei'],
  SuperUser: ['Efua', 'Quansah'],
  Operations: ['Yaw', 'Tetteh'],
  Accounts: ['Adwoa', 'Frimpong'],
  Legal: ['Kojo', 'Arthur'],
  SystemUser: ['Naa', 'Lamptey'],
};

const TENANTS = [
  { username: 'tenant1', tenantCode: 'TN0001', fullname: 'Abena Darko' },
  { username: 'tenant2', tenantCode: 'TN0002', fullname: 'Ibrahim Alhassan' },
  { username: 'tenant3', tenantCode: 'TN0003', fullname: 'Mawusi Agbeko' },
];

/** Hashes the one password once, for all who sign in with it. */
export const demoPasswords = async (): Promise<Passwords> => {
  const passwords = createPasswords();
  const hashed = await passwords.withSlot((slot) => slot.hash(DEMO_PASSWORD), { account: 'demo' });
  return {
    withSlot: (work, of) => passwords.withSlot(({ check }) => work({ check, hash: async () => hashed }), of),
  };
};

type Given = { passwords: Passwords; now: Date };

/** One staff user for each role, named after the role in lower case. Answers the usernames. */
export const seedDemoStaff = async (db: Db, { passwords, now }: Given): Promise<string[]> => {
  const usernames: string[] = [];
  for (const role of STAFF_ROLES) {
    const [first_name, last_name] = NAMES[role];
    const username = role.toLowerCase();
    const email = `${username}@example.com`;
    const user = { username, role, first_name, middle_name: '', last_name, email, mobile_number: '' };
    await givePassword(db, passwords, await addUser(db, user, now), DEMO_PASSWORD);
    usernames.push(username);
  }
  return usernames;
};

/** Lets the tenants of the land side sign in. Answers their usernames, which are their codes. */
export const openDemoTenants = async (db: Db, passwords: Passwords): Promise<string[]> => {
  const tenants = await db.selectFrom('tenants').select(['tenant_code', 'account_id']).orderBy('id').execute();
  for (const { account_id } of tenants)
    if (account_id !== null) await givePassword(db, passwords, account_id, DEMO_PASSWORD);
  return tenants.map(({ tenant_code }) => tenant_code);
};

/** Three tenants without a record of the land side. Answers the usernames. */
export const seedDemoTenants = async (db: Db, { passwords, now }: Given): Promise<string[]> => {
  for (const tenant of TENANTS) {
    const accountId = await addTenant(db, { ...tenant, email: `${tenant.username}@example.com` }, now);
    await givePassword(db, passwords, accountId, DEMO_PASSWORD);
  }
  return TENANTS.map((tenant) => tenant.username);
};
