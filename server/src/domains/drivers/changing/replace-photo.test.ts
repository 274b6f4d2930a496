import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { photoJpeg } from '../../../../test/builders/photos.ts';
import { callDriver, removeDriver } from '../../../../test/drivers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { sweepPhotos } from '../index.ts';

let it: TestApp;
let staff: Awaited<ReturnType<typeof buildCaller>>;
beforeAll(async () => {
  it = await startApp();
  staff = await buildCaller(it, 'SuperUser');
});
afterAll(() => it.close());

const formOf = (file: File | null, reason = 'The old one showed somebody else.') => {
  const form = new FormData();
  form.append('reason', reason);
  if (file) form.append('file', file);
  return form;
};
const replace = (id: string, form: FormData, headers = staff.headers) =>
  callDriver(it, headers, 'POST', `${id}/photo`, form);
const photoOf = async (id: string) =>
  (await it.db.selectFrom('driver_records').select('photo').where('id', '=', id).executeTakeFirstOrThrow()).photo;

test('a new photo takes the place of the old one, which the sweep removes', async () => {
  const { driver } = await buildDriver(it, { file: await photoJpeg(1) });
  const { status, body } = await replace(driver.id, formOf(await photoJpeg(2)));
  expect([status, body.message, body.driver.photo]).toEqual([
    201,
    'The photo was replaced.',
    `/drivers/${driver.id}/photo`,
  ]);
  const photo = await photoOf(driver.id);
  expect(photo).not.toBe(driver.photo);
  await sweepPhotos(it.db, it.files, new Date(it.clock.now.getTime() + 2 * 3_600_000));
  expect([...it.files.stored.keys()].filter((key) => key.includes(String(driver.photo)))).toEqual([]);
  expect(it.files.stored.has(`drivers/${photo}`)).toBe(true);
});

test('the history and the audit log say that it was replaced, by whom and why', async () => {
  const { driver } = await buildDriver(it);
  await replace(driver.id, formOf(await photoJpeg(3)));
  const changes = await it.app.inject({ url: `/api/driver_changes?driver_id=${driver.id}`, headers: staff.headers });
  expect(changes.json()).toMatchObject([
    { reason: 'The old one showed somebody else.', before: { photo: null }, after: { photo: 'a new one' } },
  ]);
  const entry = it.db.selectFrom('audit_log').selectAll().where('subject_id', '=', driver.id);
  expect(await entry.executeTakeFirst()).toMatchObject({ actor_id: staff.id, action: 'drivers.change_photo' });
});

test('a photo that is refused leaves the old one and no file', async () => {
  const { driver } = await buildDriver(it, { file: await photoJpeg(4) });
  const before = it.files.stored.size;
  const wrong: [FormData, number][] = [
    [formOf(new File(['no picture'], 'photo.jpg', { type: 'image/jpeg' })), 415],
    [formOf(null), 400],
    [formOf(await photoJpeg(5), ''), 400],
  ];
  for (const [form, status] of wrong) expect((await replace(driver.id, form)).status).toBe(status);
  expect((await replace('999999', formOf(await photoJpeg(5)))).status).toBe(404);
  const { headers } = await buildCaller(it, 'Accounts');
  expect((await replace(driver.id, formOf(await photoJpeg(5)), headers)).status).toBe(403);
  const admin = await buildCaller(it, 'SystemAdmin');
  await removeDriver(it, admin.headers, driver.id);
  expect((await replace(driver.id, formOf(await photoJpeg(5)))).status).toBe(409);
  expect([await photoOf(driver.id), it.files.stored.size]).toEqual([driver.photo, before]);
});
