import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

type Found = { id: string; where: string[] }[];
type WithAxe = { axe?: typeof axe };

/**
 * Fails on axe's findings against WCAG 2.2 AA on the page as it is: in the whole document, or in
 * the element `within` it.
 */
export const expectAccessible = async (page: Page, within = 'html'): Promise<void> => {
  // Loading axe takes a browser as long as checking a page, so a page that has it keeps it.
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(axe.source);
  const found = await page.evaluate(
    async ({ tags, within }): Promise<Found> => {
      const { axe } = globalThis as WithAxe;
      const looked = document.querySelector(within);
      if (!axe || !looked) throw new Error(`The page has no ${axe ? within : 'axe'}`);
      // An element that comes in or goes is smaller and paler than it is, and a dialog stays for
      // a moment after it was closed: findings count only where nothing moved while axe looked.
      let hasMoved = false;
      const listening = new AbortController();
      const note = () => {
        hasMoved = true;
      };
      for (const event of ['animationstart', 'transitionrun']) document.addEventListener(event, note, listening);
      const changes = new MutationObserver(note);
      changes.observe(document.body, { childList: true, subtree: true });
      const look = async () => {
        const coming = document
          .getAnimations()
          .filter(
            ({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
          );
        await Promise.allSettled(coming.map(({ finished }) => finished));
        hasMoved = false;
        return await axe.run(looked === document.documentElement ? document : looked, {
          runOnly: { type: 'tag', values: tags },
          resultTypes: ['violations'],
        });
      };
      let { violations } = await look();
      for (let again = 0; again < 3 && violations.length > 0 && hasMoved; again += 1) ({ violations } = await look());
      listening.abort();
      changes.disconnect();
      return violations.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.target.join(' ')) }));
    },
    { tags: TAGS, within },
  );
  expect(found).toEqual([]);
};
