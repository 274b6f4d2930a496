import { defaultRights, menuItems, menusOf, officePage, STAFF_ROLES } from '@banbo/contract';
import { testOnSharedDemo as test } from '../../harness/own-product.ts';
import { keepSession } from '../../harness/people.ts';
import { expect } from '../../harness/test.ts';

test.describe.configure({ mode: 'parallel' });

/** Pages whose heading is the day, behind their name. */
const HEADED = { '/dashboard': 'Dashboard', '/admin/dashboard': 'Dashboard' } as const;

/** How many items are open at once, each in a page of its own. */
const AT_ONCE = 4;

for (const role of STAFF_ROLES) {
  test(`every item of the menu of ${role} opens a page that works`, async ({ page, context }) => {
    await keepSession(page, role.toLowerCase());
    const items = menuItems(menusOf(defaultRights(role))).filter(({ ready, path }) => ready && path !== '/logout');
    const waiting = [...items];
    const walk = async (): Promise<void> => {
      const tab = await context.newPage();
      const errors: string[] = [];
      tab.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      tab.on('pageerror', (error) => errors.push(String(error)));
      for (let item = waiting.shift(); item; item = waiting.shift()) {
        const { path } = item;
        await tab.goto(path);
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
