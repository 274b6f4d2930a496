import { type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { takePicture } from './picture.ts';
import { expectNoSidewaysScroll, showIn } from './test.ts';

const SIZES = {
  desk: { width: 1280, height: 800 },
  // Between a phone and a desk, with parts of the layouts of both: it is only looked at for its width.
  tablet: { width: 768, height: 1024 },
  phone: { width: 360, height: 740 },
};

/** Colours that change at once: their transitions, of every element of a page, would cost more than looking at it. */
const AT_ONCE = '*, ::before, ::after { transition: none !important }';

/**
 * Fails where the page that is open is wider than the screen of a desk, a tablet or a phone, or where it is not accessible on
 * a desk or a phone, by day or in the colours of the night. The page stays open and is resized. Takes pictures where they are
 * asked for: `name` begins their path in the test's own folder.
 */
export const lookOver = async (page: Page, name: string): Promise<void> => {
  const keep = (shown: string) => takePicture(page, test.info().outputPath(`${name}-${shown}.png`));
  await page.addStyleTag({ content: AT_ONCE });
  for (const size of ['desk', 'tablet', 'phone'] as const) {
    await page.setViewportSize(SIZES[size]);
    await expectNoSidewaysScroll(page);
    if (size === 'tablet') {
      await keep(size);
      continue;
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await showIn(page, colorScheme);
      await expectAccessible(page, colorScheme === 'light' ? 'whole' : 'colours');
      await expectNoSidewaysScroll(page);
      await keep(`${size}-${colorScheme}`);
    }
  }
};
