import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { findOffences } from './offences.ts';
import { GOOD_TREE, OFFENDERS } from './offenders.ts';
import { readTree } from './read-tree.ts';
import { RULES } from './rules.ts';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Writes a tree of files into a temporary folder. */
const plant = (files: Record<string, string>): string => {
  const root = mkdtempSync(join(tmpdir(), 'banbo-structure-'));
  folders.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
};

const broken = (files: Record<string, string>) => findOffences(readTree(plant(files)));

test('a tree in which everything stands where it should breaks no rule', () => {
  expect(broken(GOOD_TREE)).toEqual([]);
});

test.each(OFFENDERS)('caught in $path: $rule ($text)', ({ rule, path, text }) => {
  const caught = broken({ ...GOOD_TREE, [path]: text }).filter((offence) => offence.at.startsWith(`${path}:`));
  expect(caught.map((offence) => offence.rule)).toContain(rule);
});

test('every rule has an offender that proves it catches', () => {
  const proven = new Set(OFFENDERS.map((one) => one.rule));
  expect(RULES.map((rule) => rule.says).filter((says) => !proven.has(says))).toEqual([]);
});

test('the command names the file, the line and the rule, and fails', () => {
  const root = plant({ 'contract/src/bad.ts': `\nimport pg from 'pg';\nexport default pg;` });
  const run = () => execFileSync(process.execPath, [join(import.meta.dirname, 'check.ts'), root], { stdio: 'pipe' });
  expect(run).toThrow(/contract\/src\/bad\.ts:2 {2}The contract imports zod and nothing else\. {2}\(pg\)/);
});

test('the command fails where there is nothing to check', () => {
  const run = () =>
    execFileSync(process.execPath, [join(import.meta.dirname, 'check.ts'), plant({})], { stdio: 'pipe' });
  expect(run).toThrow(/No TypeScript files were found/);
});
