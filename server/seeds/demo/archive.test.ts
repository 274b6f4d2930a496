import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveOf } from '../../test/book-archives.ts';
import { buildCaller } from '../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../test/harness.ts';
import { verify } from '../../test/verify-books.ts';
import { seedDemo } from '../demo.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

test('the archive of the demo’s year, with money of drivers and land of each kind, has no difference', async () => {
  await seedDemo(it.db, { files: it.files, now: it.clock.now });
  const { headers } = await buildCaller(it, 'SuperAdmin');
  const { problems, said } = verify(await archiveOf(it, 2026, headers));
  expect(problems).toBe('');
  expect(said).toContain('Everything fits.');
}, 60_000);
