import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StartRefusal } from '#lib/refusal.ts';
import { readSettingsFile } from './settings-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'banbo-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = (content: string) => {
  const file = join(folder, 'banbo.env');
  writeFileSync(file, content);
  return readSettingsFile(file);
};

test('a file of settings is read as systemd reads it', () => {
  expect(
    read(
      '# a remark\n; another="\n\nA=four or five words  \r\n B = it\'s "so"\nC="correct horse #7 battery"\nD=\'$5 # a\'\nE=\nF=a=b\n',
    ),
  ).toEqual({ A: 'four or five words', B: 'it\'s "so"', C: 'correct horse #7 battery', D: '$5 # a', E: '', F: 'a=b' });
});

test.each([
  'A=correct horse #7 battery',
  'A=a\\b',
  'A="a\\"b"',
  'A="a" b',
  'A="two\nlines"',
  'A=`a`',
  'export A=1',
  'A',
])('%j means another thing to another program, and is refused with its line', (line) => {
  expect(() => read(`B=1\n${line}\n`)).toThrow(StartRefusal);
  expect(() => read(`B=1\n${line}\n`)).toThrow('Line 2 of');
});
