import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startDatabase } from '../harness.ts';
import { schemaFiles } from './schema-files.ts';

test('the schema to read and the row types are those of the migrated database', async () => {
  const { db, close } = await startDatabase();
  for (const [path, text] of await schemaFiles(db)) {
    expect(readFileSync(path, 'utf8'), 'Run npm run schema').toBe(text);
  }
  await close();
});
