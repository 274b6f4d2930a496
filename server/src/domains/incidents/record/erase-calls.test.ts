import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildIncident } from '../../../../test/builders/incidents.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { insertPlaces, insertSteps } from '../raising/raising.repo.ts';
import { eraseCalls } from './erase-calls.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

/** A driver's incident with a place and a note. */
const told = async () => {
  const { driver } = await buildDriver(it);
  const id = await buildIncident(it, { driverId: driver.id });
  const place = {
    ...{ incident_id: id, source: 'member', at: it.clock.now, received_at: it.clock.now },
    ...{ latitude: 5.6, longitude: -0.2 },
  };
  await it.db.transaction().execute(async (tx) => {
    await insertPlaces(tx, [place]);
    await insertSteps(tx, [{ incident_id: id, at: it.clock.now, what: 'note', words: 'Lives behind the church' }]);
  });
  return { driverId: driver.id, id, place };
};
const erase = (driverId: string) => it.db.transaction().execute((tx) => eraseCalls(tx, driverId, it.clock.now));
const places = (id: string) => it.db.selectFrom('incident_places').select('id').where('incident_id', '=', id).execute();

test('an erased person’s incidents keep when and what, and no place and no words', async () => {
  const { driverId, id } = await told();
  const other = await told();
  await erase(driverId);
  expect(await places(id)).toEqual([]);
  expect(await places(other.id)).toHaveLength(1);
  const steps = it.db.selectFrom('incident_steps').select(['what', 'words']).where('incident_id', '=', id);
  expect(await steps.orderBy('id').execute()).toMatchObject([
    { what: 'signal', words: 'SOS · Tracker' },
    { what: 'note', words: 'ERASED' },
  ]);
});

test('an erasure and a signal that comes meanwhile do not wait in a circle', async () => {
  const { driverId, id, place } = await told();
  const { erasing } = await it.db.transaction().execute(async (tx) => {
    await tx.selectFrom('incidents').select('id').where('id', '=', id).forNoKeyUpdate().execute();
    const begun = erase(driverId).then(
      () => 'erased',
      (error: unknown) => String(error),
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    await insertPlaces(tx, [place]);
    return { erasing: begun };
  });
  expect(await erasing).toBe('erased');
  expect(await places(id)).toEqual([]);
});
