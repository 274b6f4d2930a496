import type { Page } from '@playwright/test';
import { tabTo } from '../../harness/keyboard.ts';
import { testOnSharedDemo as test } from '../../harness/own-product.ts';
import { signIn } from '../../harness/people.ts';
import { expect } from '../../harness/test.ts';

/** The number of nodes of each role the browser hands to screen readers. */
const countRoles = async (page: Page): Promise<Record<string, number>> => {
  const cdp = await page.context().newCDPSession(page);
  const { nodes } = await cdp.send('Accessibility.getFullAXTree');
  const counts: Record<string, number> = {};
  for (const { role, ignored } of nodes) {
    const name = String(role?.value);
    if (!ignored) counts[name] = (counts[name] ?? 0) + 1;
  }
  await cdp.detach();
  return counts;
};

test('a list is a table to a screen reader, also where its rows are cards @phone-and-desk @deep', async ({ page }) => {
  await signIn(page, 'superadmin');
  for (const [path, first] of [
    ['/global_drivers', 'Selorm Adjei'],
    ['/registration_fees', 'TOTAL'],
    ['/system_users', 'Legal'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('table')).toContainText(first);
    const shown = await page.evaluate(() =>
      Object.fromEntries(
        (['thead,tbody,tfoot', 'tr', 'thead th', 'tfoot th', 'td'] as const).map((selector) => [
          selector,
          document.querySelectorAll(`table :is(${selector})`).length,
        ]),
      ),
    );
    expect(await countRoles(page), path).toMatchObject({
      table: 1,
      rowgroup: shown['thead,tbody,tfoot'],
      row: shown.tr,
      columnheader: shown['thead th'],
      cell: shown.td,
      ...(shown['tfoot th'] ? { rowheader: shown['tfoot th'] } : {}),
    });
  }
});

test('a table that is wider than the screen says so and is scrolled by keyboard @deep', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await signIn(page, 'superadmin', '/system_users');
  const frame = page.getByRole('region', { name: 'System users' });
  const hint = page.getByText('This table is wider than the screen.');
  await expect(page.getByRole('link', { name: 'Kojo Arthur' })).toBeVisible();
  await expect(hint).toBeHidden();
  await page.addStyleTag({ content: 'table { min-width: 90rem }' });
  await expect(hint).toBeVisible();
  await tabTo(page, frame);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => frame.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0);
});
