import { addMonths, shortMonth, today } from '@banbo/contract';
import type { Page } from '@playwright/test';
import { shifted, watchShifts } from '../../harness/layout-shifts.ts';
import { testOnDemo } from '../../harness/own-product.ts';
import {
  memberOf,
  OWN_PASSWORD,
  PASSWORD,
  passwordField,
  setPassword,
  signIn,
  signInMember,
} from '../../harness/people.ts';
import { expect, expectAccessible, expectNoSidewaysScroll } from '../../harness/test.ts';
import { register, somebody } from '../../harness/visitor.ts';

const test = testOnDemo();

/** Signs in as a tenant by the page that is open, and waits for their own. */
const signInTenant = async (page: Page): Promise<void> => {
  await page.getByLabel('Username').fill('tenant1');
  await passwordField(page).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/tenant\?user=\d+$/);
};

test('a member signs in and sees what is paid and what is due @phone-and-desk', async ({ page, product }) => {
  const member = memberOf(product.output());
  await page.goto('/member');
  await expect(page).toHaveURL(/\/main_login\?from=/);
  await expect(page.getByRole('heading', { name: 'Member sign-in' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await signInMember(page, { car: member.car.toLowerCase(), code: member.code.toLowerCase() });
  await expect(page.getByRole('main').getByText(member.code).first()).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByText(member.car)).toBeVisible();
  await expect(page.getByText('You owe')).toBeVisible();
  // The first member of the demo owes the last month and this one on any day.
  const due = page.getByRole('region', { name: 'What is due' }).getByRole('listitem');
  await expect(due).toHaveText([
    ...[-1, 0].map(
      (months) => new RegExp(`^Monthly subscription, ${shortMonth(addMonths(today(new Date()), months))}`),
    ),
    /^Total due/,
  ]);
  // A line each on a phone.
  const lines = page.getByRole('list', { name: 'My payments' });
  await expect(page.getByRole('table', { name: 'My payments' }).or(lines)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.reload();
  await expect(page.getByText('You owe')).toBeVisible();
});

test('nothing on a member’s page moves as its parts come in @every-size @deep', async ({ page, product }) => {
  await signInMember(page, memberOf(product.output()));
  const standing = page.getByText('You owe');
  await expect(standing).toBeVisible();
  await watchShifts(page);
  // The payments come before what is due, which stands above them.
  await page.route('**/api/member/standing*', async (route) => {
    const numbers = page.getByRole('heading', { name: 'In an emergency' });
    await expect(numbers).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Another car', includeHidden: true })).toBeAttached();
    await route.continue();
  });
  await page.reload();
  await expect(standing).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Another car' })).toBeVisible();
  expect(await shifted(page)).toBeLessThan(0.02);
});

test('the sign-in page is accessible, and fits, for a member who is signed in already @deep', async ({
  page,
  product,
}) => {
  await signInMember(page, memberOf(product.output()));
  await page.goto('/main_login');
  await expect(page.getByText(/^You are signed in as \S.+\.$/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('a new driver sets a first password with the code of the registration and comes to their own page', async ({
  page,
}) => {
  const who = somebody();
  const code = await register(page, who);
  const registered = page.getByRole('region', { name: 'You are registered' });
  const setupCode = (await registered.getByText(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/).textContent()) ?? '';
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url() + JSON.stringify(request.headers())));
  await registered.getByRole('link', { name: 'Set your password' }).click();
  await expect(page.getByRole('heading', { name: 'Password Setup' })).toBeVisible();
  const codeField = page.getByRole('textbox', { name: 'Code', exact: true });
  for (const isReloaded of [false, true]) {
    if (isReloaded) await page.reload();
    await expect(page).toHaveURL('/member_password');
    await expect(page.getByLabel('Car Number')).toHaveValue(who.car);
    await expect(codeField).toHaveValue(setupCode);
  }
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect(sent.filter((text) => text.includes(setupCode))).toEqual([]);
  await codeField.fill(setupCode.toLowerCase());
  await passwordField(page).fill(OWN_PASSWORD);
  await passwordField(page, 'Confirm Password').fill(OWN_PASSWORD);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('dialog', { name: 'Your password is set' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => JSON.stringify(history.state))).not.toContain(setupCode);
  await page.getByRole('button', { name: 'Ok' }).click();
  await expect(page).toHaveURL('/main_login');
  await signInMember(page, { car: who.car, code, password: OWN_PASSWORD });
  await expect(page.getByRole('main').getByText(code).first()).toBeVisible();
  await expect(page.getByText(who.car)).toBeVisible();

  await page.goto(`/member_password?car=${encodeURIComponent(who.car)}`);
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(setupCode);
  await passwordField(page).fill(OWN_PASSWORD);
  await passwordField(page, 'Confirm Password').fill(OWN_PASSWORD);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.locator('[role="alert"]').filter({ hasText: 'already used' })).toBeFocused();
});

test('a code that was not used is not there again by Back @deep', async ({ page }) => {
  await page.goto('/');
  await page.goto('/member_password#code=K7QX9-M2P4T');
  await expect(page.getByRole('textbox', { name: 'Code', exact: true })).toHaveValue('K7QX9-M2P4T');
  await page.getByRole('main').getByRole('link', { name: 'Member sign-in' }).click();
  await expect(page).toHaveURL('/main_login');
  await page.goBack();
  await expect(page).toHaveURL('/');
});

test.describe('when strangers have sent too many payments for a car @deep', () => {
  test.use({ mayComplain: /status of 429/ });

  test('its driver signs in from the refused form, finds it as typed, and is known there from then on', async ({
    page,
    product,
  }) => {
    // The second member of the demo has no device yet, and so owes something on any day.
    const { car, code } = memberOf(product.output(), 1);
    const refusal = 'Too many payments were sent today. Please sign in and send it again, or contact us.';
    await page.route('**/api/payments', (route) =>
      'authorization' in route.request().headers()
        ? route.fulfill({ status: 201, json: { success: true, message: 'Thank you.', payment_id: '7' } })
        : route.fulfill({ status: 429, json: { message: refusal } }),
    );
    const fill = async (transaction: string) => {
      await page.goto('/main_payments');
      await page.getByLabel('Car Number').fill(car);
      await page.getByLabel('Payment Type').selectOption('RF');
      await page.getByLabel('Transaction ID').fill(transaction);
      await page.getByRole('button', { name: 'Submit' }).click();
    };
    const received = page.getByRole('region', { name: 'Your payment waits to be cleared' });
    const transaction = page.getByLabel('Transaction ID');

    await fill('68576386182');
    const notice = page.getByRole('alert').filter({ hasText: refusal });
    await expect(notice).toBeVisible();
    // Scrolls up, since the header would cover a part of a field.
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await notice.getByRole('link', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Member sign-in' })).toBeVisible();
    await page.getByLabel('Car Number').fill(car);
    await page.getByLabel('Driver Code').fill(code);
    await passwordField(page).fill(PASSWORD);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL('/main_payments');
    await expect(transaction).toHaveValue('68576386182');
    await expect(notice).toHaveCount(0);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(received).toContainText('68576386182');

    await page.goto('/about');
    await fill('68576386183');
    await expect(received).toContainText('68576386183');

    await page.goto('/member');
    await page.getByRole('link', { name: 'Pay now' }).click();
    await expect(page.getByLabel('Car Number')).toHaveValue(car);
    await expect(page.getByLabel('Driver Code')).toHaveValue(code);
    await expect(page.getByLabel('Payment Type'), 'with what is due next').not.toHaveValue('');
    await expect(page.getByLabel('Amount')).toHaveValue(/^\d+\.\d\d$/);
    await expect(transaction).toHaveValue('');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(/\/member\?user=/);
  });
});

test('a forgotten password is set anew with the code that the office passes on @deep', async ({
  page,
  product,
  browser,
}) => {
  const { car, code } = memberOf(product.output());
  await page.goto('/main_login');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await expect(page.getByText('Enter your Car Number')).toBeVisible();
  await expect(page.getByLabel('Car Number')).toBeFocused();
  await page.getByLabel('Car Number').fill(car);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Password Setup' })).toBeVisible();
  await expect(page.getByLabel('Car Number')).toHaveValue(car);
  const codeField = page.getByRole('textbox', { name: 'Code', exact: true });
  await expect(codeField).toBeFocused();
  await expect(codeField).toHaveAccessibleDescription('From our office.');
  await expect(page.getByText('If this car is registered, they have a code for its driver')).toBeVisible();
  await expectAccessible(page);

  const staff = await (await browser.newContext()).newPage();
  await signIn(staff, 'superadmin', '/outbox');
  const text = (await staff.getByRole('row').filter({ hasText: 'this code:' }).first().textContent()) ?? '';
  await staff.context().close();
  const setupCode = /this code: ([\w-]+)/.exec(text)?.[1] ?? '';
  await codeField.fill(setupCode);
  await setPassword(page);
  await expect(page).toHaveURL('/main_login');
  await page.getByLabel('Car Number').fill(car);
  await page.getByLabel('Driver Code').fill(code);
  await passwordField(page).fill(OWN_PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/member\?user=\d+$/);
});

test('the address must name the member who is signed in @deep', async ({ page, product }) => {
  const output = product.output();
  const all = [...output.matchAll(/^ {2}(\S.*?) {2}(DRV\w+)$/gm)];
  const [, car = '', code = ''] = all[1] ?? [];
  await signInMember(page, { car, code });
  const own = new URL(page.url());
  await page.goto('/member');
  await expect(page).toHaveURL(own.pathname + own.search);
  await page.goto(`/member?user=${Number(own.searchParams.get('user')) + 1}`);
  await expect(page).toHaveURL('/unauthorized');
  for (const path of ['/dashboard', '/global_drivers', '/tenant']) {
    await page.goto(path);
    await expect(page).toHaveURL('/unauthorized');
  }
});

test('a tenant reaches their own page and nothing else', async ({ page }) => {
  await page.goto('/tenant_login');
  await expect(page.getByRole('heading', { name: 'Tenant Login' })).toBeVisible();
  await expectAccessible(page);
  await signInTenant(page);
  // The page before it tells of “Your tenant code”.
  await expect(page.getByText('Tenant code', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  for (const path of ['/dashboard', '/system_users', '/member']) {
    await page.goto(path);
    await expect(page).toHaveURL('/unauthorized');
  }
});
