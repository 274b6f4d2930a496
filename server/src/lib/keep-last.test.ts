import { expect, test } from 'vitest';
import { awaitLater } from '#lib/gather.ts';
import { keepLast } from './gather.ts';

test('what was made for a key is kept until another key is asked for', async () => {
  const made: string[] = [];
  const keep = keepLast<number>();
  const ask = (key: string) => keep(key, async () => made.push(key));
  await Promise.all([ask('one'), ask('one')]);
  await ask('two');
  await ask('one');
  expect(made).toEqual(['one', 'two', 'one']);
});

test('what could not be made is tried again', async () => {
  const keep = keepLast<string>();
  await expect(keep('one', () => Promise.reject(new Error('no font')))).rejects.toThrow('no font');
  expect(await keep('one', async () => 'made')).toBe('made');
});

test('a failure does not forget what was made for another key meanwhile', async () => {
  const keep = keepLast<string>();
  const failing = keep('one', () => Promise.reject(new Error('no font')));
  const other = awaitLater(keep('two', async () => 'made'));
  await expect(failing).rejects.toThrow();
  await other;
  expect(await keep('two', async () => 'made again')).toBe('made');
});
