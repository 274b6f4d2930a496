import type { Locator, Page } from '@playwright/test';

/** More stops than any page has between two that a journey goes to. */
const MOST_STOPS = 150;

/**
 * Presses Tab (or Shift+Tab) until the target has the focus. Throws if the keyboard never gets
 * there, or goes round in circles.
 */
export const tabTo = async (page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press(key);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${key} does not lead to ${target}`);
};
