import { MOST_INCIDENT_PHOTOS } from '@banbo/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller, shapeRole } from '../../../../test/builders/identity.ts';
import { buildIncident } from '../../../../test/builders/incidents.ts';
import { largeJpeg, phoneJpeg, photoJpeg, svgPhoto, textPng, truncatedJpeg } from '../../../../test/builders/photos.ts';
import { formOf } from '../../../../test/builders/registrations.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { eraseCalls } from './erase-calls.ts';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp({ PUBLIC_URL: 'http://localhost' });
  headers = (await buildCaller(it, 'SuperUser')).headers;
});
afterAll(() => it.close());

const newIncident = async () => {
  const { driver } = await buildDriver(it);
  return { driver, id: await buildIncident(it, { driverId: driver.id }) };
};

const send = async (id: string, file: File, { as = headers, words }: { as?: typeof headers; words?: string } = {}) => {
  const payload = formOf(words === undefined ? {} : ({ words } as object));
  payload.set('file', file);
  return it.app.inject({ method: 'POST', url: `/api/incidents/${id}/photos`, headers: as, payload });
};
const look = (url: string, as = headers) => it.app.inject({ url: `/api${url}`, headers: as });
type Step = { what: string; words: string; photo: string | null };
const notes = async (id: string): Promise<Step[]> =>
  (await look(`/incidents/${id}`)).json().steps.filter(({ what }: Step) => what === 'note');
const photoOf = async (id: string): Promise<string> => (await notes(id)).at(-1)?.photo ?? '';

test('a photo stands on the time line with its words, large, upright and without its place', async () => {
  const { id } = await newIncident();
  const sent = await send(id, await phoneJpeg(), { words: 'The rear bumper' });
  expect([sent.statusCode, sent.json()]).toEqual([201, { status: true, message: 'Your photo is on the time line.' }]);
  await send(id, await photoJpeg(1, 2_000), { words: ' ' });
  const steps = await notes(id);
  expect(steps).toMatchObject([{ words: 'The rear bumper' }, { words: 'A photo.' }]);
  const shown = await look(`/incident_photos/${steps[0]?.photo}`);
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/jpeg']);
  expect(shown.headers['x-content-type-options']).toBe('nosniff');
  const [first, second] = [
    await sharp(shown.rawPayload).metadata(),
    await sharp((await look(`/incident_photos/${steps[1]?.photo}`)).rawPayload).metadata(),
  ];
  expect([first.width, first.height, first.exif]).toEqual([200, 400, undefined]);
  expect([second.width, second.height]).toEqual([1_600, 1_600]);
});

test.each([
  ['of 30 MB', () => largeJpeg(30_000_000), 413, 'image/jpeg is too large. Please pick a small image'],
  ['that is no picture', async () => textPng(), 415, 'is not a supported format'],
  ['that is a drawing', async () => svgPhoto(), 415, 'is not a supported format'],
  ['that is cut off', truncatedJpeg, 415, 'The photo could not be read. Please choose another one.'],
])('a photo %s is refused, and nothing is stored', async (_, file, status, words) => {
  const { id } = await newIncident();
  const sent = await send(id, await file(), { words: 'Look' });
  expect(sent.statusCode).toBe(status);
  expect(sent.json().message).toContain(words);
  expect(await notes(id)).toEqual([]);
});

test('an incident takes so many photos and no more', async () => {
  const { id } = await newIncident();
  const { id: accountId } = await buildCaller(it, 'SuperUser');
  for (let n = 0; n < MOST_INCIDENT_PHOTOS; n += 1) {
    const note = { incident_id: id, at: it.clock.now, what: 'note' as const, words: 'A photo.' };
    const step = await it.db.insertInto('incident_steps').values(note).returning('id').executeTakeFirstOrThrow();
    const photo = { incident_id: id, step_id: step.id, at: it.clock.now, added_by: accountId };
    await it.db.insertInto('incident_photos').values(photo).execute();
  }
  const sent = await send(id, await photoJpeg());
  expect(sent.statusCode).toBe(409);
  expect(sent.json().message).toMatch(/has 50 photos, which is the most\.$/);
});

test('only those who answer add photos, and only staff who see emergencies look at them', async () => {
  const { id } = await newIncident();
  await send(id, await photoJpeg());
  const url = `/incident_photos/${await photoOf(id)}`;
  await shapeRole(it, 'SuperUser', { 'incidents.read': true, 'incidents.answer': false });
  const { headers: reader } = await buildCaller(it, 'SuperUser');
  expect((await send(id, await photoJpeg(), { as: reader })).statusCode).toBe(403);
  expect((await look(url, reader)).statusCode).toBe(200);
  await shapeRole(it, 'SuperUser', {});
  const { headers: member } = await buildCaller(it, 'Member');
  expect((await send(id, await photoJpeg(), { as: member })).statusCode).toBe(403);
  expect((await look(url, member)).statusCode).toBe(403);
  expect((await look(url, {})).statusCode).toBe(401);
});

test('the erasure of a person leaves no picture', async () => {
  const { id, driver } = await newIncident();
  const other = await newIncident();
  for (const one of [id, other.id]) await send(one, await photoJpeg());
  const url = `/incident_photos/${await photoOf(id)}`;
  await it.db.transaction().execute((tx) => eraseCalls(tx, driver.id, it.clock.now));
  expect(await notes(id)).toMatchObject([{ words: 'ERASED', photo: null }]);
  expect((await look(url)).statusCode).toBe(404);
  expect(await photoOf(other.id)).toMatch(/^\d+$/);
});

test('a document has the newest twenty photos in it', async () => {
  const { id } = await newIncident();
  const made = async (): Promise<number> => {
    const url = `/api/incidents/${id}/packs`;
    const pack = await it.app.inject({ method: 'POST', url, headers, payload: { made_for: 'Police' } });
    const { rawPayload } = await look(`/incident_packs/${pack.json().pack_id}/pdf`);
    return rawPayload.toString('latin1').match(/\/Subtype \/Image/g)?.length ?? 0;
  };
  const none = await made();
  await send(id, await photoJpeg());
  expect(await made()).toBe(none + 1);
  for (let n = 0; n < 21; n += 1) await send(id, await photoJpeg(n, 90));
  expect(await made()).toBe(none + 20);
});
