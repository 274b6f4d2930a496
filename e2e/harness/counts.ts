import type { Page } from '@playwright/test';

/** A person's pressed keys, clicks and given texts. A held modifier is part of its key. */
export type Actions = { keys: number; clicks: number; texts: number };

const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta'];

/**
 * Counts a person's keys and clicks on a page from now on, also on the pages that it opens. A click
 * that a key or a script makes is none.
 */
export const countActions = async (page: Page): Promise<Actions> => {
  const done: Actions = { keys: 0, clicks: 0, texts: 0 };
  await page.exposeFunction('countAction', (what: keyof Actions) => {
    done[what] += 1;
  });
  const listen = (modifiers: readonly string[]): void => {
    const count = (what: string) => (window as unknown as { countAction?: (what: string) => void }).countAction?.(what);
    addEventListener('keydown', (event) => event.isTrusted && !modifiers.includes(event.key) && count('keys'), true);
    addEventListener('click', (event) => event.isTrusted && event.detail > 0 && count('clicks'), true);
  };
  await page.addInitScript(listen, MODIFIERS);
  await page.evaluate(listen, MODIFIERS);
  return done;
};
