import type { Page } from '@playwright/test';

/** Takes a picture of the whole page for somebody to look at, where `PICTURES` asks for that: it takes a second or so. */
export const takePicture = async (page: Page, path: string): Promise<void> => {
  if (process.env.PICTURES) await page.screenshot({ path, fullPage: true });
};
