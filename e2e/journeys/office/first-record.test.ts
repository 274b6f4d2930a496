import type { Page } from '@playwright/test';
import { OFFICE_SCREENS } from '../../harness/office-screens.ts';
import { testAsSuperAdmin as test } from '../../harness/signed-in.ts';
import { expect, scriptsOf } from '../../harness/test.ts';

/** Pages that are a list below a title and one row of tools. Payment Clearance has its own desk. */
const LISTS = [
  'admin_registration alone_decisions approvals arrears audit_log book_checks contact_messages device_payments',
  'driver_import driver_looks failed_jobs global_drivers money_received outbox payment_list payment_transactions',
  'payment_types prompts receipts refunds regFees_by_mode regFees_by_month regFees_by_period registration_fees',
  'statement_import subscriptions system_roles system_users waivers',
].flatMap((line) => line.split(' '));

/** Pages of another kind, on which nothing may move either. */
const STILL = ['dashboard', 'payment_clearance', 'view_driver/2'];

/** The most that may move while a page loads, by the browser's own measure. */
const MOST_SHIFT = 0.05;

/** The lowest that a table's head may begin on a screen of 1280 by 800. */
const HEAD = 150;

/** Over HTTP/1.1 a browser fetches six files at a time, and each waits for the line. */
const MOST_SCRIPTS = 90;

type Shifts = { shifted?: number };

/**
 * The columns of the page's tables that are wider than their longest cell needs by more than a
 * third, and texts that end without an ellipsis.
 */
const faultsOfTables = (page: Page): Promise<string[]> =>
  page.locator('main table:visible').evaluateAll((tables) =>
    tables.flatMap((table) => {
      const widthsOf = (one: Element) =>
        [...one.querySelectorAll('thead th')].map((head) => head.getBoundingClientRect().width);
      const copy = table.cloneNode(true) as HTMLTableElement;
      copy.style.cssText = 'position: absolute; visibility: hidden; width: max-content';
      for (const cell of copy.querySelectorAll<HTMLElement>('th, td')) cell.style.whiteSpace = 'nowrap';
      table.parentElement?.append(copy);
      const needed = widthsOf(copy);
      copy.remove();
      const wide = widthsOf(table).flatMap((width, at) =>
        width > (needed[at] ?? 0) * (4 / 3) ? [`column ${at}: ${width} of ${needed[at]} px`] : [],
      );
      const cut = [...table.querySelectorAll<HTMLElement>('td, td *')].filter((one) => {
        const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(one);
        const isClipped = overflowX !== 'visible' && one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1;
        return isClipped && textOverflow !== 'ellipsis' && webkitLineClamp === 'none';
      });
      return [...wide, ...cut.map((one) => `cut: ${one.textContent}`)];
    }),
  );

for (const [path, heading] of OFFICE_SCREENS.filter(([path]) => [...LISTS, ...STILL].includes(path.slice(1)))) {
  const isList = LISTS.includes(path.slice(1));
  test(`${path} ${isList ? 'begins with its first record, and ' : ''}moves nothing while it loads @deep`, async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const sums: Shifts = Object.assign(window, { shifted: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value?: number; hadRecentInput?: boolean })[])
          if (!entry.hadRecentInput) sums.shifted = (sums.shifted ?? 0) + (entry.value ?? 0);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const size of [
      { width: 1280, height: 800 },
      { width: 360, height: 740 },
    ]) {
      await page.setViewportSize(size);
      await page.goto(path);
      // Until its heading stands, a page has no table that could be busy.
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await expect(page.getByText('Version 2023.001')).toBeAttached();
      // The demo has no row of some lists, which then say so.
      const first = page.locator('main tbody tr').first();
      if (isList && (await first.count()) > 0) {
        const box = await (size.width === 1280 ? page.locator('main table').first() : first).boundingBox();
        expect(box?.y ?? Infinity).toBeLessThanOrEqual(size.width === 1280 ? HEAD : size.height * 0.6);
      }
      if (isList && size.width === 1280) expect(await faultsOfTables(page)).toEqual([]);
      const shifted = await page.evaluate(() => (window as Shifts).shifted);
      expect(shifted, `${size.width} px`).toBeLessThanOrEqual(MOST_SHIFT);
    }
    expect((await scriptsOf(page)).length).toBeLessThan(MOST_SCRIPTS);
  });
}

for (const [path, screen, last] of [
  ['/global_drivers', 'drivers', /^Registered/],
  ['/payment_transactions', 'payments-all', /^ACTION$/],
] as const) {
  test(`${path} with all its columns cuts no text without an ellipsis, and keeps its first column in sight @deep`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.addInitScript((name) => localStorage.setItem(`banbo.columns.${name}`, '[]'), screen);
    await page.goto(path);
    await expect(page.getByRole('columnheader', { name: last })).toBeAttached();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    expect(await faultsOfTables(page)).toEqual([]);
    const first = page.locator('tbody tr').first().locator('td').nth(1);
    await page.getByRole('columnheader', { name: last }).scrollIntoViewIfNeeded();
    await expect(first).toBeInViewport({ ratio: 1 });
  });
}
