import type { Locator } from '@playwright/test';
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

test('the sign-in page is accessible while it says what is wrong, and with its help open @deep', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.getByText('Forgot your password?').click();
  await expect(page.getByText('Ask an administrator whose role is above yours')).toBeVisible();
  await fillLogin(page, 'superadmin', 'Wrong@2026');
  await expect(page.locator(alert).filter({ hasText: 'Wrong Username or Password' })).toBeFocused();
  await expectAccessible(page);
});
