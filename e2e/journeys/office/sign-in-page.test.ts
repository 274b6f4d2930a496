import type { Locator } from '@playwright/test';
import { tabTo } from '../../harness/keyboard.ts';
import { testOnEmpty } from '../../harness/own-product.ts';
import { fillLogin, OWN_PASSWORD, passwordField, setPassword, signIn } from '../../harness/people.ts';
import { expect, expectAccessible, expectNoSidewaysScroll } from '../../harness/test.ts';

const test = testOnEmpty();

test.beforeAll(async ({ browser, product }) => {
  const page = await browser.newPage({ baseURL: product.url });
  await page.goto(product.firstLink());
  await setPassword(page);
  await page.close();
});

const alert = '[role="alert"]';

test('a setup link works once, and says so the second time @deep', async ({ page, product }) => {
  await page.goto(product.firstLink());
  await passwordField(page).fill(OWN_PASSWORD);
  await passwordField(page, 'Confirm Password').fill(OWN_PASSWORD);
  await page.getByRole('button', { name: 'Submit' }).click();
  const line = page.locator(alert).filter({ hasText: /\S/ });
  await expect(line).toBeFocused();
  await expect(page.getByRole('button', { name: 'Ok' })).toBeHidden();
});

test('a second setup link in one tab starts anew, with its own code @deep', async ({ page }) => {
  const codes: string[] = [];
  await page.route('**/api/auth/set_admin_password', (route) => {
    codes.push(route.request().postDataJSON().setup_code);
    return route.fulfill({ json: { message: 'Done.' } });
  });
  const submit = async () => {
    await passwordField(page).fill(OWN_PASSWORD);
    await passwordField(page, 'Confirm Password').fill(OWN_PASSWORD);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('dialog', { name: 'Your password is set' })).toBeVisible();
  };
  await page.goto('/set_password?user=superadmin&Super&&Admin&#code=first');
  await submit();
  await page.goto('/set_password?user=superadmin&Super&&Admin&#code=second');
  await expect(page.getByRole('dialog')).toBeHidden();
  await submit();
  expect(codes).toEqual(['first', 'second']);
});

test('leaving the username says what is the matter with it @deep', async ({ page }) => {
  await page.goto('/login');
  const username = page.getByLabel('Username');
  await expect(username).toBeFocused();
  await username.press('Tab');
  await expect(page.getByText('Please enter your username address')).toBeVisible();
  await expectAccessible(page);
  await username.fill('nobody.like.this');
  await expect(page.getByText('Please enter your username address')).toBeHidden();
  await username.press('Tab');
  await expect(page.getByRole('status').filter({ hasText: /\S/ })).toBeVisible();
  await expect(username).toBeFocused();
});

test('nothing is sent when both fields are empty, and a missing one is named @deep', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/auth/')) calls.push(request.url());
  });
  await page.goto('/login');
  await tabTo(page, page.getByRole('button', { name: 'Login' }));
  await page.keyboard.press('Enter');
  await passwordField(page).fill(OWN_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.locator(alert).filter({ hasText: 'Missing Username or Password' })).toBeFocused();
  expect(calls).toEqual([]);
});

test('a wrong password is told, focused and cleared alone; typing clears the message @deep', async ({ page }) => {
  await page.goto('/login');
  await fillLogin(page, 'superadmin', 'Wrong@2026');
  const line = page.locator(alert).filter({ hasText: 'Wrong Username or Password' });
  await expect(line).toBeFocused();
  await expect(passwordField(page)).toHaveValue('');
  await expect(page.getByLabel('Username')).toHaveValue('superadmin');
  await passwordField(page).fill('B');
  await expect(line).toBeHidden();
  await fillLogin(page, 'superadmin', OWN_PASSWORD);
  await expect(page).toHaveURL('/dashboard');
});

test('a server with no time is told at the username and at the login, and nothing typed is lost @deep', async ({
  page,
}) => {
  await page.goto('/login');
  const username = page.getByLabel('Username');
  const check = '**/api/auth/check_username';
  await page.route(check, (route) =>
    route.fulfill({ status: 429, json: { message: 'Please try again in a minute.' } }),
  );
  await username.fill('superadmin');
  await username.press('Tab');
  await expect(page.locator(alert).filter({ hasText: 'Login failed' })).toBeVisible();
  await expect(page.getByText('Please try again in a minute.')).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.unroute(check);
  await page.route('**/api/auth/login', (route) => route.fulfill({ status: 429, json: { message: 'Not now.' } }));
  await fillLogin(page, 'superadmin', OWN_PASSWORD);
  await expect(page.locator(alert).filter({ hasText: 'Login Failed' })).toBeFocused();
  await expect(page.getByText('Not now.')).toBeVisible();
  await expect(username).toHaveValue('superadmin');
});

test('a link that asks to return to another site leads to the dashboard @deep', async ({ page }) => {
  await page.goto(`/login?from=${encodeURIComponent('//evil.example')}`);
  await fillLogin(page, 'superadmin', OWN_PASSWORD);
  await expect(page).toHaveURL('/dashboard');
});

test('who is signed in already is told so, and goes on, signs in as somebody else or signs out @deep', async ({
  page,
}) => {
  await signIn(page, 'superadmin', '/dashboard', OWN_PASSWORD);
  await page.goto('/login?from=/profile');
  await expect(page.getByText('You are signed in as Super Admin.')).toBeVisible();
  await expect(page.getByLabel('Username')).toBeHidden();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Sign in as somebody else' }).click();
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.reload();
  await page.getByRole('link', { name: 'Go to the office' }).click();
  await expect(page).toHaveURL('/profile');
  await page.goto('/main_login');
  await expect(page.getByLabel('Car Number'), 'staff are no members').toBeEditable();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Sign out' }).click();
  await expect(page.getByLabel('Username')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Username')).toBeFocused();
});

test('on a phone the small controls have targets of 44 px @deep', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const expectLarge = async (controls: Locator, least: number) => {
    await expect(controls.nth(least - 1)).toBeVisible();
    for (const control of await controls.all()) {
      const { width = 0, height = 0 } = (await control.boundingBox()) ?? {};
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
  };
  await page.goto('/login');
  await expect(page.getByLabel('Username')).toBeVisible();
  const main = page.getByRole('main');
  await expectLarge(main.locator('button, summary'), 3);
  await page.goto('/main_login');
  await expect(page.getByLabel('Car Number')).toBeEditable();
  await expectLarge(main.locator('button'), 3);
  await page.goto('/unauthorized');
  await expectLarge(main.getByRole('link'), 2);
  await signIn(page, 'superadmin', '/profile', OWN_PASSWORD);
  await expect(page.getByText('This device')).toBeVisible();
  await expectLarge(main.getByRole('button'), 6);
  await page.goto('/login');
  await expect(page.getByText('You are signed in as')).toBeVisible();
  await expectLarge(main.locator('button, a'), 3);
});

test('/admin/login is the same page @deep', async ({ page }) => {
  await page.goto('/admin/login');
  await expect(page.getByRole('heading', { name: 'User Login' })).toBeVisible();
  await fillLogin(page, 'superadmin', OWN_PASSWORD);
  await expect(page).toHaveURL('/dashboard');
});

for (const trusted of [false, true]) {
  test(`a session ${trusted ? 'on a trusted device outlives' : 'ends with'} the browser, and is restored after a reload @deep`, async ({
    page,
    context,
  }) => {
    await page.goto('/login');
    if (trusted) await page.getByLabel('Trust This Device').check();
    await fillLogin(page, 'superadmin', OWN_PASSWORD);
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('mempersist'))).toBe(String(trusted));
    const cookie = (await context.cookies()).find(({ name }) => name.endsWith('banbo_staff'));
    expect((cookie?.expires ?? 0) > 0).toBe(trusted);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    expect(JSON.stringify(await context.storageState())).not.toContain('eyJ');
  });
}

test('signing out in one tab signs out the others @deep', async ({ page, context }) => {
  await signIn(page, 'superadmin', '/dashboard', OWN_PASSWORD);
  const other = await context.newPage();
  await other.goto('/global_drivers');
  await expect(other.getByRole('heading', { name: 'Drivers', level: 1 })).toBeVisible();
  await page.goto('/logout');
  await expect(page).toHaveURL('/login');
  await expect(other).toHaveURL(/\/login/);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login\?from=/);
});

test('who forgot their password is told whom to ask @deep', async ({ page }) => {
  await page.goto('/login');
  const whom = page.getByText('Ask an administrator whose role is above yours');
  await expect(whom).toBeHidden();
  await page.getByText('Forgot your password?').click();
  await expect(whom).toBeVisible();
  await expectAccessible(page);
});
