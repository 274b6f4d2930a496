import type { Page } from '@playwright/test';

/** Notes what moves on pages that are opened from now on. Comes before the page is opened. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const seen: PerformanceEntry[] = [];
    const observer = new PerformanceObserver((list) => seen.push(...list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    Object.assign(globalThis, { layoutShifts: () => [...seen, ...observer.takeRecords()] });
  });

/** The layout shift since the page was opened, as browsers count it: 0 where nothing moved. */
export const shifted = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    // The browser reports a frame's shifts after it.
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    const { layoutShifts } = globalThis as unknown as { layoutShifts: () => { value: number }[] };
    return layoutShifts().reduce((sum, { value }) => sum + value, 0);
  });
