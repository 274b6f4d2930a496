import type { Browser, BrowserContext } from '@playwright/test';
import { PASSWORD } from './trackers.ts';

/** A browser of the desk's size in which the office's user of the benches is signed in. */
export const signedInOffice = async (browser: Browser, address: string): Promise<BrowserContext> => {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(`${address}/favicon.svg`);
  const agent = await page.evaluate(() => {
    localStorage.setItem('banbo.sessions', 'staff');
    return navigator.userAgent;
  });
  const headers = { 'x-requested-with': 'banbo', 'user-agent': agent, origin: address };
  const data = { username: 'ama.mensah', password: PASSWORD, persist: false };
  const answer = await context.request.post(`${address}/api/auth/login`, { data, headers });
  if (answer.status() !== 200) throw new Error(`Signing in was answered with ${answer.status()}`);
  await page.close();
  return context;
};
