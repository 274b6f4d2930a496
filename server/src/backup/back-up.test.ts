import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { removeDeadDrafts, takeDraft } from './back-up.ts';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'banbo-drafts-'));
  for (const name of ['log', 'warn'] as const) vi.spyOn(console, name).mockImplementation(() => {});
});
afterEach(() => {
  for (const name of ['log', 'warn'] as const) vi.mocked(console[name]).mockRestore();
  rmSync(parent, { recursive: true });
});

const folder = (name: string): string => {
  mkdirSync(join(parent, name));
  writeFileSync(join(parent, name, 'letter'), 'dear sir');
  return join(parent, name);
};

test('the draft of a backup that ended is removed, and that of a running one stays', () => {
  const dead = folder('monday.draft');
  takeDraft(dead)();
  const running = folder('tuesday.draft');
  const letGo = takeDraft(running);
  removeDeadDrafts(parent);
  expect([existsSync(dead), existsSync(running)]).toEqual([false, true]);
  expect(console.log).toHaveBeenCalledWith(`${dead} was left by a backup that was cut off, and is removed.`);
  letGo();
  removeDeadDrafts(parent);
  expect(existsSync(running)).toBe(false);
});

test('no other folder is touched, and the draft of another machine is named', () => {
  const others = ['report.draft', 'finished'].map(folder);
  takeDraft(folder('finished-by-name'))();
  const elsewhere = folder('wednesday.draft');
  writeFileSync(join(elsewhere, 'banbo-draft.json'), JSON.stringify({ host: `not-${hostname()}` }));
  removeDeadDrafts(parent);
  for (const one of [...others, elsewhere, join(parent, 'finished-by-name')]) expect(existsSync(one)).toBe(true);
  expect(console.warn).toHaveBeenCalledWith(
    `${elsewhere} is of a backup on not-${hostname()}: remove it if none is running there.`,
  );
});
