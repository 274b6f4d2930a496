import type { Db } from '#db/database.ts';
import { createPasswords, givePassword } from '#domains/identity';
import type { FileStore } from '#integrations/files/file-store.ts';
import { DEMO_CASES, seedDemoCases } from './demo/cases.ts';
import { seedDemoContact } from './demo/contact.ts';
import { seedDemoDrivers } from './demo/drivers.ts';
import { BROUGHT_ALONG, DEMO_DESK_DRIVERS, seedDemoOffice } from './demo/office.ts';
import { seedDemoPayments } from './demo/payments.ts';
import { DEMO_PASSWORD, seedDemoStaff, seedDemoTenants } from './demo/people.ts';
import { seedDemoRefunds } from './demo/refunds.ts';
import { seedDemoWaivers } from './demo/waivers.ts';

const MEMBERS = 3;

/** The sign-ins of a demo, all with the one password. */
export type DemoSignIns = {
  password: string;
  staff: string[];
  members: { car_number: string; driver_code: string }[];
  tenants: string[];
};

/**
 * Fills an empty, migrated database with the whole demo or nothing: 60 drivers, 600 payments in all
 * states, a case of clearance for every reason to wait, the work of the desk, approvals, members of
 * an old list, two refunds, a user for each role, three members, three tenants and some messages
 * of visitors.
 */
export const seedDemo = async (db: Db, { files, now }: { files: FileStore; now: Date }): Promise<DemoSignIns> => {
  const passwords = createPasswords();
  return db.transaction().execute(async (tx) => {
    const staff = await seedDemoStaff(tx, { passwords, now });
    const tenants = await seedDemoTenants(tx, { passwords, now });
    const drivers = await seedDemoDrivers(tx, { files, now, count: 60 - BROUGHT_ALONG });
    const members = drivers.slice(0, MEMBERS);
    for (const { account_id } of members) await givePassword(tx, passwords, account_id, DEMO_PASSWORD);
    await seedDemoPayments(tx, { drivers, now });
    await seedDemoCases(tx, { drivers: drivers.slice(MEMBERS, MEMBERS + DEMO_CASES), now });
    const desk = drivers.slice(MEMBERS + DEMO_CASES, MEMBERS + DEMO_CASES + DEMO_DESK_DRIVERS);
    await seedDemoOffice(tx, { drivers: desk, firstSerial: drivers.length + 1, now });
    await seedDemoRefunds(tx, now);
    const first = MEMBERS + DEMO_CASES + DEMO_DESK_DRIVERS;
    await seedDemoWaivers(tx, { drivers: drivers.slice(first), now });
    await seedDemoContact(tx, { now });
    return {
      password: DEMO_PASSWORD,
      staff,
      members: members.map(({ car_number, driver_code }) => ({ car_number, driver_code })),
      tenants,
    };
  });
};
