import toast from 'react-hot-toast';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { QueuedSubmission } from '../submission-queue/queue-store.ts';
import { announceMissed } from './start.ts';

const items: Partial<QueuedSubmission>[] = [];
vi.mock('react-hot-toast', () => ({ default: { success: vi.fn(), error: vi.fn() } }));
vi.mock('../submission-queue/queue-store.ts', () => ({
  listQueue: async () => items,
  noteTold: async (key: string) => {
    for (const item of items) if (item.key === key) item.told = true;
  },
}));

const page = { visibilityState: 'visible' };
vi.stubGlobal('document', page);
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  vi.clearAllMocks();
  page.visibilityState = 'visible';
  const form = { kind: 'payment', title: 'Payment 1 for GR 1-20' } as const;
  items.splice(
    0,
    items.length,
    { ...form, key: 'a', state: 'waiting' },
    { ...form, key: 'b', state: 'received', message: 'Thank you.' },
    { ...form, key: 'c', state: 'refused', message: 'Already used.' },
    { ...form, key: 'd', state: 'received', told: true },
    { ...form, key: 'e', state: 'expired', message: 'Deleted.' },
  );
});

test('what was sent, refused or expired while no page listened is told on the next one, once', async () => {
  await announceMissed();
  await announceMissed();
  expect(vi.mocked(toast.success).mock.calls).toEqual([
    ['Sent. Payment 1 for GR 1-20: Thank you.', { id: 'b', duration: 20_000 }],
  ]);
  expect(vi.mocked(toast.error).mock.calls).toEqual([
    ['Payment 1 for GR 1-20: Already used.', { id: 'c', duration: 5000 }],
    ['Payment 1 for GR 1-20: Deleted.', { id: 'e', duration: 20_000 }],
  ]);
});

test('a page that nobody sees tells nothing, and leaves it to the one that is seen', async () => {
  page.visibilityState = 'hidden';
  await announceMissed();
  expect(toast.success).not.toHaveBeenCalled();
  page.visibilityState = 'visible';
  await announceMissed();
  expect(toast.success).toHaveBeenCalledTimes(1);
});
