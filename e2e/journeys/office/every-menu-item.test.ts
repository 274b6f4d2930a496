import { defaultRights, menuItems, menusOf, officePage, STAFF_ROLES } from '@banbo/contract';
import { testOnSharedDemo as test } from '../../harness/own-product.ts';
import { keepSession } from '../../harness/people.ts';
import { expect } from '../../harness/test.ts';

test.describe.configure({ mode: 'parallel' });

/** Pages whose heading is the day, behind their name. */
const HEADED = { '/dashboard': 'Dashboard', '/admin/dashboard': 'Dashboard' } as const;

/** How many items are open at once, each in a page of its own. */
const AT_ONCE = 3;

for (const role of STAFF_ROLES) {
  test(`every item of the menu of ${role} opens a page that works`, async ({ page, context }) => {
    await keepSession(page, role.toLowerCase());
    const items = menuItems(menusOf(defaultRights(role))).filter(({ path }) => path !== '/logout');
    const waiting = [...items];
    const walk = async (): Promise<void> => {
      const tab = await context.newPage();
      const errors: string[] = [];
      tab.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      tab.on('pageerror', (error) => errors.push(String(error)));
      let isOpen = false;
      for (let item = waiting.shift(); item; item = waiting.shift()) {
        const { path } = item;
        // By the menu where it lists the item, as a person does; items of closed groups by address.
        const link = tab.locator(`nav a[href="${path}"]`).first();
        if (isOpen && (await link.count()) > 0)
          await expect(async () => {
            await link.dispatchEvent('click');
            await expect(tab).toHaveURL((url) => url.pathname === path, { timeout: 5_000 });
          }).toPass();
        else await tab.goto(path);
        isOpen = true;
        const title = HEADED[path as keyof typeof HEADED] ?? officePage(path.slice(1))?.title ?? path;
        const heading = tab.getByRole('heading', { level: 1 });
        await expect(heading, path).toContainText(title);
        await expect(heading, path).toHaveCount(1);
        await expect(tab.locator('main [aria-busy="true"]'), path).toHaveCount(0);
        await expect(
          tab.getByText(/Something went wrong|could not be loaded|You are not authorized/),
          path,
        ).toHaveCount(0);
        expect(errors, path).toEqual([]);
      }
      await tab.close();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, walk));
  });
}
