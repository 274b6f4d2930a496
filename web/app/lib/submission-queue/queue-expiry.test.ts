import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keptUntil } from './queue-expiry.ts';
import type { QueuedSubmission } from './queue-store.ts';
import { listQueue, noteOpened } from './queue-store.ts';
import { sendQueue } from './send-queue.ts';

const { stored } = vi.hoisted(() => ({ stored: new Map<string, unknown>() }));
vi.mock('idb-keyval', () => ({
  createStore: () => null,
  values: async () => [...stored.values()],
  get: async (key: string) => stored.get(key),
  set: async (key: string, value: unknown) => void stored.set(key, value),
  del: async (key: string) => void stored.delete(key),
}));

const SAVED = '2026-11-20T10:00:00.000Z';
const LAST_MOMENT = '2026-12-20T09:59:59.999Z';
const DUE = '2026-12-20T10:00:00.000Z';

const line = vi.fn<() => Promise<Response>>();
vi.stubGlobal('fetch', line);
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  stored.clear();
  line.mockReset().mockRejectedValue(new TypeError('no network'));
});
afterEach(() => {
  vi.useRealTimers();
});

/** A server's answer, at its own time, without a word on the form. */
const inTrouble = (time: string, status = 503) =>
  new Response('{}', { status, headers: { date: new Date(time).toUTCString() } });

const form = (more: Partial<QueuedSubmission> = {}): QueuedSubmission => ({
  key: 'a',
  kind: 'registration',
  title: 'Registration of AMA M., GR 1234-20',
  url: '/api/drivers',
  format: 'multipart',
  body: { first_name: 'AMA', car_number: 'GR 1234-20' },
  photo: new File(['picture'], 'ama.jpg', { lastModified: 0 }),
  form: { first_name: 'AMA' },
  shown: 'platinum',
  savedAt: SAVED,
  state: 'waiting',
  ...more,
});

/** The item as the phone still has it at this instant. */
const openedAt = async (now: string, item: QueuedSubmission): Promise<QueuedSubmission | undefined> => {
  stored.set(item.key, item);
  vi.setSystemTime(new Date(now));
  await sendQueue();
  return (await listQueue())[0];
};

const PERSONAL = /AMA|GR 1234|platinum|picture/;

describe('a form left on a phone', () => {
  it.each(['waiting', 'refused', 'received'] as const)('stays for 30 days when it is %s', async (state) => {
    expect(await openedAt(LAST_MOMENT, form({ state }))).toMatchObject({ state, body: { first_name: 'AMA' } });
  });

  it.each([
    ['waiting', 'We could not learn whether it was received'],
    ['refused', 'It was not accepted'],
  ] as const)(
    'is deleted then when it is %s, and it is said what it was, without anything about the person',
    async (state, words) => {
      line.mockImplementation(async () => inTrouble(DUE));
      const left = await openedAt(
        DUE,
        form({
          state,
          message: 'GR 1234-20 is taken.',
          fields: { car_number: 'Taken.' },
          firstTriedLate: LAST_MOMENT.replace('-20T', '-19T'),
        }),
      );
      expect(left?.message).toContain(words);
      expect(left).toMatchObject({ state: 'expired', title: 'A registration', savedAt: SAVED });
      expect(left?.message).toContain('Please register again.');
      expect(left?.photo).toBeUndefined();
      expect(JSON.stringify(left)).not.toMatch(PERSONAL);
    },
  );

  it('is deleted altogether when the server has it', async () => {
    expect(await openedAt(DUE, form({ state: 'received' }))).toBeUndefined();
  });

  it.each([
    ['no network', () => Promise.reject(new TypeError('no network'))],
    ['a server in trouble, which says that it is not late', async () => inTrouble(SAVED)],
    ['a hotel’s page', async () => new Response('<!doctype html>')],
  ])('waits on however far and long its clock runs ahead, when tries meet %s', async (_, answer) => {
    line.mockImplementation(answer);
    stored.set('a', form());
    for (const now of ['2036-01-01T10:00:00Z', '2036-01-02T10:00:00Z', '2036-06-03T10:00:00Z']) {
      vi.setSystemTime(new Date(now));
      await sendQueue();
    }
    expect(await listQueue()).toEqual([form()]);
  });

  it.each([503, 429])('waits on when its clock was far behind and the first day’s tries meet %i', async (status) => {
    line.mockImplementation(async () => inTrouble(SAVED, status));
    const item = form({
      kind: 'payment',
      savedAt: '2015-01-01T00:00:00.000Z',
      body: { transaction_id: '68576386182' },
    });
    await openedAt(SAVED, item);
    await sendQueue();
    expect(await listQueue()).toMatchObject([{ state: 'waiting', body: item.body, firstTriedLate: SAVED }]);
    line.mockImplementation(async () => inTrouble('2026-11-21T10:00:00.000Z', status));
    await sendQueue();
    const [left] = await listQueue();
    expect(left).toMatchObject({ state: 'expired', title: 'A payment, transaction ID …6182' });
    expect(left?.message).toContain('We could not learn whether it was received');
    expect(JSON.stringify(left)).not.toContain('68576386182');
  });

  it('forgets a late try once the server says that it is not late', async () => {
    line.mockImplementation(async () => inTrouble(SAVED));
    const kept = await openedAt(SAVED, form({ firstTriedLate: '2027-05-01T10:00:00.000Z' }));
    expect(kept).toEqual(form());
  });

  it('is tried once more before it is deleted, since a clock that was wrong may have made it look old', async () => {
    line.mockImplementation(async () => new Response('{"message":"Thank you."}', { status: 201 }));
    expect(await openedAt(DUE, form({ savedAt: '2015-01-01T00:00:00.000Z' }))).toMatchObject({
      state: 'received',
      message: 'Thank you.',
    });
  });

  it('keeps the whole name until it was opened, and a day at most, as the dead code', async () => {
    const received = form({
      state: 'received',
      answeredAt: SAVED,
      shown: { fullname: 'AMA MENSAH', mobile_number: '024 123 4567', plan: 'platinum' },
      answer: { driver: { driver_code: 'DRV1' }, setup_code: 'ABCD' },
    });
    expect(await openedAt('2026-11-21T09:59:59.999Z', received)).toEqual(received);
    await noteOpened(received.key);
    expect((await listQueue())[0]).toEqual({ ...received, shown: { plan: 'platinum' } });
    expect(await openedAt('2026-11-21T10:00:00.000Z', received)).toEqual({
      ...received,
      shown: { plan: 'platinum' },
      answer: { driver: { driver_code: 'DRV1' } },
    });
  });

  it('can be corrected for 30 days after it was refused', async () => {
    line.mockImplementation(async () => new Response('{"message":"Taken."}', { status: 409 }));
    const refused = await openedAt(LAST_MOMENT, form());
    expect(refused).toMatchObject({ state: 'refused', answeredAt: LAST_MOMENT });
    expect(refused && keptUntil(refused)).toBe('2027-01-19T09:59:59.999Z');
  });

  it('does not stay for years that a clock ran ahead', async () => {
    const dated = await openedAt(SAVED, form({ savedAt: '2036-01-01T00:00:00.000Z' }));
    expect(dated && keptUntil(dated)).toBe(DUE);
  });

  it('does not stay for ever because its date cannot be read', async () => {
    const dated = await openedAt(SAVED, form({ savedAt: 'nonsense' }));
    expect(dated && keptUntil(dated)).toBe(DUE);
  });

  it('is said to have expired until the person has read it', async () => {
    await openedAt(DUE, form({ state: 'refused' }));
    vi.setSystemTime(new Date('2027-12-20T10:00:00.000Z'));
    await sendQueue();
    expect(await listQueue()).toMatchObject([{ state: 'expired' }]);
  });
});
