import { testOnDemo } from '../../harness/own-product.ts';
import { followMenu, signIn } from '../../harness/people.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, showIn, takePicture } from '../../harness/test.ts';

const test = testOnDemo();

const SCREENS = [
  ['/dashboard', 'Dashboard'],
  ['/admin/dashboard', 'Dashboard'],
  ['/global_drivers', 'Drivers'],
  ['/driver_search', 'Driver Search'],
  ['/display_driver/1', /\S/],
  ['/view_driver/2', /\S/],
  ['/registration_fees', 'Registration Fees'],
  ['/subscriptions', 'Subscription Payments'],
  ['/device_payments', 'Device Payments'],
  ['/system_users', 'System Users'],
  ['/admin_users', 'System Users'],
  ['/add_system_user', 'Add User'],
  ['/view_system_user/2', /\S/],
  ['/edit_system_user/2', /^Edit /],
  ['/system_roles', 'System Roles'],
  ['/roles', 'System Roles'],
  ['/audit_log', 'Audit Log'],
  ['/outbox', 'Outbox'],
  ['/profile', 'My Account'],
] as const;

test('every screen of the office is accessible and fits, by day and by night @every-size', async ({ page }) => {
  test.setTimeout(240_000);
  await signIn(page, 'superadmin');
  for (const [path, heading] of SCREENS) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await expect(page.getByText('Version 2023.001')).toBeVisible();
      for (const colorScheme of ['light', 'dark'] as const) {
        await showIn(page, colorScheme);
        await expectAccessible(page, colorScheme === 'light' ? 'whole' : 'colours');
        await expectNoSidewaysScroll(page);
        const file = `${path.slice(1).replaceAll('/', '-')}-${colorScheme}.png`;
        await takePicture(page, test.info().outputPath(file));
      }
    });
  }
});

test('the figures of the dashboard stand level, however long the notes under them are', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, 'superadmin');
  const figures = page.locator('main dl');
  await expect(figures).toHaveAttribute('aria-busy', 'false');
  const tops = await figures
    .locator('dd:nth-child(2)')
    .evaluateAll((values) => values.map((value) => value.getBoundingClientRect().top));
  expect(tops).toHaveLength(3);
  expect(new Set(tops).size).toBe(1);
});

test('the whole office can be used with the keyboard alone @every-size', async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the page' });
  await page.locator('body').press('Home');
  await skip.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  if ((page.viewportSize()?.width ?? 0) < 1024) {
    await page.getByRole('button', { name: 'Open the menu' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
  }
  await page.getByRole('link', { name: 'Registration Fees' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Registration Fees' })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.locator('main')).toBeFocused();
  await page.getByLabel('Status').focus();
  await page.keyboard.press('c');
  await expect(page).toHaveURL(/status=cleared/);
});

test.describe('without a page’s code', () => {
  test.use({ mayComplain: /ERR_FAILED/, serviceWorkers: 'block', contextOptions: { reducedMotion: 'reduce' } });

  test('the dashboard opens instead, and the home page instead of System Users @every-size', async ({ page }) => {
    await page.route(/\/assets\/(global-drivers|system-users)[^/]*\.js/, (route) => route.abort());
    await signIn(page, 'superadmin');
    await page.goto('/registration_fees');
    await followMenu(page, 'Global Drivers');
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByText('That page could not be loaded.').first()).toBeVisible();
    await page.goto('/global_drivers');
    await expect(page).toHaveURL('/dashboard');
    // On a phone the message lies over the menu's button, and stays as long as the pointer rests on it.
    await expect(page.getByText('That page could not be loaded.').first()).toBeVisible();
    await expect(page.getByText('That page could not be loaded.')).toHaveCount(0);
    await followMenu(page, 'System Users');
    await expect(page).toHaveURL('/');
  });
});
