import { MENUS, STAFF_ROLES, type StaffRole } from '@banbo/contract';
import type { Page } from '@playwright/test';
import { testOnDemo } from '../harness/own-product.ts';
import { followMenu, openMenu, signIn } from '../harness/people.ts';
import { expect } from '../harness/test.ts';

const test = testOnDemo();
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const NOT_READY = '(Coming with a later version)';

const openSide = async (page: Page, label: string): Promise<void> => {
  await openMenu(page);
  const side = page.getByRole('button', { name: label, exact: true, pressed: false });
  if ((await side.count()) === 0) return;
  await side.click();
  await expect(page.getByRole('button', { name: label, exact: true, pressed: true })).toBeVisible();
};

const visit = async (page: Page, role: StaffRole): Promise<void> => {
  for (const menu of MENUS[role]) {
    for (const item of menu.groups.flatMap(({ items }) => items)) {
      await openSide(page, menu.label);
      if (!item.ready) {
        const coming = { name: `${item.label} ${NOT_READY}`, exact: true, disabled: true };
        await expect((await openMenu(page)).getByRole('link', coming)).toBeVisible();
      } else if (item.path !== '/logout') {
        await followMenu(page, item.label);
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
    await followMenu(page, 'Logout');
    await expect(page).toHaveURL('/login');
  });
}

test('a page beyond one’s role leads to /unauthorized, which leads on to /contact and /admin/login', async ({
  page,
}) => {
  await signIn(page, 'legal');
  for (const path of ['/audit_log', '/add_system_user', '/global_drivers', '/registration_fees']) {
    await page.goto(path);
    await expect(page).toHaveURL('/unauthorized');
  }
  await expect(page.getByRole('heading', { name: 'Unauthorized User' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'system admin' })).toHaveAttribute('href', '/contact');
  await page.getByRole('link', { name: 'sign-in page' }).click();
  await expect(page).toHaveURL('/admin/login');
});
