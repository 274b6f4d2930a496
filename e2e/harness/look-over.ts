import { type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { takePicture } from './picture.ts';
import { expectNoSidewaysScroll, showIn } from './test.ts';

/** A screen between a phone and a desk, whose layout has the parts of both. */
const TABLET = { width: 768, height: 1024 };

/**
 * Fails where the page that is open is not accessible by day, or in the colours of the night, or is wider than the screen; on
 * a desk's screen also where it does not fit a tablet. Takes pictures where they are asked for: `name` begins their path in
 * the test's own folder.
 */
export const lookOver = async (page: Page, name: string): Promise<void> => {
  const keep = (shown: string) => takePicture(page, test.info().outputPath(`${name}-${shown}.png`));
  for (const colorScheme of ['light', 'dark'] as const) {
    await showIn(page, colorScheme);
    await expectAccessible(page, colorScheme === 'light' ? 'whole' : 'colours');
    await expectNoSidewaysScroll(page);
    await keep(colorScheme);
  }
  if ((page.viewportSize()?.width ?? 0) <= TABLET.width) return;
  await page.setViewportSize(TABLET);
  await expectNoSidewaysScroll(page);
  await keep('tablet');
};
