import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FreshDatabase } from '../../test/database/fresh-database.ts';
import { startDatabase } from '../../test/harness.ts';
import { countEach, countOne, forgetCounts } from './limits.repo.ts';

let it: FreshDatabase;
beforeAll(async () => {
  it = await startDatabase();
});
afterAll(() => it.close());

const LIMIT = { name: 'looks at a car', max: 3, seconds: 60 };
const at = (time: string): Date => new Date(`2026-11-20T${time}Z`);
const count = (subject: string, time: string) => countOne(it.db, LIMIT, subject, at(time));

test('counts each subject to the limit, and begins anew with the next span', async () => {
  for (let call = 0; call < 3; call += 1) expect((await count('GR123420', '10:00:45')).allowed).toBe(true);
  expect(await count('GR123420', '10:00:45')).toEqual({ allowed: false, retryAfter: 15 });
  expect((await count('GR999920', '10:00:45')).allowed).toBe(true);
  expect((await count('GR123420', '10:01:00')).allowed).toBe(true);
});

test('of many at once exactly as many pass as the limit says', async () => {
  const tries = await Promise.all(Array.from({ length: 40 }, () => count('everybody', '11:00:00')));
  expect(tries.filter(({ allowed }) => allowed)).toHaveLength(3);
});

test('several limits are counted together, and the first that is full says how long it is', async () => {
  const wider = { name: 'looks from an address', max: 5, seconds: 3600 };
  const ask = (car: string) =>
    countEach(
      it.db,
      [
        { limit: LIMIT, subject: car },
        { limit: wider, subject: 'one address' },
      ],
      at('09:00:45'),
    );
  for (let call = 0; call < 3; call += 1) expect(await ask('GR123420')).toBeNull();
  expect(await ask('GR123420')).toBe(15);
  expect(await ask('GR999920')).toBeNull();
  expect(await ask('GR999920')).toBe(3555);
  expect(await countEach(it.db, [], at('09:00:45'))).toBeNull();
  expect(await countOne(it.db, wider, 'one address', at('09:00:45'))).toEqual({ allowed: false, retryAfter: 3555 });
});

test('keeps no subject readable, and forgets spans that have ended', async () => {
  await count('a secret number', '12:00:00');
  const rows = await it.db.selectFrom('limit_counts').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain('a secret number');
  await forgetCounts(it.db, at('12:00:30'));
  const left = await it.db.selectFrom('limit_counts').select('ends_at').execute();
  expect(left).toEqual([{ ends_at: at('12:01:00') }]);
});
