import { expect, type FileChooser, type Page, test } from '@playwright/test';
import { countActions } from './counts.ts';

/** A task of the office by keyboard alone, whose actions are counted. */
export type KeyboardTask = {
  press: (...keys: readonly string[]) => Promise<void>;
  /** Gives the focused field its text, which is one action however long it is. */
  give: (text: string) => Promise<void>;
  /** Chooses a file in the system's window that has opened, which is one action. */
  giveFile: (name: string, content: string) => Promise<void>;
  /** Opens a page by the search, from wherever the focus is: three actions. */
  open: (words: string, path: string | RegExp) => Promise<void>;
  /** Asserts that it took at most so many actions, none of them with a mouse. */
  end: (most: number) => Promise<void>;
};

/** Begins to count on the dashboard that is open, with the focus on the page. */
export const beginTask = async (page: Page): Promise<KeyboardTask> => {
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText('Active members')).toBeVisible();
  await page.locator('main').focus();
  const choosers: FileChooser[] = [];
  page.on('filechooser', (chooser) => choosers.push(chooser));
  const done = await countActions(page);
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const give = async (text: string): Promise<void> => {
    await page.keyboard.insertText(text);
    done.texts += 1;
  };
  return {
    press,
    give,
    giveFile: async (name, content) => {
      await expect.poll(() => choosers.length).toBe(1);
      await choosers[0]?.setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
      done.texts += 1;
    },
    open: async (words, path) => {
      await press('Control+k');
      await give(words);
      await press('Enter');
      await expect(page).toHaveURL(path);
    },
    end: async (most) => {
      expect(done.clicks).toBe(0);
      const sum = done.keys + done.texts;
      test.info().annotations.push({ type: 'actions', description: `${sum}: ${done.keys} keys, ${done.texts} texts` });
      expect(sum).toBeLessThanOrEqual(most);
    },
  };
};
