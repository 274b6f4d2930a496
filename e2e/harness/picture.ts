import type { Page } from '@playwright/test';

/** Takes a picture of the whole page for people to see, if `PICTURES` is set (a second each). */
export const takePicture = async (page: Page, path: string): Promise<void> => {
  if (process.env.PICTURES) await page.screenshot({ path, fullPage: true });
};
