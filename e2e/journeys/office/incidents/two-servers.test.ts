import { randomBytes } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { testOnMovingClock } from '../../../harness/own-product.ts';
import { signIn } from '../../../harness/people.ts';
import { pressSos } from '../../../harness/press-sos.ts';
import type { Product } from '../../../harness/product.ts';
import { type OpenIncident, quietBoard } from '../../../harness/quiet-board.ts';
import { staffCalls } from '../../../harness/staff-calls.ts';
import { expect } from '../../../harness/test.ts';

/** `other` is a second server on the product's database. */
const test = testOnMovingClock().extend<object, { other: Product }>({
  other: [
    async ({ product }, use) => {
      const other = await product.beside();
      await use(other);
      await other.halt();
    },
    { scope: 'worker' },
  ],
});

const BOARD = '/response_request';

type Car = { id: string; driver_code: string; car_number: string };
type Tracked = Car & { imei: string };
type Device = { imei: string; status: string; driver_id: string | null };
type Shown = OpenIncident & { rings_here: boolean; is_known: boolean; waiting: number | null };

/** The office with nothing that rings, and the cars that do not call, all and with trackers. */
const quietOffice = async (browser: Browser, { url }: Product) => {
  // It has a session of its own.
  const call = await staffCalls(await browser.newPage(), url, 'superadmin');
  const open = await quietBoard(call);
  const isQuiet = ({ id }: Car): boolean => !open.some(({ driver_id }) => driver_id === id);
  const cars: Car[] = (await call('GET', '/drivers?size=60')).filter(isQuiet);
  const devices: Device[] = await call('GET', '/devices?size=60');
  const tracked = cars.flatMap((car): Tracked[] => {
    const device = devices.find(({ driver_id, status }) => driver_id === car.id && status === 'fitted');
    return device ? [{ ...car, imei: device.imei }] : [];
  });
  const board = async (): Promise<Shown[]> => (await call('GET', '/incidents/board')).incidents;
  const ofCar = async ({ id }: Car) => (await board()).find(({ driver_id }) => driver_id === id);
  return { call, cars, tracked, board, ofCar };
};

/** Cars of a list; it must have so many. */
const some = <T>(cars: readonly T[], count: number): T[] => {
  expect(cars.length, 'quiet cars of the demo').toBeGreaterThanOrEqual(count);
  return cars.slice(0, count);
};
const one = <T>(cars: readonly T[]): T => some(cars, 1)[0] as T;

/** A page at each server, in which a person who may answer calls has signed in. */
const openBoth = async (page: Page, browser: Browser, { other, path }: { other: Product; path: string }) => {
  const context = await browser.newContext({ baseURL: other.url, serviceWorkers: 'block' });
  const second = await context.newPage();
  await signIn(page, 'superuser', path);
  await signIn(second, 'superadmin', path);
  for (const each of [page, second]) await expect(each.getByRole('heading', { level: 1 }).first()).toBeVisible();
  return [page, second] as const;
};

/** A stranger's phone that calls for a car at a server. */
const strangersPhone = async (page: Page, { url }: Product, { driver_code, car_number }: Car) => {
  const secret = randomBytes(32).toString('base64url');
  const send = async (path: string, more: object): Promise<void> => {
    const answer = await page.request.post(`${url}/api${path}`, { data: { secret, ...more } });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  await send('/sos', { pressed_at: new Date().toISOString(), driver_code, car_number });
  return { follow: (more: object) => send('/sos/follow', more) };
};

const lineOf = (page: Page, { car_number }: Car) =>
  page.getByRole('list', { name: 'Open emergencies' }).getByRole('link', { name: car_number });

test('a call at one server rings on other pages of both, and one key takes it @deep', async ({
  page,
  browser,
  product,
  other,
}) => {
  const { tracked, ofCar } = await quietOffice(browser, product);
  const car = one(tracked);
  const pages = await openBoth(page, browser, { other, path: '/global_drivers' });
  await pressSos(page, other.url, car.imei, product.output());
  const pillOf = (each: Page) => each.getByRole('region', { name: 'Call for help' });
  for (const each of pages) {
    await expect(pillOf(each).getByRole('link', { name: `SOS ${car.car_number}` })).toBeVisible();
    await expect(each).toHaveTitle(/^\(1\) SOS /);
  }
  await expect(async () => {
    await pages[1].keyboard.press('a');
    expect((await ofCar(car))?.status).toBe('acknowledged');
  }).toPass();
  for (const each of pages) await expect(pillOf(each)).toBeHidden();
  await pages[1].context().close();
});

test('of two calls a hurried choice acknowledges none but the chosen one, whichever server took them @deep', async ({
  page,
  browser,
  product,
  other,
}) => {
  const { tracked, ofCar } = await quietOffice(browser, product);
  const [first, second] = some(tracked, 2) as [Tracked, Tracked];
  await pressSos(page, product.url, first.imei, product.output());
  await pressSos(page, other.url, second.imei, product.output());
  await signIn(page, 'superuser', BOARD);
  await lineOf(page, first).click();
  const record = page.getByRole('article', { name: /^SOS / });
  await expect(record.getByRole('heading', { name: first.car_number })).toBeVisible();
  await lineOf(page, second).click();
  await page.keyboard.press('a');
  await expect(record.getByRole('heading', { name: second.car_number })).toBeVisible();
  expect((await ofCar(first))?.status).toBe('raised');
  await page.keyboard.press('a');
  await expect(record.getByText('Acknowledged', { exact: true })).toBeVisible();
  expect([(await ofCar(first))?.status, (await ofCar(second))?.status]).toEqual(['raised', 'acknowledged']);
});

test('a stranger’s place and word of safety at the other server move nothing of an emergency @deep', async ({
  page,
  browser,
  product,
  other,
}) => {
  const { tracked, ofCar, call } = await quietOffice(browser, product);
  const car = one(tracked);
  await pressSos(page, product.url, car.imei, product.output());
  const { id = '' } = (await ofCar(car)) ?? {};
  const pages = await openBoth(page, browser, { other, path: `${BOARD}/${id}` });
  const phone = await strangersPhone(page, other, car);
  const tamale = { latitude: 9.4034, longitude: -0.8424, accuracy_m: 5, at: new Date().toISOString() };
  await phone.follow({ place: tamale, is_safe: true });
  for (const each of pages) {
    const record = each.getByRole('article', { name: /^SOS / });
    await expect(record.getByText('Phone 1 (not known) says to be safe.')).toBeVisible();
    const places = record.getByRole('region', { name: 'Where it is' }).getByRole('listitem');
    await expect(places.filter({ hasText: '9.40340, -0.84240' })).toContainText(/not known/);
    await expect(places.first()).not.toContainText('9.40340');
    await expect(record.getByText('Not acknowledged')).toBeVisible();
  }
  const { status, is_known, private: seen } = await call('GET', `/incidents/${id}`);
  expect({ status, is_known }).toEqual({ status: 'raised', is_known: true });
  expect(seen.places[0]).not.toMatchObject({ latitude: tamale.latitude });
  await pages[1].context().close();
});

test('known calls ring on the pages of both servers beside a flood of strangers, which is one row @deep', async ({
  page,
  browser,
  product,
  other,
}) => {
  const { cars, tracked, board } = await quietOffice(browser, product);
  const known = some(tracked, 3);
  const strangers = some(
    cars.filter(({ id }) => !known.some((car) => car.id === id)),
    24,
  );
  const pages = await openBoth(page, browser, { other, path: BOARD });
  for (const [n, car] of strangers.entries()) {
    await strangersPhone(page, n % 2 === 0 ? product : other, car);
    const calling = n % 8 === 7 ? known[(n - 7) / 8] : undefined;
    if (calling) await pressSos(page, other.url, calling.imei, product.output());
  }
  for (const each of pages) {
    await expect(each.getByText(/^Many unknown phones call\./)).toBeVisible();
    const lines = each.getByRole('list', { name: 'Open emergencies' });
    await expect(lines.getByText(/^\d+ calls? of (an )?unknown phones?$/)).toHaveCount(1);
    for (const car of known) await expect(lineOf(each, car)).toBeVisible();
  }
  const shown = await board();
  expect(shown.slice(0, known.length).map(({ driver_id }) => driver_id)).toEqual(
    expect.arrayContaining(known.map(({ id }) => id)),
  );
  expect(shown.slice(0, known.length)).toMatchObject(known.map(() => ({ is_known: true, rings_here: true })));
  expect(shown.filter(({ waiting }) => waiting !== null)).toMatchObject([{ rings_here: true }]);
  await pages[1].context().close();
});

test('feeds that are refused show in red on the pages of both servers, with the cause @deep', async ({
  page,
  browser,
  product,
  other,
}) => {
  test.slow();
  const { call } = await quietOffice(browser, product);
  const pages = await openBoth(page, browser, { other, path: BOARD });
  await call('POST', '/feeds/secret');
  for (const server of [product, other]) server.moveClock();
  const outage = (each: Page) =>
    each.getByText(/No tracker has reported since .* Reports come with a wrong secret/).first();
  // It is looked for once a minute.
  for (const each of pages) await expect(outage(each)).toBeVisible({ timeout: 90_000 });
  await pages[1].goto('/dashboard');
  await expect(outage(pages[1])).toBeVisible();
  await pages[1].context().close();
});
