import type { BrowserContext, Page } from '@playwright/test';
import { testOnDemo } from '../../harness/own-product.ts';
import { memberOf, signInMember } from '../../harness/people.ts';
import { staffCalls } from '../../harness/staff-calls.ts';
import { expect, expectAccessible, expectNoSidewaysScroll } from '../../harness/test.ts';

const test = testOnDemo();

test.use({
  permissions: ['geolocation'],
  geolocation: { latitude: 5.5571, longitude: -0.1969, accuracy: 14 },
});

const HELD_MS = 2_300;

const button = (page: Page) => page.getByRole('button', { name: 'SOS Call for help' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Holds the button as a thumb does. */
const hold = async (page: Page, ms = HELD_MS): Promise<void> => {
  await button(page).hover();
  await page.mouse.down();
  await page.waitForTimeout(ms);
  await page.mouse.up();
};

const fillIn = async (page: Page, { car, code }: { car: string; code: string }): Promise<void> => {
  await page.getByLabel('Car Number').fill(car.toLowerCase());
  await page.getByLabel('Driver Code').fill(code.toLowerCase());
};

/** The calls for help of a car, as the office has them. */
const callsOf = async (page: Page, url: string, code: string) => {
  const call = await staffCalls(page, url, 'superadmin');
  return async (): Promise<{ status: string; signals: number }[]> => call('GET', `/incidents?driver=${code}`);
};

test('a member holds the button, follows the call, and says to be safe', async ({ page, product }) => {
  const member = memberOf(product.output());
  const calls = await callsOf(page, product.url, member.code);
  await signInMember(page, member);
  await page.getByRole('link', { name: /In danger\?/ }).click();
  await expect(page.getByText(member.car)).toBeVisible();
  await expect(page.getByLabel('Driver Code')).toBeHidden();
  await expect(button(page)).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('link', { name: /112/ })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await button(page).click();
  await expect(page.getByText('Too early: nothing was sent.')).toBeVisible();
  expect(await calls()).toEqual([]);
  await hold(page);
  await expect(heading(page, 'Help is asked for')).toBeFocused();
  await expect(page.getByText('Sent to the office')).toBeVisible();
  await expect(page.getByText(/^The office has your position of/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect(await calls()).toMatchObject([{ status: 'raised', signals: 1 }]);

  await page.getByRole('button', { name: 'I am safe…' }).click();
  await page.getByRole('button', { name: 'Yes, I am safe' }).click();
  await expect(page.getByText('You said that you are safe. The office still calls you back.')).toBeVisible();
  expect(await calls()).toMatchObject([{ status: 'raised' }]);
  await page.reload();
  await expect(heading(page, 'Help is asked for')).toBeVisible();
});

test.describe('without network @deep', () => {
  test.use({ serviceWorkers: 'allow', mayComplain: /net::ERR_(INTERNET_DISCONNECTED|FAILED|ABORTED)/ });

  /** Opens the emergency page, and waits until the worker keeps it. */
  const openKept = async (page: Page): Promise<void> => {
    await page.goto('/sos');
    const isKept = () => page.evaluate(async () => (await caches.match('/sos')) !== undefined);
    await expect.poll(isKept).toBe(true);
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  };

  const callOffline = async (page: Page, context: BrowserContext): Promise<void> => {
    await context.setOffline(true);
    await button(page).focus();
    await page.keyboard.down('Space');
    await page.waitForTimeout(HELD_MS);
    await page.keyboard.up('Space');
    await expect(page.getByText('Not sent yet: no network. We keep trying.')).toBeVisible();
  };

  test('a stranger’s call by key waits on the phone, and another page of the site sends it once', async ({
    page,
    context,
    product,
  }) => {
    const member = memberOf(product.output(), 1);
    const calls = await callsOf(page, product.url, member.code);
    await openKept(page);
    await fillIn(page, member);
    await callOffline(page, context);
    await page.close();

    const again = await context.newPage();
    await again.goto('/sos');
    await expect(heading(again, 'Not sent yet')).toBeVisible();
    await again.close();
    await context.setOffline(false);
    const other = await context.newPage();
    await other.goto('/about');
    await expect.poll(calls).toMatchObject([{ status: 'raised', signals: 1 }]);
    await other.goto('/sos');
    await expect(heading(other, 'Help is asked for')).toBeVisible();
    expect(await calls()).toMatchObject([{ signals: 1 }]);
  });

  test('the worker sends a call whose page was closed', async ({ page, context, product }) => {
    const member = memberOf(product.output(), 2);
    const calls = await callsOf(page, product.url, member.code);
    await openKept(page);
    await fillIn(page, member);
    await callOffline(page, context);
    // A file of ours that runs nothing, from which the browser's own event can be given.
    await context.setOffline(false);
    await page.goto('/favicon.svg');
    const devtools = await context.newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
        if (first) resolve(first.registrationId);
      });
    });
    await devtools.send('ServiceWorker.enable');
    const sync = { origin: product.url, registrationId: await registered, tag: 'sos', lastChance: false };
    await devtools.send('ServiceWorker.dispatchSyncEvent', sync);
    await expect.poll(calls).toMatchObject([{ status: 'raised', signals: 1 }]);
  });
});
