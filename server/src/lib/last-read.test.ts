import { expect, test, vi } from 'vitest';
import { lastRead } from './last-read.ts';

test('nobody waits for a read, and one that fails leaves the value of before', async () => {
  const reads = [Promise.withResolvers<string>(), Promise.withResolvers<string>()] as const;
  const read = vi.fn<() => Promise<string>>();
  read.mockReturnValueOnce(reads[0].promise).mockReturnValueOnce(reads[1].promise).mockResolvedValue('third');
  const value = lastRead('first', read);
  expect([value(), value()]).toEqual(['first', 'first']);
  expect(read).toHaveBeenCalledTimes(1);
  reads[0].resolve('second');
  await expect.poll(value).toBe('second');
  reads[1].reject(new Error('nobody listens'));
  await expect.poll(value).toBe('third');
});
