import type { Page, Route } from '@playwright/test';
import { expect, expectAccessible } from '../../harness/test.ts';
import {
  fillRegistration,
  goToCheck,
  openDraft,
  photograph,
  register,
  registerWithoutPage,
  somebody,
  submit,
  test,
  toast,
} from '../../harness/visitor.ts';

test.use({ serviceWorkers: 'allow', mayComplain: /net::ERR_(INTERNET_DISCONNECTED|FAILED)|status of 503/ });

/** Waits until the service worker has stored all public pages: it stores their files after them. */
const keepPages = async (page: Page): Promise<void> => {
  const worker = await (await page.request.get('/sw.js')).text();
  const files: string[] = worker.match(/\/assets\/[\w.~-]+/g) ?? [];
  expect(files).not.toEqual([]);
  await expect
    .poll(() =>
      page.evaluate(async (paths) => {
        await navigator.serviceWorker.ready;
        const kept = await Promise.all(paths.map((path) => caches.match(path)));
        return kept.every((answer) => answer !== undefined);
      }, files),
    )
    .toBe(true);
};

const kept = (page: Page, state: string) => page.locator(`[data-state=${state}]`);
const waiting = (page: Page) => kept(page, 'waiting').filter({ hasText: 'Saved on this phone.' });
const received = (page: Page) => kept(page, 'received').filter({ hasText: 'Sent.' });

test('the public pages and the forms open without network, others say what is missing', async ({ page, context }) => {
  await page.goto('/main_registration');
  await keepPages(page);
  await context.setOffline(true);
  for (const [path, heading] of [
    ['/', 'OUR PLEDGE !!!'],
    ['/about', 'About Us - Who We Are?'],
    ['/pricing', 'Pricing'],
    ['/main_payments', 'Payments'],
    ['/main_registration?plan=standard', 'Registration'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
  }
  await page.getByRole('combobox', { name: 'Nationality' }).click();
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  await page.goto('/map_demo');
  await expect(page.getByRole('application').locator('path').first()).toBeAttached();
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'No network' })).toBeVisible();
  await page.getByRole('link', { name: 'Registration' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Registration' })).toBeVisible();
});

test('a phone that has only seen another page opens the forms without network @deep', async ({ page, context }) => {
  await page.goto('/about');
  await keepPages(page);
  // Clears the browser's own cache, which promises nothing.
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
  await context.setOffline(true);
  for (const path of ['/main_registration', '/main_payments']) {
    await page.goto(path);
    await expect(page.getByRole('combobox').first()).toBeEnabled();
  }
  await page.getByLabel('Car Number').focus();
  await page.keyboard.press('Tab');
  await expect(toast(page, 'car number')).toBeVisible();
});

test('a registration sent without network waits on the phone and becomes exactly one driver', async ({
  page,
  context,
}) => {
  const who = somebody();
  const photo = await photograph(page, 600, 800);
  const keys: (string | undefined)[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/api/drivers')) keys.push(request.headers()['idempotency-key']);
  });
  await page.goto('/main_registration?plan=platinum');
  await keepPages(page);
  await page.locator('[data-source=files]').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: photo });
  await fillRegistration(page, who);
  await context.setOffline(true);
  await submit(page).click();
  await expect(toast(page, 'Saved on this phone.')).toBeVisible();
  await expect(waiting(page)).toContainText(`Registration of AMA M., ${who.car}`);
  await expect(waiting(page).getByText(`Registration of AMA M., ${who.car}`)).toBeFocused();
  await expect(page.getByLabel('Last Name')).toHaveValue('');
  await expectAccessible(page);
  await page.reload();
  await expect(waiting(page)).toBeVisible();

  await context.setOffline(false);
  await expect(received(page)).toContainText(/Your driver code is DRV\d{6}/);
  await expect(waiting(page)).toBeHidden();
  await expect(toast(page, 'Sent.')).toBeVisible();
  await expectAccessible(page);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await received(page).getByRole('button', { name: 'Show the confirmation' }).click();
  const confirmation = page.getByRole('region', { name: 'You are registered' });
  await expect(confirmation).toContainText('Platinum');
  expect(new Set(keys.filter(Boolean)).size).toBe(1);

  const again = await context.request.post('/api/drivers/find_driver_by_car_number', { data: { car_number: who.car } });
  const { driver } = await again.json();
  await expect(confirmation.getByText(driver.driver_code)).toBeVisible();
  await page.goto('/main_registration');
  await received(page).getByRole('button', { name: 'Done' }).click();
  await expect(received(page)).toBeHidden();
});

test('with two tabs and the worker there, what waited is sent once @deep', async ({ page, context }) => {
  const sent: number[] = [];
  await page.goto('/main_registration');
  await keepPages(page);
  await fillRegistration(page, somebody());
  await context.setOffline(true);
  await submit(page).click();
  await expect(waiting(page)).toBeVisible();
  const tabs = [page, await context.newPage(), await context.newPage()];
  for (const tab of tabs.slice(1)) {
    await tab.goto('/main_registration');
    await expect(waiting(tab)).toBeVisible();
  }
  // One tab may hear of the network before it has it: a call without an answer has not been sent.
  context.on('response', (response) => {
    if (response.url().endsWith('/api/drivers')) sent.push(response.status());
  });
  await context.setOffline(false);
  for (const tab of tabs) await expect(received(tab)).toBeVisible();
  expect(sent).toEqual([201]);
});

test('a form that waited and is refused can be corrected, with its photo @deep', async ({ page, context }) => {
  const taken = somebody();
  await registerWithoutPage(page, taken);
  const who = somebody();
  await page.goto('/main_registration?plan=platinum');
  await page
    .locator('[data-source=files]')
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await photograph(page, 300, 400) });
  await fillRegistration(page, { ...who, car: taken.car });
  await context.setOffline(true);
  await submit(page).click();
  await expect(waiting(page)).toBeVisible();
  await context.setOffline(false);
  const refused = kept(page, 'refused').filter({ hasText: 'Not accepted.' });
  await expect(refused).toContainText('This car number is already registered.');
  await page.goto('/main_registration');
  await page.getByLabel('Last Name').fill('addo');
  page.once('dialog', (dialog) => dialog.dismiss());
  await refused.getByRole('button', { name: 'Correct it' }).click();
  await expect(page.getByLabel('Last Name'), 'what is being typed is not replaced unasked').toHaveValue('ADDO');
  page.once('dialog', (dialog) => dialog.accept());
  await refused.getByRole('button', { name: 'Correct it' }).click();
  await expect(page.getByLabel('Car Number')).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveValue('ama@example.com');
  await page.getByLabel('Car Number').fill(who.car);
  for (let step = 0; step < 4; step += 1) await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByAltText('The portrait that will be sent')).toBeVisible();
  await submit(page).click();
  await expect(page.getByRole('region', { name: 'You are registered' })).toContainText('Platinum');
});

test('a payment entered without network waits with the driver code typed by hand, and is sent once @deep', async ({
  page,
  context,
}) => {
  const who = somebody();
  const code = await register(page, who);
  await keepPages(page);
  await page.goto('/about');
  await page.goto('/main_payments');
  await context.setOffline(true);
  await page.getByLabel('Car Number').fill(who.car);
  await page.keyboard.press('Tab');
  await page.getByLabel('Driver Code').fill(code.toLowerCase());
  await page.getByLabel('Payment Type').selectOption('RF');
  await expect(page.getByLabel('Amount')).toHaveValue('200.00');
  await page.getByLabel('Transaction ID').fill(who.transaction);
  await submit(page).click();
  const entry = waiting(page).getByText(`Payment …${who.transaction.slice(-4)} for ${who.car}`);
  await expect(entry).toBeFocused();
  await expect(entry).toBeInViewport();
  await page.goto('/about');
  await context.setOffline(false);
  await expect(toast(page, `Sent. Payment …${who.transaction.slice(-4)}`)).toBeVisible();
  await page.goto('/main_payments');
  await received(page).getByRole('button', { name: 'Show the confirmation' }).click();
  await expect(page.getByRole('region', { name: 'Your payment waits to be cleared' })).toContainText(who.transaction);
});

test('a payment that waited with a wrong driver code shows so at its field, where it can be corrected @deep', async ({
  page,
  context,
}) => {
  const who = somebody();
  const code = await register(page, who);
  await page.goto('/about');
  await page.goto('/main_payments');
  await Promise.all([page.waitForResponse(/\/assets\/keep-for-later-/), page.getByLabel('Car Number').focus()]);
  await context.setOffline(true);
  await page.getByLabel('Car Number').fill(who.car);
  await page.keyboard.press('Tab');
  await page.getByLabel('Driver Code').fill('DRV000000X');
  await page.getByLabel('Payment Type').selectOption('RF');
  await page.getByLabel('Transaction ID').fill(who.transaction);
  await submit(page).click();
  await expect(waiting(page)).toBeVisible();
  await context.setOffline(false);
  await kept(page, 'refused').getByRole('button', { name: 'Correct it' }).click();
  const driverCode = page.getByLabel('Driver Code');
  await expect(driverCode).toHaveAccessibleDescription(
    /^No driver is registered with this car number and driver code\./,
  );
  await expect(driverCode).toBeFocused();
  await driverCode.fill(code);
  await submit(page).click();
  await expect(page.getByRole('region', { name: 'Your payment waits to be cleared' })).toContainText(code);
});

test.describe('without a worker @deep', () => {
  test.use({ serviceWorkers: 'block' });

  test('a form whose messages cannot be loaded works all the same', async ({ page }) => {
    await page.route('**/assets/toasts-*', (route) => route.abort());
    const carNumber = page.getByLabel('Car Number');
    const openForm = async () => {
      await page.goto('/main_payments');
      // A field that is left before the page's scripts have taken it over is not checked.
      await expect(async () => {
        await carNumber.focus();
        await page.getByLabel('Amount').focus();
        await expect(carNumber).toHaveAccessibleDescription('Please enter the car number', { timeout: 500 });
      }).toPass();
    };
    await Promise.all([page.waitForEvent('requestfailed'), openForm()]);
    await carNumber.fill('gr 1234-20');
    await expect(carNumber).toHaveValue('GR 1234-20');
  });

  test('where the phone claims a network it has not, the person chooses to save the form, and it is tried again', async ({
    page,
  }) => {
    await page.clock.install();
    await page.addInitScript(() => {
      navigator.storage.persist = async () => {
        document.documentElement.dataset.persists = '';
        return true;
      };
    });
    await openDraft(page, somebody());
    await goToCheck(page);
    await page.route('**/api/drivers', (route) => route.abort());
    await submit(page).click();
    await expect(toast(page, 'The server could not be reached.')).toBeVisible();
    await expect(page.getByText('KOFI MENSAH')).toBeVisible();
    await page.getByRole('button', { name: 'Save on this phone' }).click();
    await expect(waiting(page)).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-persists');
    await page.unroute('**/api/drivers');
    await expect(async () => {
      await page.clock.fastForward(15_000);
      await expect(received(page)).toBeVisible({ timeout: 1000 });
    }).toPass();
  });

  test('a phone that has no room for the form says so, and keeps what was typed', async ({ page }) => {
    await openDraft(page, somebody());
    await goToCheck(page);
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('No room', 'QuotaExceededError');
      };
    });
    await page.route('**/api/drivers', (route) => route.abort());
    await submit(page).click();
    await page.getByRole('button', { name: 'Save on this phone' }).click();
    await expect(toast(page, 'This phone could not save the form. Please try again with network.')).toBeVisible();
    await expect(page.getByText('KOFI MENSAH')).toBeVisible();
    await expect(waiting(page)).toBeHidden();
  });

  /** Leaves payments waiting on the phone, the first the oldest. */
  const leaveWaiting = (page: Page, ...keys: string[]): Promise<void> =>
    page.evaluate(async (keys) => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const opening = indexedDB.open('banbo-outbox');
      opening.onupgradeneeded = () => opening.result.createObjectStore('items');
      const items = (await done(opening)).transaction('items', 'readwrite').objectStore('items');
      const common = { kind: 'payment', url: '/api/payments', format: 'json', body: {}, form: null, shown: null };
      for (const [index, key] of keys.entries()) {
        const savedAt = new Date(Date.now() - 60_000 + index).toISOString();
        await done(items.put({ ...common, key, title: `Payment ${key}`, state: 'waiting', savedAt }, key));
      }
    }, keys);
  /** The moment at which a form on the phone was first tried after its time; empty before that. */
  const firstTriedLate = (page: Page, key: string): Promise<string> =>
    page.evaluate(
      (key) =>
        new Promise<string>((resolve) => {
          const opening = indexedDB.open('banbo-outbox');
          opening.onsuccess = () => {
            const reading = opening.result.transaction('items').objectStore('items').get(key);
            reading.onsuccess = () => {
              opening.result.close();
              resolve(reading.result?.firstTriedLate ?? '');
            };
          };
        }),
      key,
    );
  const sendNow = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('online')));

  test('a form says until when it is kept, and after that only that it was there', async ({ page }) => {
    await page.clock.install({ time: new Date('2026-11-20T10:00:00Z') });
    let serverTime = new Date('2026-11-20T10:00:00Z');
    await page.route('**/api/payments', (route) =>
      route.fulfill({ status: 503, headers: { date: serverTime.toUTCString() }, json: {} }),
    );
    const liveAt = async (time: string) => {
      serverTime = new Date(time);
      await page.clock.setSystemTime(serverTime);
      await page.reload();
    };
    await page.goto('/main_payments');
    await leaveWaiting(page, 'GR 1-20');
    await page.reload();
    await expect(waiting(page)).toContainText('Kept on this phone until 20 Dec 2026.');
    const expired = kept(page, 'expired');
    await liveAt('2026-12-21T10:00:00Z');
    await expect.poll(() => firstTriedLate(page, 'GR 1-20')).toContain('2026-12-21');
    await expect(waiting(page)).toContainText('Kept on this phone until our server can be reached.');
    await liveAt('2026-12-22T10:00:00Z');
    await expect(expired).toContainText('Expired. A payment');
    await expect(expired).toContainText('Please enter the payment again');
    await expect(toast(page, 'has been deleted from this phone')).toBeVisible();
    await expect(page.locator('body')).not.toContainText('GR 1-20');
    await expectAccessible(page);
    await expired.getByRole('button', { name: 'Done' }).click();
    await expect(expired).toBeHidden();
  });

  test('a form that cannot be taken now holds up none behind it', async ({ page }) => {
    await page.route('**/api/payments', (route) =>
      route.request().headers()['idempotency-key'] === 'stuck'
        ? route.fulfill({ status: 503, json: {} })
        : route.fulfill({ status: 201, json: { success: true, message: 'Thank you.' } }),
    );
    await page.goto('/main_payments');
    await leaveWaiting(page, 'stuck', 'good');
    await sendNow(page);
    await expect(received(page)).toContainText('Payment good');
    await expect(waiting(page)).toContainText('Payment stuck');
  });

  test('a form is deleted after a question, and not when it has been sent meanwhile', async ({ page }) => {
    const held = Promise.withResolvers<Route>();
    let isHolding = false;
    await page.route('**/api/payments', (route) =>
      isHolding ? held.resolve(route) : route.fulfill({ status: 503, json: {} }),
    );
    await page.goto('/main_payments');
    await leaveWaiting(page, 'one', 'two');
    await page.reload();
    const one = page.locator('[data-state]').filter({ hasText: 'Payment one' });
    const two = page.locator('[data-state]').filter({ hasText: 'Payment two' });
    await one.getByRole('button', { name: 'Delete' }).click();
    await expectAccessible(page);
    await expect(one.getByRole('button', { name: 'Keep it' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(one).toContainText('Saved on this phone.');
    await expect(one.getByRole('button', { name: 'Delete' })).toBeFocused();
    await one.getByRole('button', { name: 'Delete' }).click();
    await one.getByRole('button', { name: 'Delete it' }).click();
    await expect(one).toBeHidden();
    await expect(two.locator('p').first(), 'the next one has the focus').toBeFocused();

    isHolding = true;
    await sendNow(page);
    const sent = await held.promise;
    await two.getByRole('button', { name: 'Delete' }).click();
    await two.getByRole('button', { name: 'Delete it' }).click();
    await sent.fulfill({ status: 201, json: { success: true, message: 'Thank you.' } });
    await expect(two).toContainText('Sent.');
    await two.getByRole('button', { name: 'Done' }).click();
    await expect(two).toBeHidden();
    await expect(page.getByText('No form waits on this phone.')).toBeFocused();
  });
});
