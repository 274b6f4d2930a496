import { defaultRights, menuItems, menusOf, officePage, STAFF_ROLES, type StaffRole } from '@banbo/contract';
import { testOnSharedDemo as test } from '../../harness/own-product.ts';
import { keepSession } from '../../harness/people.ts';
import { expect } from '../../harness/test.ts';

test.describe.configure({ mode: 'parallel' });

/** Pages whose heading has the day behind their name. */
const HEADED = { '/dashboard': 'Dashboard', '/admin/dashboard': 'Land Dashboard' } as const;

/** How many items are open at once, each in a page of its own. */
const AT_ONCE = 3;

const itemsOf = (role: StaffRole) => menuItems(menusOf(defaultRights(role))).filter(({ path }) => path !== '/logout');

/** Each item with the role that has the fewest items, and so may do least on its page. */
const opened = new Set<string>();
// The SuperAdmin's pages are opened by `screens.test.ts`. That each role may ask for what its pages
// ask for is a test of the web's `every-role.test.tsx`.
const roles = STAFF_ROLES.filter((role) => role !== 'SuperAdmin')
  .toSorted((one, other) => itemsOf(one).length - itemsOf(other).length)
  .map((role) => {
    const items = itemsOf(role).filter(({ path }) => !opened.has(path));
    for (const { path } of items) opened.add(path);
    return { role, items };
  });

for (const { role, items } of roles) {
  test(`the items of the menu of ${role} that no lower role has open pages that work @deep`, async ({
    page,
    context,
  }) => {
    await keepSession(page, role.toLowerCase());
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
