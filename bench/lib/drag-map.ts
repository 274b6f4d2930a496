import type { Page } from '@playwright/test';

/** Counts the page's frames in `framesSeen`, from the first time on that it runs in the page. */
const COUNT_FRAMES = `
  globalThis.framesSeen ??= (requestAnimationFrame(function count() {
    framesSeen += 1;
    requestAnimationFrame(count);
  }), 0)`;

/** Opens a map from the office's menu, so that only what the map moves is counted. */
export const openMapPage = async (
  page: Page,
  line: { address: string; settle: () => Promise<number> },
  path: string,
  side?: 'Land',
): Promise<number> => {
  await page.goto(`${line.address}/dashboard`);
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  if (side) await page.getByRole('button', { name: side, exact: true }).click();
  await line.settle();
  await page.evaluate(`document.querySelector('a[href="${path}"]').click()`);
  await page.locator('[data-map="ready"]').waitFor();
  return line.settle();
};

/** Drags the map to and fro; answers the frames a second. */
const drag = async (page: Page, drags: number): Promise<number> => {
  const box = await page.locator('[data-map="ready"]').boundingBox();
  if (!box) throw new Error('The map is not there');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.evaluate(COUNT_FRAMES);
  const frames = () => page.evaluate<number>('framesSeen');
  const [before, begun] = [await frames(), performance.now()];
  for (let n = 0; n < drags; n += 1) {
    const way = n % 2 === 0 ? 1 : -1;
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + way * 200, y + way * 100, { steps: 30 });
    await page.mouse.up();
  }
  return ((await frames()) - before) / ((performance.now() - begun) / 1_000);
};

export const medianOf = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

/** The median of the frames a second in some rounds of drags. */
export const framesWhileDragged = async (
  page: Page,
  { rounds, drags }: { rounds: number; drags: number },
): Promise<number> => {
  const seen: number[] = [];
  while (seen.length < rounds) seen.push(await drag(page, drags));
  return medianOf(seen);
};

/** Goes so many steps nearer to the ground. */
export const zoomIn = async (page: Page, steps: number): Promise<void> => {
  for (let n = 0; n < steps; n += 1) {
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.waitForTimeout(700);
  }
};
