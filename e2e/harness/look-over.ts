import { type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { takePicture } from './picture.ts';
import { expectNoSidewaysScroll } from './test.ts';

const SIZES = {
  desk: { width: 1280, height: 800 },
  // Between phone and desk, with parts of both layouts: only its width is checked.
  tablet: { width: 768, height: 1024 },
  phone: { width: 360, height: 740 },
};

/** Changes colours at once: the transitions of a page would cost more than its check. */
const AT_ONCE = '*, ::before, ::after { transition: none !important }';

/** Shows the page by day or by night, and waits until it is drawn so. */
const showIn = async (page: Page, colorScheme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.evaluate(async (colorScheme) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    while (!matchMedia(`(prefers-color-scheme: ${colorScheme})`).matches) await frame();
    for (let drawn = 0; drawn < 2; drawn += 1) await frame();
  }, colorScheme);
};

/**
 * Fails if the open page is wider than a desk's, tablet's or phone's screen, is not accessible on a
 * desk or phone by day, or has wrong colours on a desk by night. The page stays open at its own
 * size. Takes pictures if asked; `name` begins their path in the test's own folder. On a desk axe
 * looks only at what is `within` an element: most of an office page is the menu, which all have.
 */
export const lookOver = async (page: Page, name: string, within = 'html'): Promise<void> => {
  const keep = (shown: string) => takePicture(page, test.info().outputPath(`${name}-${shown}.png`));
  const before = page.viewportSize();
  await page.addStyleTag({ content: AT_ONCE });
  await showIn(page, 'light');
  for (const size of ['phone', 'tablet', 'desk'] as const) {
    await page.setViewportSize(SIZES[size]);
    // A control half under the head that stays in view would count as too small.
    await page.evaluate(() => scrollTo(0, 0));
    await expectNoSidewaysScroll(page);
    if (size !== 'tablet') await expectAccessible(page, 'whole', size === 'desk' ? within : 'html');
    await keep(size);
  }
  await showIn(page, 'dark');
  await expectAccessible(page, 'colours', within);
  await expectNoSidewaysScroll(page);
  await keep('desk-dark');
  await showIn(page, 'light');
  if (before) await page.setViewportSize(before);
};
