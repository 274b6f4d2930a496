import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller, shapeRole } from '../../../../test/builders/identity.ts';
import { buildIncident } from '../../../../test/builders/incidents.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp({ PUBLIC_URL: 'http://localhost' });
  headers = (await buildCaller(it, 'SuperUser')).headers;
});
afterAll(() => it.close());

const make = async (id: string, as = headers) =>
  it.app.inject({
    method: 'POST',
    url: `/api/incidents/${id}/packs`,
    headers: as,
    payload: { made_for: 'Police, Osu' },
  });
const packs = async (id: string) => (await it.app.inject({ url: `/api/incidents/${id}/packs`, headers })).json().packs;

const newIncident = async () => {
  const { driver } = await buildDriver(it, { first_name: 'Ɔsei', last_name: '<b>Owusu</b>' });
  return { driver, id: await buildIncident(it, { driverId: driver.id }) };
};

test('a document is numbered, kept as it was made, and checked by its code and the hash of its file', async () => {
  const { id } = await newIncident();
  const made = await make(id);
  expect(made.statusCode).toBe(201);
  await make(id);
  const [second, first] = await packs(id);
  expect(first.number).toMatch(/^\d{4}-\d{4}\/1$/);
  expect(second.number).toMatch(/\/2$/);
  const file = await it.app.inject({ url: `/api/incident_packs/${made.json().pack_id}/pdf`, headers });
  expect(file.headers['content-type']).toBe('application/pdf');
  expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect(createHash('sha256').update(file.rawPayload).digest('hex')).toBe(first.file_hash);
  const typed = first.code.toLowerCase().match(/.{4}/g).join('-');
  const verified = await it.app.inject({ url: `/api/verify_pack/${typed}` });
  expect(verified.json()).toEqual({
    ...{ number: first.number, made_at: first.made_at, made_for: 'Police, Osu', file_hash: first.file_hash },
  });
  const forged = await it.app.inject({ url: '/api/verify_pack/7Q2MXK4D9H3BZT60' });
  expect(forged.json()).toMatchObject({ message: 'No document of ours has this code. It is forged, or mistyped.' });
});

test('an incident with a long time line makes numbered pages', async () => {
  const { id } = await newIncident();
  const steps = Array.from({ length: 400 }, (_, n) => ({
    ...{
      incident_id: id,
      at: it.clock.now,
      what: 'note' as const,
      words: `Note ${n} ${'long words '.repeat(n % 30)}`.trim(),
    },
  }));
  await it.db.insertInto('incident_steps').values(steps).execute();
  const made = await make(id);
  const file = await it.app.inject({ url: `/api/incident_packs/${made.json().pack_id}/pdf`, headers });
  const pages = file.rawPayload.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;
  expect(pages).toBeGreaterThan(5);
  expect(pages).toBeLessThan(40);
});

test('only those who may see places make and read documents; each making is on record', async () => {
  const { id, driver } = await newIncident();
  const made = await make(id);
  const logged = await it.db.selectFrom('audit_log').selectAll().where('action', '=', 'incidents.make_pack').execute();
  expect(logged.length).toBeGreaterThan(0);
  const looks = await it.db.selectFrom('driver_looks').select('id').where('driver_id', '=', driver.id).execute();
  expect(looks.length).toBeGreaterThan(0);
  await shapeRole(it, 'SuperUser', { 'incidents.private': false });
  const { headers: other } = await buildCaller(it, 'SuperUser');
  expect((await make(id, other)).statusCode).toBe(403);
  const file = await it.app.inject({ url: `/api/incident_packs/${made.json().pack_id}/pdf`, headers: other });
  expect(file.statusCode).toBe(403);
  await shapeRole(it, 'SuperUser', {});
});

test('the erasure of a person removes the files and leaves numbers and hashes', async () => {
  const { id, driver } = await newIncident();
  const made = await make(id);
  await it.app.inject({
    method: 'PATCH',
    url: `/api/incidents/${id}`,
    headers,
    payload: { change: 'false_alarm', reason: 'A mistake' },
  });
  const { headers: admin } = await buildCaller(it, 'SuperAdmin');
  const payload = { reason: 'The person asked for it.' };
  await it.app.inject({ method: 'DELETE', url: `/api/drivers/${driver.id}`, headers: admin, payload });
  const erased = await it.app.inject({
    method: 'POST',
    url: `/api/drivers/${driver.id}/erase`,
    headers: admin,
    payload,
  });
  expect(erased.json()).toMatchObject({ status: true });
  expect(await packs(id)).toMatchObject([{ is_erased: true, made_for: 'ERASED' }]);
  const file = await it.app.inject({ url: `/api/incident_packs/${made.json().pack_id}/pdf`, headers });
  expect(file.statusCode).toBe(404);
});
