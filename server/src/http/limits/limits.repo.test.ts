import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FreshDatabase } from '../../../test/database/fresh-database.ts';
import { startDatabase } from '../../../test/harness.ts';
import { countEach, forgetCounts } from './limits.repo.ts';

let it: FreshDatabase;
beforeAll(async () => {
  it = await startDatabase();
});
afterAll(() => it.close());

const LIMIT = { name: 'looks at a car', max: 3, seconds: 60 };
const at = (time: string): Date => new Date(`2026-11-20T${time}Z`);
const count = (subject: string, time: string) => countEach(it.db, [{ limit: LIMIT, subject }], at(time));

test('counts each subject to the limit, and begins anew with the next span', async () => {
  for (let call = 0; call < 3; call += 1) expect(await count('GR123420', '10:00:45')).toBeNull();
  expect(await count('GR123420', '10:00:45')).toBe(15);
  expect(await count('GR999920', '10:00:45')).toBeNull();
  expect(await count('GR123420', '10:01:00')).toBeNull();
});

test('of many at once exactly as many pass as the limit says', async () => {
  const tries = await Promise.all(Array.from({ length: 40 }, () => count('everybody', '11:00:00')));
  expect(tries.filter((wait) => wait === null)).toHaveLength(3);
});

test('several limits are counted in their order up to the first that is full, which says how long it is', async () => {
  const wider = { name: 'looks from an address', max: 4, seconds: 3600 };
  const counts = (car: string) => [
    { limit: LIMIT, subject: car },
    { limit: wider, subject: 'one address' },
  ];
  const ask = (car: string) => countEach(it.db, counts(car), at('09:00:45'));
  for (let call = 0; call < 3; call += 1) expect(await ask('GR123420')).toBeNull();
  // Refused for its car, so the address's count stays.
  expect(await ask('GR123420')).toBe(15);
  expect(await ask('GR999920')).toBeNull();
  expect(await ask('GR999920')).toBe(3555);
  expect(await ask('GR999920')).toBe(3555);
  // Counted for the car each time, since the car's limit comes first.
  expect(await ask('GR999920')).toBe(15);
  expect(await countEach(it.db, [], at('09:00:45'))).toBeNull();
});

test('two subjects of one limit are counted each to its own most', async () => {
  const limit = (max: number) => ({ name: 'looks from a network', max, seconds: 60 });
  const ask = (network: string) =>
    countEach(
      it.db,
      [
        { limit: limit(1), subject: network },
        { limit: limit(2), subject: 'the site' },
      ],
      at('09:00:45'),
    );
  expect(await ask('one')).toBeNull();
  expect(await ask('one')).toBe(15);
  expect(await ask('two')).toBeNull();
  expect(await ask('three')).toBe(15);
});

test('calls at once that count for the same subjects neither wait in a circle nor pass too often', async () => {
  const wider = { name: 'looks of everybody', max: 30, seconds: 60 };
  const ask = (car: number) =>
    countEach(
      it.db,
      [
        { limit: LIMIT, subject: `car ${car}` },
        { limit: wider, subject: 'all' },
      ],
      at('08:00:00'),
    );
  const tries = await Promise.all(Array.from({ length: 60 }, (_, call) => ask(call % 12)));
  expect(tries.filter((wait) => wait === null)).toHaveLength(30);
});

test('keeps no subject readable, and forgets spans that have ended', async () => {
  await count('a secret number', '12:00:00');
  const rows = await it.db.selectFrom('limit_counts').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain('a secret number');
  await forgetCounts(it.db, at('12:00:30'));
  const left = await it.db.selectFrom('limit_counts').select('ends_at').execute();
  expect(left).toEqual([{ ends_at: at('12:01:00') }]);
});
