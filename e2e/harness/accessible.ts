import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules of axe whose findings depend on the colours of a page alone. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

const CHECKS = {
  whole: { type: 'tag', values: TAGS },
  colours: { type: 'rule', values: OF_COLOURS },
} as const satisfies Record<string, RunOptions['runOnly']>;

type Found = { id: string; where: string[] }[];
type WithAxe = { axe?: typeof axe };

/**
 * Fails on axe's findings against WCAG 2.2 AA on the page as it is, or on those about colours: only
 * these differ between day and night. Looks at the whole document, or at the element within it.
 */
export const expectAccessible = async (
  page: Page,
  which: keyof typeof CHECKS = 'whole',
  within = 'html',
): Promise<void> => {
  // Loading axe takes a browser as long as checking a page, so a page that has it keeps it.
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(axe.source);
  const found = await page.evaluate(
    async ({ runOnly, within }): Promise<Found> => {
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
          runOnly: { ...runOnly, values: [...runOnly.values] },
          resultTypes: ['violations'],
        });
      };
      let { violations } = await look();
      for (let again = 0; again < 3 && violations.length > 0 && hasMoved; again += 1) ({ violations } = await look());
      listening.abort();
      changes.disconnect();
      return violations.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.target.join(' ')) }));
    },
    { runOnly: CHECKS[which], within },
  );
  expect(found).toEqual([]);
};
