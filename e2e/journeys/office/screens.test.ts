import { defaultRights, menuItems, menusOf } from '@banbo/contract';
import { tabTo } from '../../harness/keyboard.ts';
import { lookAround, takeLook } from '../../harness/look-over.ts';
import { LOOKS, type Look, looksFor } from '../../harness/looks.ts';
import { FIRST_OF_LIST, OFFICE_SCREENS } from '../../harness/office-screens.ts';
import { testOnSharedDemo as test } from '../../harness/own-product.ts';
import { followMenu, signIn } from '../../harness/people.ts';
import { openWithin, testInOneOffice } from '../../harness/signed-in.ts';
import { expect } from '../../harness/test.ts';

test.describe.configure({ mode: 'parallel' });

/** Pages that open without a record, a choice or a file, and so with nothing to complain of. */
const IN_MENU = new Set<string>(menuItems(menusOf(defaultRights('SuperAdmin'))).map(({ path }) => path));

const named = OFFICE_SCREENS.map(([path, heading]) => ({
  path,
  heading,
  name: path.slice(1).replaceAll(/[/?=]/g, '-'),
}));
const firstLook = (name: string): Look => looksFor(name)[0] ?? { size: 'desk', light: 'light' };
const inOrder = named.toSorted((a, b) => LOOKS.indexOf(firstLook(a.name)) - LOOKS.indexOf(firstLook(b.name)));

// Screens of one look follow one another in the open office: changing it draws the page twice more.
for (const { path, heading, name } of inOrder) {
  testInOneOffice(`${path} is accessible and fits the screen @every-look`, async ({ page }) => {
    const [list, link] = FIRST_OF_LIST[path] ?? [path, null];
    await takeLook(page, link === null ? firstLook(name) : { size: 'desk', light: 'light' });
    await openWithin(page, list);
    if (link !== null) {
      const first = await page.locator(`main tbody ${link}`).first().getAttribute('href');
      await openWithin(page, String(first));
    }
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expect(page.getByText('Version 2023.001')).toBeVisible();
    await expect(page.getByText(/^There is no such /), 'the example exists').toHaveCount(0);
    // The demo has an emergency and nobody at the board, of which the dashboard rightly complains.
    const complaints = page.locator('main [role="alert"]').filter({ hasText: /\S/, hasNotText: 'Response Requests' });
    if (IN_MENU.has(path)) await expect(complaints).toHaveCount(0);
    await lookAround(page, name, path === '/dashboard' ? 'html' : 'main');
  });
}

test('the figures of the dashboard stand level, however long the notes under them are @deep', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, 'superadmin');
  const figures = page.locator('main dl').first();
  await expect(figures).toHaveAttribute('aria-busy', 'false');
  const tops = await figures
    .locator('dd:nth-child(2)')
    .evaluateAll((values) => values.map((value) => value.getBoundingClientRect().top));
  expect(tops).toHaveLength(8);
  expect(new Set(tops).size).toBe(2);
});

test('the whole office can be used with the keyboard alone @phone-and-desk', async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the page' }), 'the first stop').toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  if ((page.viewportSize()?.width ?? 0) < 1024) {
    await tabTo(page, page.getByRole('button', { name: 'Open the menu' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await tabTo(page, page.getByRole('link', { name: 'Registration Fees' }));
  } else await tabTo(page, page.getByRole('link', { name: 'Registration Fees' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Registration Fees' })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.locator('main')).toBeFocused();
  const status = page.getByLabel('Status', { exact: true });
  if ((page.viewportSize()?.width ?? 0) < 768) {
    // A phone has its filters on a sheet, which applies them when sent.
    await tabTo(page, page.getByRole('button', { name: 'Filters' }));
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await expect(sheet).toBeVisible();
    await tabTo(page, status);
    await page.keyboard.press('c');
    await tabTo(page, sheet.getByRole('button', { name: 'Show', exact: true }));
    await page.keyboard.press('Enter');
    await expect(sheet).toBeHidden();
  } else {
    await tabTo(page, status);
    await page.keyboard.press('c');
  }
  await expect(page).toHaveURL(/status=cleared/);
});

test.describe('without a page’s code', () => {
  test.use({ mayComplain: /ERR_FAILED/, contextOptions: { reducedMotion: 'reduce' } });

  test('the dashboard opens instead, and the home page instead of System Users @phone-and-desk @deep', async ({
    page,
  }) => {
    await page.route(/\/assets\/(driver-table|user-table)[^/]*\.js/, (route) => route.abort());
    await signIn(page, 'superadmin', '/registration_fees');
    await followMenu(page, 'Global Drivers');
    await expect(page).toHaveURL('/dashboard');
    const message = page.getByText('That page could not be loaded.');
    await expect(message.first()).toBeVisible();
    await page.goto('/global_drivers');
    await expect(page).toHaveURL('/dashboard');
    await expect(message.first()).toBeVisible();
    // On a phone the message lies over the menu's button.
    await page.getByRole('button', { name: 'Dismiss the message' }).first().click();
    await expect(message).toHaveCount(0);
    await followMenu(page, 'System Users');
    await expect(page).toHaveURL('/');
  });
});
