import { expect, test } from 'vitest';
import { checkBooks } from '../../test/book-checks.ts';
import { buildCaller } from '../../test/builders/identity.ts';
import { passwords, startApp } from '../../test/harness.ts';
import { seedDemoLand } from './land.ts';
import { seedDemoLandMoney } from './land-money.ts';
import { seedDemoStaff } from './people.ts';

test.each(['2026-11-20T10:00:00Z', '2026-01-05T10:00:00Z'])(
  'the demo’s land of %s has rent raised, receipts and payouts of shares, and its books agree',
  async (moment) => {
    const demo = await startApp();
    demo.clock.now = new Date(moment);
    await seedDemoStaff(demo.db, { passwords, now: demo.clock.now });
    await demo.db.transaction().execute(async (tx) => {
      await seedDemoLand(tx, demo.clock.now);
      await seedDemoLandMoney(tx, demo.clock.now);
    });
    const { headers } = await buildCaller(demo, 'SuperAdmin');
    const rowsOf = async (path: string) => (await demo.app.inject({ url: `/api${path}`, headers })).json();
    const statesOf = async (path: string, field = 'status') =>
      (await rowsOf(path)).map((row: Record<string, string>) => row[field]).sort();
    expect(await statesOf('/rent_runs', 'state')).toEqual(['done', 'done']);
    expect(await statesOf('/land_payments')).toEqual(['cleared', 'cleared', 'cleared', 'cleared']);
    expect(await rowsOf('/land_receipts')).toHaveLength(3);
    expect(await statesOf('/share_payouts')).toEqual(['approved', 'paid']);
    expect((await checkBooks(demo)).differences).toEqual([]);
    await demo.close();
  },
);
