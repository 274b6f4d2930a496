import { MENUS, STAFF_ROLES, type StaffRole } from '@banbo/contract';
import type { Page } from '@playwright/test';
import { testOnDemo } from '../harness/own-product.ts';
import { signIn } from '../harness/people.ts';
import { expect } from '../harness/test.ts';

const test = testOnDemo();

const NOT_READY = '(Coming with a later version)';

/** On small screens the menu is a drawer. */
const openMenu = async (page: Page): Promise<void> => {
  const button = page.getByRole('button', { name: 'Open the menu' });
  const shown = page.getByRole('navigation', { name: 'Office' });
  if ((await button.isVisible()) && !(await shown.isVisible())) await button.click();
  await expect(shown).toBeVisible();
};

const openSide = async (page: Page, label: string): Promise<void> => {
  await openMenu(page);
  const side = page.getByRole('button', { name: label, exact: true, pressed: false });
  if ((await side.count()) > 0) {
    await side.click();
    await openMenu(page);
  }
};

const visit = async (page: Page, role: StaffRole): Promise<void> => {
  for (const menu of MENUS[role]) {
    for (const item of menu.groups.flatMap(({ items }) => items)) {
      await openSide(page, menu.label);
      const nav = page.getByRole('navigation', { name: 'Office' });
      if (!item.ready) {
        await expect(
          nav.getByRole('link', { name: `${item.label} ${NOT_READY}`, exact: true, disabled: true }),
        ).toBeVisible();
      } else if (item.path !== '/logout') {
        await nav.getByRole('link', { name: item.label, exact: true }).click();
        await expect(page).toHaveURL(item.path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByText(/Unauthorized|Something went wrong|Page not found/)).toHaveCount(0);
        await expect(page.locator('main [role="alert"]').filter({ hasText: /\S/ })).toHaveCount(0);
      }
    }
  }
};

for (const role of STAFF_ROLES) {
  test(`${role} may open every item of the menu that is ready, and then log out`, async ({ page }) => {
    test.setTimeout(180_000);
    await signIn(page, role.toLowerCase());
    await visit(page, role);
    await openMenu(page);
    await page.getByRole('navigation', { name: 'Office' }).getByRole('link', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');
  });
}

test('a page beyond one’s role leads to /unauthorized, which leads on to /contact and /admin/login', async ({
  page,
}) => {
  await signIn(page, 'legal');
  for (const path of ['/audit_log', '/add_system_user', '/global_drivers']) {
    await page.goto(path);
    await expect(page).toHaveURL('/unauthorized');
  }
  await expect(page.getByRole('heading', { name: 'Unauthorized User' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'system admin' })).toHaveAttribute('href', '/contact');
  await page.getByRole('link', { name: 'sign-in page' }).click();
  await expect(page).toHaveURL('/admin/login');
});
