import { expect, test } from 'vitest';
import { settingArguments, settingsFor } from './settings.ts';

const settingOf = (memory: number, name: string, version = 18) =>
  settingsFor(memory, version).find(([one]) => one === name)?.[1];

test('memory follows the machine’s, within what small and large ones need', () => {
  expect([256, 1024, 4096, 65_536].map((memory) => settingOf(memory, 'shared_buffers'))).toEqual([
    '32MB',
    '64MB',
    '256MB',
    '1024MB',
  ]);
  expect([256, 1024, 65_536].map((memory) => settingOf(memory, 'work_mem'))).toEqual(['2MB', '2MB', '32MB']);
});

test('what is confirmed is on the disk, and nothing listens on a port', () => {
  expect(
    ['fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses'].map((name) => settingOf(1024, name)),
  ).toEqual(['on', 'on', 'on', '']);
});

test('a version is given only settings that it knows', () => {
  expect([15, 18].map((version) => settingOf(1024, 'io_method', version))).toEqual([undefined, 'sync']);
});

test('every setting has its reason, and is given once', () => {
  const settings = settingsFor(1024, 18);
  expect(settings.filter(([, , why]) => why === 'the same' || why.split(' ').length < 3)).toEqual([]);
  expect(new Set(settings.map(([name]) => name)).size).toBe(settings.length);
  expect(settingArguments([['fsync', 'on', 'a reason']])).toEqual(['-c', 'fsync=on']);
});

test('the log is archived, waits for a server that archives it, or does neither', () => {
  const of = (archives: 'now' | 'later' | 'never') =>
    ['archive_mode', 'archive_command'].map(
      (name) => settingsFor(1024, 18, archives).find(([one]) => one === name)?.[1],
    );
  expect(of('now')).toEqual(['on', expect.stringContaining('../handover')]);
  // Without a command PostgreSQL keeps its segments, and ends without trying.
  expect(of('later')).toEqual(['on', '']);
  expect(of('never')).toEqual([undefined, undefined]);
});
