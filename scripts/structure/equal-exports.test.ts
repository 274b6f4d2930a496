import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { equalExportOffences, NAMED_ONCE } from './equal-exports.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'banbo-exports-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const plant = (files: Readonly<Record<string, string>>): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
};

test.each([
  ['two types', 'export type Outcome = string;', 'export type Outcome = number;', 'Outcome'],
  ['a function and a constant', 'export function valuesOf() {}', 'export const valuesOf = () => [];', 'valuesOf'],
  ['a type and a value', 'export type Asked = string;', 'export const Asked = 1;', 'Asked'],
])('caught: %s of one name in two modules', (_name, one, other, name) => {
  plant({ 'server/src/a.ts': one, 'server/src/sub/b.ts': `\n${other}` });
  expect(equalExportOffences(root)).toEqual([
    { at: 'server/src/sub/b.ts:2', rule: NAMED_ONCE, detail: `${name}, server/src/a.ts` },
  ]);
});

test.each([
  ['a schema and a type of the server', 'contract/src/a.ts', 'export const User = 1;', 'server/src/b.ts', 'User'],
  ['an endpoint and a type', 'contract/src/a.ts', 'export const user = 1;', 'server/src/b.ts', 'user'],
  ['an endpoint and a call of the web', 'contract/src/a.ts', 'export const pay = 1;', 'web/app/b.ts', 'pay'],
  ['a use case and a component', 'server/src/a.ts', 'export const Pay = 1;', 'web/app/b.tsx', 'Pay'],
])('caught: one name of %s', (_name, path, text, otherPath, name) => {
  plant({ [path]: text, [otherPath]: `export type ${name} = 1;` });
  expect(equalExportOffences(root)).toEqual([{ at: `${otherPath}:1`, rule: NAMED_ONCE, detail: `${name}, ${path}` }]);
});

test.each([
  [
    'of an endpoint and its use case',
    { 'contract/src/a.ts': 'export const pay = 1;', 'server/src/b.ts': 'export const pay = 2;' },
  ],
  [
    'in route modules',
    { 'web/app/routes/a.tsx': 'export const meta = 1;', 'web/app/routes/b.tsx': 'export const meta = 2;' },
  ],
  ['without an export', { 'server/src/a.ts': 'type Deps = string;', 'server/src/b.ts': 'export type Deps = number;' }],
  ['passed on', { 'server/src/a.ts': 'export const a = 1;', 'server/src/index.ts': "export { a } from './a.ts';" }],
  ['in a test', { 'server/src/a.ts': 'export const a = 1;', 'server/src/a.test.ts': 'export const a = 2;' }],
  ['as type and value of one module', { 'server/src/a.ts': 'export type A = 1;\nexport const A = 1;' }],
])('passed: equal names %s', (_name, files: Record<string, string>) => {
  plant(files);
  expect(equalExportOffences(root)).toEqual([]);
});
