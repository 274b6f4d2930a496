import { type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { type Look, looksFor } from './looks.ts';
import { takePicture } from './picture.ts';
import { expectNoSidewaysScroll } from './test.ts';

const SIZES = {
  desk: { width: 1280, height: 800 },
  tablet: { width: 768, height: 1024 },
  phone: { width: 360, height: 740 },
} satisfies Record<Look['size'], object>;

/** Changes colours at once: the transitions of a page would cost more than its check. */
const AT_ONCE = '*, ::before, ::after { transition: none !important }';

/** Shows the page by day or by night, and waits until it is drawn so. */
const showIn = async (page: Page, colorScheme: Look['light']): Promise<void> => {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.evaluate(async (colorScheme) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    while (!matchMedia(`(prefers-color-scheme: ${colorScheme})`).matches) await frame();
    for (let drawn = 0; drawn < 2; drawn += 1) await frame();
  }, colorScheme);
};

/**
 * Fails if the open page is wider than the screen or not accessible, in each look that its name has
 * (`looks.ts`): all six in the deep circle, which runs tests with `@every-look` in their titles.
 * The page stays open at its own size. Takes pictures if asked; `name` begins their path in the
 * test's own folder. Where the menu stands open, axe looks only at what is `within` an element:
 * most of an office page is the menu, which all have.
 */
export const lookOver = async (page: Page, name: string, within = 'html'): Promise<void> => {
  const before = page.viewportSize();
  await page.addStyleTag({ content: AT_ONCE });
  for (const { size, light } of looksFor(name)) {
    await page.setViewportSize(SIZES[size]);
    await showIn(page, light);
    // A control half under the head that stays in view would count as too small.
    await page.evaluate(() => scrollTo(0, 0));
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, 'whole', size === 'phone' ? 'html' : within);
    await takePicture(page, test.info().outputPath(`${name}-${size}-${light}.png`));
  }
  await showIn(page, 'light');
  if (before) await page.setViewportSize(before);
};
