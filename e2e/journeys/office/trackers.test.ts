import { withCheckDigit } from '@banbo/contract';
import { carWithoutTracker } from '../../harness/car-without-tracker.ts';
import { testOnMovingClock } from '../../harness/own-product.ts';
import { signIn } from '../../harness/people.ts';
import { staffCalls } from '../../harness/staff-calls.ts';
import { expect } from '../../harness/test.ts';

const test = testOnMovingClock();

/** The watch looks once a minute, and not in the first minute after a start. */
const UNTIL_NOTICED_MS = 240_000;
/** A chosen car is read anew every thirty seconds, should the stream be lost. */
const UNTIL_READ_MS = 45_000;
const IMEI = withCheckDigit('00999900777001');

test('a tracker comes into stock by a list and into a paid car, is seen moving, falls silent, and its entry is closed @deep', async ({
  page,
  product,
}) => {
  test.setTimeout(UNTIL_NOTICED_MS + 240_000);
  const call = await staffCalls(page, product.url, 'superadmin');
  const car = await carWithoutTracker(call, { isPaid: true });

  await signIn(page, 'systemadmin', '/device_import');
  await page.getByLabel('List of trackers', { exact: true }).setInputFiles({
    name: 'Delivery.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`IMEI,Model,Serial\n${IMEI},Concox GT06N,SN-1\n`),
  });
  await expect(page).toHaveURL(/\/device_import\/\d+$/);
  await page.getByRole('button', { name: 'Check the lines' }).click();
  await page.getByRole('button', { name: /^Import 1 line/ }).click();
  await expect(page.getByText('Added').first()).toBeVisible();

  await page.goto(`/devices?search=${IMEI}`);
  await page.getByRole('link', { name: IMEI }).click();
  await page.getByRole('button', { name: 'Fit to a car…' }).click();
  const fitting = page.getByRole('dialog', { name: `Which car gets ${IMEI}?` });
  await fitting.getByLabel('Find the driver').fill(car.driver_code);
  await fitting.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(fitting.getByText('Paid: the device fee is paid.')).toBeVisible();
  await fitting.getByLabel('Fitter’s name').fill('Kwame Asare');
  await fitting.getByRole('button', { name: 'Fit it' }).click();
  await expect(page.getByText(car.car_number).first()).toBeVisible();

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Silent after, in minutes').fill('5');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByRole('heading', { level: 1, name: IMEI })).toBeVisible();

  const [, secret = ''] = /Trackers report with the secret (\S+)/.exec(product.output()) ?? [];
  const report = async (longitude: number, speed: number): Promise<void> => {
    const now = new Date().toISOString();
    const position = { fixTime: now, deviceTime: now, latitude: 5.57, longitude, speed, course: 90 };
    const answer = await page.request.post(`${product.url}/api/feeds/traccar/positions`, {
      headers: { 'x-feed-secret': secret },
      data: { position: { ...position, attributes: { ignition: true } }, device: { uniqueId: IMEI } },
    });
    expect(await answer.json()).toMatchObject({ stored: 1 });
  };
  const carIn = (state: string) => page.getByRole('button', { name: new RegExp(`${car.car_number}.*${state}`) });
  await report(-0.2154, 20);
  await page.goto('/tracker_map');
  await page.getByLabel('Find a car').fill(car.car_number);
  await carIn('Moving').click();
  const chosen = page.getByRole('region', { name: 'Chosen car' });
  await expect(chosen.getByText('37 km/h, engine on')).toBeVisible();
  // So near that a car comes there within a second.
  await report(-0.2152, 30);
  await expect(chosen.getByText('56 km/h, engine on')).toBeVisible({ timeout: UNTIL_READ_MS });

  product.moveClock();
  await page.goto(`/tracker_watch?driver=${encodeURIComponent(car.driver_code)}`);
  await expect(page.getByText(/^No report: the next was due by/).first()).toBeVisible({ timeout: UNTIL_NOTICED_MS });
  await page.goto('/tracker_map');
  await page.getByLabel('Find a car').fill(car.car_number);
  await expect(carIn('Silent')).toBeVisible();

  await page.goto(`/tracker_watch?driver=${encodeURIComponent(car.driver_code)}`);
  await page.getByRole('button', { name: /^Close…/ }).click();
  const closing = page.getByRole('dialog', { name: `${car.car_number}: what was the cause?` });
  await closing.getByRole('textbox').fill('SIM data had run out');
  await closing.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByText('Every tracker reports as it should.')).toBeVisible();
  await page.goto(`/tracker_watch?state=closed&driver=${encodeURIComponent(car.driver_code)}`);
  await page.getByRole('link', { name: car.car_number }).click();
  await expect(page.getByText('SIM data had run out').first()).toBeVisible();
});
