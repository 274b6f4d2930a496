import { randomBytes } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { testOnDemo } from '../../../harness/own-product.ts';
import { signIn } from '../../../harness/people.ts';
import { type OpenIncident, quietBoard } from '../../../harness/quiet-board.ts';
import { staffCalls } from '../../../harness/staff-calls.ts';
import { expect, expectAccessible, expectNoSidewaysScroll } from '../../../harness/test.ts';

const test = testOnDemo();

type Car = { id: string; driver_code: string; car_number: string };

/** Calls for help as the driver's phone does. */
const callFor = async (page: Page, { driver_code, car_number }: Car): Promise<void> => {
  const data = { secret: randomBytes(32).toString('base64url'), pressed_at: new Date().toISOString() };
  const answer = await page.request.post('/api/sos', { data: { ...data, driver_code, car_number } });
  expect(answer.ok(), await answer.text()).toBe(true);
};

/** The office with all that rings acknowledged, and a car that does not call. */
const quietOffice = async (browser: Browser, url: string) => {
  // It has a session of its own.
  const call = await staffCalls(await browser.newPage(), url, 'superadmin');
  const open = await quietBoard(call);
  const cars: Car[] = await call('GET', '/drivers?size=20');
  const first = cars.find(({ id }) => !open.some(({ driver_id }) => driver_id === id));
  if (!first) throw new Error('The demo has no quiet car.');
  const statusOf = async (car: Car) => {
    const { incidents }: { incidents: OpenIncident[] } = await call('GET', '/incidents/board');
    return incidents.find(({ driver_id }) => driver_id === car.id)?.status;
  };
  return { first, statusOf };
};

test('a call rings while the clerk is on another page, and one key takes it there @every-size', async ({
  page,
  browser,
  product,
}) => {
  const { first, statusOf } = await quietOffice(browser, product.url);
  await signIn(page, 'superuser', '/global_drivers');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await callFor(page, first);
  const pill = page.getByRole('region', { name: 'Call for help' });
  await expect(pill.getByRole('link', { name: `SOS ${first.car_number}` })).toBeInViewport({ ratio: 1 });
  await expect(page).toHaveTitle(/^\(1\) SOS .+ · /);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await expect(async () => {
    await page.keyboard.press('Alt+a');
    expect(await statusOf(first)).toBe('acknowledged');
  }).toPass();
  await expect(pill).toBeHidden();
  await page.getByRole('link', { name: `Open SOS ${first.car_number}` }).click();
  await expect(page.getByRole('article', { name: /^SOS / }).getByText('Acknowledged', { exact: true })).toBeVisible();
});
