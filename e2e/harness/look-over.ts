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

/** Adds `AT_ONCE` once to a document: each further rule for all elements slows every change. */
const changeAtOnce = async (page: Page): Promise<void> => {
  const isNew = await page.evaluate(() => {
    const { dataset } = document.documentElement;
    if (dataset.atOnce) return false;
    dataset.atOnce = 'yes';
    return true;
  });
  if (isNew) await page.addStyleTag({ content: AT_ONCE });
};

/** Shows the page by day or by night, and waits until it is drawn so. */
const showIn = async (page: Page, colorScheme: Look['light']): Promise<void> => {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.evaluate(async (colorScheme) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    while (!matchMedia(`(prefers-color-scheme: ${colorScheme})`).matches) await frame();
    for (let drawn = 0; drawn < 2; drawn += 1) await frame();
  }, colorScheme);
};

/** Gives the page the size and the light of a look. A new size costs a page much, so not twice. */
export const takeLook = async (page: Page, { size, light }: Look): Promise<void> => {
  const [now, next] = [page.viewportSize(), SIZES[size]];
  if (now?.width !== next.width || now.height !== next.height) await page.setViewportSize(next);
  await showIn(page, light);
};

/**
 * Fails if the open page is wider than the screen or not accessible, in each look that its name has
 * (`looks.ts`): all six in the deep circle, which runs tests with `@every-look` in their titles.
 * The page stays in the last look. Takes pictures if asked; `name` begins their path in the test's
 * own folder. Where the menu stands open, axe looks only at what is `within` an element: most of an
 * office page is the menu, which all have.
 */
export const lookAround = async (page: Page, name: string, within = 'html'): Promise<void> => {
  await changeAtOnce(page);
  for (const look of looksFor(name)) {
    await takeLook(page, look);
    // A control half under the head that stays in view would count as too small.
    await page.evaluate(() => scrollTo(0, 0));
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, look.size === 'phone' ? 'html' : within);
    await takePicture(page, test.info().outputPath(`${name}-${look.size}-${look.light}.png`));
  }
};

/** Does the same, after which the page is as it was before, by day. */
export const lookOver = async (page: Page, name: string, within?: string): Promise<void> => {
  const before = page.viewportSize();
  await lookAround(page, name, within);
  await showIn(page, 'light');
  if (before) await page.setViewportSize(before);
};
