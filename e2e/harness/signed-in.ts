import type { BrowserContext } from '@playwright/test';
import { testOnSharedDemo } from './own-product.ts';
import { keepSession } from './people.ts';

type Kept = { context?: BrowserContext };

/**
 * `test` for journeys that only look at office pages: those of a worker share one browser, which
 * keeps loaded scripts and in which the SuperAdmin signs in once.
 */
export const testAsSuperAdmin = testOnSharedDemo.extend<object, { office: Kept }>({
  office: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright finds the used fixtures in it.
    async ({}, use) => {
      const kept: Kept = {};
      await use(kept);
      await kept.context?.close();
    },
    { scope: 'worker' },
  ],
  // Made within a test, whose settings it takes.
  context: async ({ browser, office }, use) => {
    if (!office.context) {
      const context = await browser.newContext();
      const page = await context.newPage();
      await keepSession(page, 'superadmin');
      await page.close();
      office.context = context;
    }
    await use(office.context);
  },
  page: async ({ context }, use) => {
    const page = await context.newPage();
    await use(page);
    await page.close();
  },
});
