import type { BrowserContext } from '@playwright/test';
import { testOnSharedDemo } from './own-product.ts';
import { keepSession } from './people.ts';

type Kept = { context: BrowserContext; tests: number };

/** Pages opened in a minute by more tests than these would make more calls than a session may. */
const TESTS_PER_SESSION = 15;

/**
 * `test` for journeys that only look at office pages: those of a worker share one browser, which
 * keeps loaded scripts and in which the SuperAdmin signs in now and then.
 */
export const testAsSuperAdmin = testOnSharedDemo.extend<object, { office: { kept?: Kept } }>({
  office: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright finds the used fixtures in it.
    async ({}, use) => {
      const office: { kept?: Kept } = {};
      await use(office);
      await office.kept?.context.close();
    },
    { scope: 'worker' },
  ],
  // Made within a test, whose settings it takes.
  context: async ({ browser, office }, use) => {
    office.kept ??= { context: await browser.newContext(), tests: 0 };
    const { context, tests } = office.kept;
    if (tests % TESTS_PER_SESSION === 0) {
      const page = await context.newPage();
      await keepSession(page, 'superadmin');
      await page.close();
    }
    office.kept.tests += 1;
    await use(context);
  },
  page: async ({ context }, use) => {
    const page = await context.newPage();
    await use(page);
    await page.close();
  },
});
