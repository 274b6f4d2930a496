import type { Page } from '@playwright/test';

/** Takes a picture of the whole page for people to look at, if `PICTURES` is set: it takes a second or so. */
export const takePicture = async (page: Page, path: string): Promise<void> => {
  if (process.env.PICTURES) await page.screenshot({ path, fullPage: true });
};
