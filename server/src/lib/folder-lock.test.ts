import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { lockFolder } from './folder-lock.ts';
import { StartRefusal } from './refusal.ts';

const folder = mkdtempSync(join(tmpdir(), 'banbo-lock-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a folder is one holder’s until it is given back, and another folder is free', () => {
  const unlock = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(StartRefusal);
  expect(() => lockFolder(folder)).toThrow(
    `Another running program uses the folder ${folder}: stop it, or set another DATA_DIR`,
  );
  unlock();
  lockFolder(folder)();
});
