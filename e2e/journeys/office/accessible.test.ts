import { expect, expectAccessible, test } from '../../harness/test.ts';

test('the check that pages are accessible finds faults, also of colours @deep', async ({ page }) => {
  await page.setContent(
    '<html lang="en"><title>Faulty</title><main><h1>Faulty</h1><button></button><p style="color:#ccc">Pale</p></main>',
  );
  await expect(expectAccessible(page)).rejects.toThrow(/button-name/);
  await expect(expectAccessible(page)).rejects.toThrow(/color-contrast/);
});
