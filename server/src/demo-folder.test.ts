import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoFolder, filledWith, markFilled } from './demo-folder.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'banbo-demo-test-'));
});
afterEach(() => rmSync(root, { recursive: true }));

test('a folder that holds real data is refused and left as it is', () => {
  mkdirSync(join(root, 'database'));
  writeFileSync(join(root, 'database', 'PG_VERSION'), '17');
  expect(() => demoFolder(root)).toThrow(`The demo does not touch ${root}, which holds something else`);
  expect(readdirSync(root)).toEqual(['database']);
});

test('an empty folder becomes a demo’s, and what it was filled with is kept for the next start', () => {
  const folder = demoFolder(join(root, 'new', 'demo'));
  expect(filledWith(folder)).toBeNull();
  markFilled(folder, { password: 'x' });
  expect(filledWith(demoFolder(folder))).toEqual({ password: 'x' });
});

test('a demo that was stopped while it was filled is filled again', () => {
  const folder = demoFolder(root);
  mkdirSync(join(folder, 'database'));
  expect(filledWith(demoFolder(folder))).toBeNull();
});
