import { DEVICE_STATUSES, MISSING_NAMES, WRONG_CHECK_DIGIT } from '@banbo/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { secretDigest } from '#lib/sealed.ts';
import { buildDevice, buildFitting } from '../../../test/builders/devices.ts';
import { buildDriver } from '../../../test/builders/drivers.ts';
import { buildCaller } from '../../../test/builders/identity.ts';
import { buildPayment } from '../../../test/builders/payments.ts';
import { submissionOf } from '../../../test/builders/submissions.ts';
import { nextImei, wrongImei } from '../../../test/builders/tracker-lists.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';

let it: TestApp;
let clerk: Awaited<ReturnType<typeof buildCaller>>;
beforeAll(async () => {
  it = await startApp();
  clerk = await buildCaller(it, 'SuperUser');
});
afterAll(() => it.close());

const send = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) => {
  const url = `/api/devices${path}`;
  const response = await it.app.inject({ method, url, headers: clerk.headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
};

const SOON = { fitted_by: 'Yaw Boateng', unpaid_reason: 'He pays on Friday.' };
const fit = (id: string, driver_id: string, given: object = SOON) =>
  send('POST', `/${id}/fittings`, { driver_id, ...given });
const takeOut = (id: string, given: object = {}) =>
  send('POST', `/${id}/removal`, { becomes: 'in_stock', reason: 'The car is sold.', ...given });

const payDevice = async (driver: Parameters<typeof submissionOf>[0]) => {
  await buildPayment(it, submissionOf(driver), 'cleared');
  return buildPayment(it, submissionOf(driver, { payment_type: 'DP', amount: '1500.00' }), 'cleared');
};

const inAMinute = (): void => {
  it.clock.now = new Date(it.clock.now.getTime() + 60_000);
};

describe('stock', () => {
  test('a tracker comes into stock by its IMEI, with what is known of it', async () => {
    const imei = nextImei();
    const given = { model: 'FMB920', serial_number: 'SN-77', sim_number: '024 123 4567', sim_network: 'MTN' };
    const added = await send('POST', '', { imei: `${imei.slice(0, 6)} ${imei.slice(6)}`, ...given });
    expect(added).toMatchObject({ status: 201, body: { message: `The tracker ${imei} is in stock.` } });
    const { body: shown } = await send('GET', `/${added.body.id}`);
    expect(shown).toMatchObject({ imei, ...given, sim_number: '+233241234567', status: 'in_stock', driver_id: null });
    expect(shown.history).toMatchObject([{ action: 'devices.add', actor: expect.any(String) }]);
  });

  test.each(['imei', 'feed_name'])('a last digit that does not fit is asked about, typed as %s', async (field) => {
    const imei = wrongImei();
    const { status, body } = await send('POST', '', { [field]: imei });
    const issues = [{ path: 'body.accepts_wrong_digit', message: WRONG_CHECK_DIGIT }];
    expect([status, body.code, body.issues]).toEqual([422, 'refused', issues]);
    const added = await send('POST', '', { [field]: imei, accepts_wrong_digit: true });
    expect(added).toMatchObject({ status: 201, body: { message: `The tracker ${imei} is in stock.` } });
    expect((await send('GET', `/${added.body.id}`)).body).toMatchObject({ imei, feed_name: null });
  });

  test('a tracker without an IMEI is known by its name in the feed, which can be changed but not taken away', async () => {
    const { body } = await send('POST', '', { feed_name: ' 4710038911 ' });
    expect(body.message).toBe('The tracker 4710038911 is in stock.');
    const change = (feed_name: string | null, given = {}) => send('PATCH', `/${body.id}`, { feed_name, ...given });
    expect((await change(null)).body.issues).toMatchObject([{ path: 'body.feed_name' }]);
    expect((await change('82000001')).body.message).toBe('The tracker 4710038911 is changed.');
    expect((await send('GET', `/${body.id}`)).body).toMatchObject({ imei: '82000001', feed_name: '82000001' });
    const imei = wrongImei();
    expect((await change(imei)).status).toBe(422);
    expect((await change(imei, { accepts_wrong_digit: true })).status).toBe(200);
    expect((await send('GET', `/${body.id}`)).body).toMatchObject({ imei, feed_name: null });
    expect((await send('POST', '', {})).body.issues).toEqual([{ path: 'body.imei', message: MISSING_NAMES }]);
  });

  test('of two trackers one cannot have the name or the IMEI of the other, in any case of letters', async () => {
    const { id, imei } = await buildDevice(it);
    expect((await send('PATCH', `/${id}`, { feed_name: 'Truck 7' })).status).toBe(200);
    expect((await send('PATCH', `/${id}`, { feed_name: 'TRUCK 7' })).status).toBe(200);
    const message = `The tracker ${imei} (truck 7) is in the list already: in stock.`;
    expect(await send('POST', '', { imei: nextImei(), feed_name: 'truck 7' })).toMatchObject({
      ...{ status: 409, body: { message, issues: [{ path: 'body.feed_name', message }] } },
    });
    const other = await buildDevice(it);
    for (const feed_name of ['truck 7', imei]) {
      expect(await send('PATCH', `/${other.id}`, { feed_name })).toMatchObject({ status: 409 });
    }
    expect((await send('PATCH', `/${id}`, { feed_name: null })).status).toBe(200);
    expect((await send('PATCH', `/${other.id}`, { feed_name: 'truck 7' })).status).toBe(200);
  });

  test('of people who give one name at the same time, one wins', async () => {
    const [one, other] = [await buildDevice(it), await buildDevice(it)];
    const answers = await Promise.all([
      send('POST', '', { feed_name: 'at once' }),
      send('POST', '', { feed_name: 'At once' }),
      ...[one, other].map(({ id }) => send('PATCH', `/${id}`, { feed_name: 'at once' })),
    ]);
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect([statuses[0] === 200 || statuses[0] === 201, ...statuses.slice(1)]).toEqual([true, 409, 409, 409]);
  });

  test('an IMEI that is known is refused, and says in which state the tracker is', async () => {
    const { id, imei } = await buildDevice(it);
    await send('POST', `/${id}/changes`, { change: 'faulty', reason: 'No light.' });
    expect(await send('POST', '', { imei })).toMatchObject({
      status: 409,
      body: { message: `The tracker ${imei} is in the list already: faulty.` },
    });
  });

  test('a change is logged with what it was before, and one that changes nothing is not', async () => {
    const { id } = await buildDevice(it, { bundle_until: '2026-11-30' });
    await send('PATCH', `/${id}`, { bundle_until: '2026-12-31', note: 'Bundle of 5 GB.', model: 'FMB920' });
    await send('PATCH', `/${id}`, { bundle_until: '2026-12-31' });
    const entries = await it.db
      .selectFrom('audit_log')
      .select(['action', 'before', 'after'])
      .where('subject_kind', '=', 'tracker')
      .where('subject_id', '=', id)
      .execute();
    expect(entries).toEqual([
      {
        action: 'devices.change',
        before: { bundle_until: '2026-11-30', note: '' },
        after: { bundle_until: '2026-12-31', note: 'Bundle of 5 GB.' },
      },
    ]);
    expect(await send('PATCH', `/${id}`, {})).toMatchObject({ status: 400 });
    expect(await send('PATCH', `/${id}`, { imei: nextImei() })).toMatchObject({ status: 400 });
  });

  test('only a tracker in stock that was in no car and never reported is deleted', async () => {
    const { id, imei } = await buildDevice(it);
    expect(await send('DELETE', `/${id}`)).toMatchObject({ status: 200 });
    expect((await send('GET', `/${id}`)).status).toBe(404);
    expect((await send('POST', '', { imei })).status).toBe(201);

    const faulty = await buildDevice(it, { status: 'faulty' });
    expect((await send('DELETE', `/${faulty.id}`)).body.message).toBe(
      `The tracker ${faulty.imei} is not in stock but faulty, so it stays in the list.`,
    );
    const used = await buildDevice(it);
    const { driver } = await buildDriver(it);
    await buildFitting(it, { device_id: used.id, driver_id: driver.id, removed_at: it.clock.now });
    expect((await send('DELETE', `/${used.id}`)).body.message).toMatch(/ was in a car, so it stays in the list\.$/);
    const heard = await buildDevice(it);
    const at = it.clock.now;
    await it.db
      .insertInto('tracker_alarms')
      .values({ device_id: heard.id, kind: 'sos', at, received_at: at })
      .execute();
    expect(await send('DELETE', `/${heard.id}`)).toMatchObject({
      status: 409,
      body: { message: `The tracker ${heard.imei} has reported where it is, so it stays in the list.` },
    });
  });

  test('a tracker in no car goes from state to state with a reason, and back into stock', async () => {
    const { id, imei } = await buildDevice(it);
    const step = (change: string) => send('POST', `/${id}/changes`, { change, reason: 'As the fitter says.' });
    expect((await step('faulty')).body.message).toBe(`The tracker ${imei} is marked as faulty.`);
    expect(await step('faulty')).toMatchObject({ status: 409 });
    expect((await step('return')).status).toBe(200);
    expect((await step('return')).body.message).toBe(`The tracker ${imei} was already returned.`);
    expect((await step('lose')).status).toBe(200);
    expect((await step('stock')).status).toBe(200);
    expect((await send('GET', `/${id}`)).body).toMatchObject({
      status: 'in_stock',
      status_reason: 'As the fitter says.',
    });
    expect(await send('POST', `/${id}/changes`, { change: 'lose' })).toMatchObject({ status: 400 });
    expect(await send('POST', `/${id}/changes`, { change: 'fit', reason: 'None.' })).toMatchObject({ status: 400 });
  });

  test('the counts are those of the list in every state', async () => {
    const { body: counts } = await send('GET', '/counts');
    expect(counts.map(({ status }: { status: string }) => status)).toEqual(DEVICE_STATUSES);
    for (const { status, count } of counts) {
      const listed = await it.app.inject({ url: `/api/devices?state=${status}`, headers: clerk.headers });
      expect(listed.headers['x-total-count']).toBe(String(count));
    }
  });

  test('a new key for reports is shown once, kept as its hash alone, and ends the former one', async () => {
    const { id } = await buildDevice(it);
    const keys = [await send('POST', `/${id}/feed_key`), await send('POST', `/${id}/feed_key`)];
    expect(keys.map(({ status }) => status)).toEqual([201, 201]);
    const [, key] = keys.map(({ body }) => body.feed_key as string);
    expect(new Set(keys.map(({ body }) => body.feed_key)).size).toBe(2);
    const device = await it.db.selectFrom('devices').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(device.feed_key_hash).toEqual(secretDigest(key ?? ''));
    const log = await it.db.selectFrom('audit_log').selectAll().where('subject_id', '=', id).execute();
    expect(JSON.stringify([device, log])).not.toContain(key);
    expect(log.map(({ action }) => action)).toEqual(['devices.feed_key', 'devices.feed_key']);
    expect((await send('GET', `/${id}`)).body).toMatchObject({ has_feed_key: true });
  });
});

describe('fitting', () => {
  test('a paid device is fitted without more words', async () => {
    const { id, imei } = await buildDevice(it);
    const { driver } = await buildDriver(it);
    await payDevice(driver);
    expect((await send('GET', `/fitting_check?driver_id=${driver.id}`)).body).toMatchObject({
      ...{ car_number: driver.car_number, is_paid: true, device: null },
    });
    const fitted = await fit(id, driver.id, { fitted_by: 'Yaw Boateng' });
    expect(fitted).toMatchObject({
      status: 201,
      body: { message: `The tracker ${imei} is fitted in ${driver.car_number}.` },
    });
    const { body } = await send('GET', `/${id}`);
    expect(body).toMatchObject({
      ...{ status: 'fitted', car_number: driver.car_number, driver_code: driver.driver_code, fitted_by: 'Yaw Boateng' },
      fitted_at: it.clock.now.toISOString(),
      fittings: [{ driver_id: driver.id, unpaid_reason: null, removed_at: null, noted_by: expect.any(String) }],
    });
    expect((await send('GET', `/fitting_check?driver_id=${driver.id}`)).body.device).toEqual({ id, imei });
  });

  test('one that is not paid needs a reason, which stays with the fitting', async () => {
    const { id } = await buildDevice(it);
    const { driver } = await buildDriver(it);
    const refused = await fit(id, driver.id, { fitted_by: 'Yaw Boateng' });
    const message = `${driver.first_name} ${driver.last_name} has not paid for the device yet. Please say why it is fitted all the same.`;
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'refused', message, issues: [{ path: 'body.unpaid_reason', message }] },
    });
    expect((await fit(id, driver.id)).status).toBe(201);
    expect((await send('GET', `/${id}`)).body.fittings).toMatchObject([{ unpaid_reason: SOON.unpaid_reason }]);
  });

  test('a claim that waits has not paid, nor has one that was reversed', async () => {
    const { driver } = await buildDriver(it);
    await buildPayment(it, submissionOf(driver), 'cleared');
    const isPaid = async () => (await send('GET', `/fitting_check?driver_id=${driver.id}`)).body.is_paid;
    await buildPayment(it, submissionOf(driver, { payment_type: 'DP', amount: '1500.00' }), 'reversed');
    expect(await isPaid()).toBe(false);
    await buildPayment(it, submissionOf(driver, { payment_type: 'DP', amount: '1500.00' }));
    expect(await isPaid()).toBe(false);
  });

  test('a device fee that was waived, or paid from credit, is paid', async () => {
    const { driver } = await buildDriver(it);
    const by = { used_on: '2026-11-20', used_at: it.clock.now, used_by: clerk.id, asked_by: clerk.id };
    const use = { driver_id: driver.id, type_code: 'DP', period: 'once', amount: '1500.00', ...by } as const;
    const waiver = { waived: '1500.00', waived_as: 'waiver', waiver_reason: 'A gift.' } as const;
    await it.db
      .insertInto('credit_uses')
      .values({ ...use, ...waiver })
      .execute();
    expect((await send('GET', `/fitting_check?driver_id=${driver.id}`)).body.is_paid).toBe(true);
  });

  test('a flag of the payment type says which type pays for the tracker', async () => {
    const { driver } = await buildDriver(it);
    const isPaid = async () => (await send('GET', `/fitting_check?driver_id=${driver.id}`)).body.is_paid;
    await buildPayment(it, submissionOf(driver), 'cleared');
    const flag = (for_device: boolean) =>
      it.db.updateTable('payment_types').set({ for_device }).where('type_code', '=', 'RF').execute();
    expect(await isPaid()).toBe(false);
    await flag(true);
    expect(await isPaid()).toBe(true);
    await flag(false);
  });

  test('a tracker that moves to another car keeps both, and so do the cars', async () => {
    const { id, imei } = await buildDevice(it);
    const [{ driver: one }, { driver: other }] = [await buildDriver(it), await buildDriver(it)];
    await fit(id, one.id);
    inAMinute();
    expect((await takeOut(id)).body.message).toBe(`The tracker ${imei} is out of ${one.car_number}: in stock.`);
    inAMinute();
    await fit(id, other.id);
    expect((await send('GET', `/${id}`)).body.fittings).toMatchObject([
      { driver_id: other.id, removed_at: null },
      { driver_id: one.id, removed_at: expect.any(String), removal_reason: 'The car is sold.' },
    ]);
    expect((await send('GET', `/of_driver?driver_id=${one.id}`)).body).toMatchObject([{ imei, driver_id: one.id }]);
    expect((await send('GET', `/of_driver?driver_id=${other.id}`)).body).toMatchObject([{ imei, removed_at: null }]);
  });

  test('a tracker is in one car and a car has one tracker; the answer names the other', async () => {
    const [first, second] = [await buildDevice(it), await buildDevice(it)];
    const [{ driver: one }, { driver: other }] = [await buildDriver(it), await buildDriver(it)];
    await fit(first.id, one.id);
    expect(await fit(first.id, other.id)).toMatchObject({
      status: 409,
      body: { message: `The tracker ${first.imei} is in the car ${one.car_number} already.` },
    });
    expect(await fit(second.id, one.id)).toMatchObject({
      status: 409,
      body: { message: `The car ${one.car_number} has the tracker ${first.imei} already. Take that one out first.` },
    });
  });

  test.each(['one tracker', 'one car'])('of clerks who fit %s at the same time, one wins', async (what) => {
    const devices = [await buildDevice(it), await buildDevice(it), await buildDevice(it)];
    const drivers = [await buildDriver(it), await buildDriver(it), await buildDriver(it)];
    const answers = await Promise.all(
      drivers.map((one, at) => {
        const device = what === 'one tracker' ? devices[0] : devices[at];
        const { driver } = what === 'one car' ? (drivers[0] ?? one) : one;
        return fit(device?.id ?? '', driver.id);
      }),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    for (const { status, body } of answers) if (status === 409) expect(body.message).toMatch(/ already\b/);
  });

  test('the database itself holds one car to a tracker and one tracker to a car', async () => {
    const { driver } = await buildDriver(it);
    const { device_id } = await buildFitting(it, { driver_id: driver.id });
    await expect(buildFitting(it, { driver_id: driver.id })).rejects.toThrow(/device_fittings_current_car/);
    const { driver: other } = await buildDriver(it);
    await expect(buildFitting(it, { device_id, driver_id: other.id })).rejects.toThrow(/device_fittings_current/);
  });

  test('only a tracker in stock is fitted, and only to a driver who is there', async () => {
    const faulty = await buildDevice(it, { status: 'faulty' });
    const { driver } = await buildDriver(it);
    expect(await fit(faulty.id, driver.id)).toMatchObject({
      status: 409,
      body: { message: `The tracker ${faulty.imei} is faulty, so it cannot be fitted.` },
    });
    const { id } = await buildDevice(it);
    expect(await fit(id, '987654321')).toMatchObject({ status: 404 });
    expect(await fit('987654321', driver.id)).toMatchObject({ status: 404 });
    await it.db.updateTable('drivers').set({ removed_at: it.clock.now }).where('id', '=', driver.id).execute();
    expect((await fit(id, driver.id)).body.message).toBe(`The driver ${driver.driver_code} was removed.`);
  });

  test('times to come, and times within an earlier span, are refused at their field', async () => {
    const { id } = await buildDevice(it);
    const { driver } = await buildDriver(it);
    const at = (hours: number) => new Date(it.clock.now.getTime() + hours * 3_600_000).toISOString();
    expect(await fit(id, driver.id, { ...SOON, fitted_at: at(1) })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'body.fitted_at' }] },
    });
    expect((await fit(id, driver.id, { ...SOON, fitted_at: at(-2) })).status).toBe(201);
    expect((await takeOut(id, { removed_at: at(-3) })).body.issues).toMatchObject([{ path: 'body.removed_at' }]);
    expect((await takeOut(id, { removed_at: at(-1) })).status).toBe(200);
    expect((await fit(id, driver.id, { ...SOON, fitted_at: at(-1.5) })).body.issues).toMatchObject([
      { path: 'body.fitted_at', message: expect.stringContaining('was in use until') },
    ]);
  });

  test('a tracker that is taken out becomes what is said, and there must be one to take out', async () => {
    const { id, imei } = await buildDevice(it);
    const { driver } = await buildDriver(it);
    expect(await takeOut(id)).toMatchObject({
      status: 409,
      body: { message: `The tracker ${imei} is in stock, so there is nothing to take out.` },
    });
    await fit(id, driver.id);
    expect(await takeOut(id, { becomes: 'fitted' })).toMatchObject({ status: 400 });
    expect((await takeOut(id, { becomes: 'lost', reason: 'The car was burnt.' })).status).toBe(200);
    expect((await send('GET', `/${id}`)).body).toMatchObject({ status: 'lost', status_reason: 'The car was burnt.' });
    const steps = (await send('GET', `/${id}`)).body.history;
    expect(steps.map(({ action }: { action: string }) => action)).toEqual(['devices.take_out', 'devices.fit']);
  });

  test('whoever may only look changes nothing, and a member sees no tracker', async () => {
    const { id } = await buildDevice(it);
    const others = await buildCaller(it, 'Operations');
    const member = await buildCaller(it, 'Member');
    for (const { headers } of [others, member]) {
      for (const url of [`/api/devices/${id}`, '/api/devices', '/api/devices/counts']) {
        expect((await it.app.inject({ url, headers })).statusCode).toBe(403);
      }
      const payload = { driver_id: '1', ...SOON };
      const url = `/api/devices/${id}/fittings`;
      expect((await it.app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(403);
    }
  });
});

describe('the list', () => {
  const found = async (search: string): Promise<string[]> => {
    const url = `/api/devices?${new URLSearchParams({ search })}`;
    const response = await it.app.inject({ url, headers: clerk.headers });
    expect(response.statusCode, response.body).toBe(200);
    return response.json().map(({ id }: { id: string }) => id);
  };

  test('finds a tracker by the beginning of its name in the feed, in any case', async () => {
    const { id } = await buildDevice(it, { feed_name: 'Zongo Van 3' });
    for (const text of ['zongo', 'ZONGO VAN', 'Zongo van 3']) expect(await found(text), text).toEqual([id]);
    expect(await found('van 3')).toEqual([]);
  });

  test('finds a tracker by either end of its IMEI, its serial number, its car, and its driver', async () => {
    const given = { imei: '356938035643809', serial_number: 'TLT-4711-x' };
    const { id } = await buildDevice(it, given);
    const { driver } = await buildDriver(it, { first_name: 'Zenobia', last_name: 'Quartey' });
    await fit(id, driver.id);
    const texts = ['35693803', '643809', '356938 035643 809', 'tlt-4711', driver.car_number, driver.driver_code];
    for (const text of [...texts, 'zenobia quartey']) expect(await found(text), text).toEqual([id]);
    for (const text of ['569380', '4711', 'zzz nobody', "' OR true --", '%']) expect(await found(text)).toEqual([]);
    inAMinute();
    await takeOut(id);
    expect(await found(driver.driver_code)).toEqual([]);
  });

  test('is narrowed to a model in any case, and to bundles that end by a day', async () => {
    const { id } = await buildDevice(it, { model: 'Teltonika FMC130', bundle_until: '2025-01-05' });
    const { id: later } = await buildDevice(it, { model: 'Teltonika FMC130', bundle_until: '2025-01-06' });
    const listed = async (query: string) =>
      (await it.app.inject({ url: `/api/devices?sort=bundle_until&${query}`, headers: clerk.headers }))
        .json()
        .map((one: { id: string }) => one.id);
    expect(await listed('model=teltonika%20fmc130')).toEqual([id, later]);
    expect(await listed('bundle_until=2025-01-05')).toEqual([id]);
  });
});
