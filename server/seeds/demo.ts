import type { Db } from '#db/database.ts';
import { givePassword } from '#domains/identity';
import { lockSetting, SITE, storeSetting } from '#domains/site';
import { noticeSilence } from '#domains/tracking';
import type { FileStore } from '#integrations/files/file-store.ts';
import { buildFeedSecret } from '../test/builders/feed-secret.ts';
import { seedDemoBooks } from './demo/books.ts';
import { DEMO_CASES, seedDemoCases } from './demo/cases.ts';
import { DEMO_COMPANY } from './demo/company.ts';
import { seedDemoContact } from './demo/contact.ts';
import { DEMO_STOLEN } from './demo/demo-cars.ts';
import { seedDemoDrivers } from './demo/drivers.ts';
import { seedDemoFences } from './demo/fences.ts';
import { seedDemoLand } from './demo/land.ts';
import { seedDemoLandMoney } from './demo/land-money.ts';
import { BROUGHT_ALONG, DEMO_DESK_DRIVERS, seedDemoOffice } from './demo/office.ts';
import { seedDemoPayments } from './demo/payments.ts';
import { DEMO_PASSWORD, demoPasswords, openDemoTenants, seedDemoStaff, seedDemoTenants } from './demo/people.ts';
import { prepareDemoPlaces, seedDemoPlaces } from './demo/places.ts';
import { seedDemoRefunds } from './demo/refunds.ts';
import { seedDemoTeams } from './demo/response-teams.ts';
import { seedDemoStolen } from './demo/stolen.ts';
import { seedDemoTrackers } from './demo/trackers.ts';
import { seedDemoWaivers } from './demo/waivers.ts';

const MEMBERS = 3;

/** The secret of the demo's feeds. */
const FEED_SECRET = 'demo-feeds-2026';

/** The sign-ins of a demo, all with the one password, and other secrets that it has. */
export type DemoSignIns = {
  password: string;
  staff: string[];
  members: { car_number: string; driver_code: string }[];
  tenants: string[];
  feed_secret: string;
  /** Of the link that shows the stolen car. */
  stolen_secret: string;
};

/**
 * Fills an empty, migrated database with the whole demo or nothing: 60 drivers, 600 payments in all
 * states, a case of clearance for every reason to wait, the work of the desk, approvals, members of
 * an old list, two refunds, expenses of four months, a user for each role, three members, three
 * tenants, some messages of visitors, 40 cars with trackers, one of them stolen, two response
 * teams, and a layout of plots with applications in every state, ground rent and receipts.
 */
export const seedDemo = async (db: Db, { files, now }: { files: FileStore; now: Date }): Promise<DemoSignIns> => {
  const passwords = await demoPasswords();
  await prepareDemoPlaces(db, now);
  const signIns = await db.transaction().execute(async (tx) => {
    await lockSetting(tx, SITE);
    await storeSetting(tx, SITE, DEMO_COMPANY, now);
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
    await seedDemoBooks(tx, now);
    const first = MEMBERS + DEMO_CASES + DEMO_DESK_DRIVERS;
    await seedDemoWaivers(tx, { drivers: drivers.slice(first), now });
    await seedDemoContact(tx, { now });
    await seedDemoPlaces(tx, await seedDemoTrackers(tx, { drivers, now }), now);
    await seedDemoFences(tx, now);
    await seedDemoTeams(tx, now);
    await seedDemoLand(tx, now);
    await seedDemoLandMoney(tx, now);
    const landTenants = await openDemoTenants(tx, passwords);
    await buildFeedSecret(tx, FEED_SECRET, now);
    const stolen_secret = await seedDemoStolen(tx, drivers[DEMO_STOLEN]?.id ?? '', now);
    return {
      password: DEMO_PASSWORD,
      staff,
      members: members.map(({ car_number, driver_code }) => ({ car_number, driver_code })),
      tenants: [...landTenants, ...tenants],
      feed_secret: FEED_SECRET,
      stolen_secret,
    };
  });
  await noticeSilence(db, now);
  return signIns;
};
