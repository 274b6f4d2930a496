import { findDriverByCarNumber, refreshAdminToken, refreshMemberToken } from '@banbo/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepKey } from '~/lib/api/idempotency-key.ts';

const STAFF = `/api${refreshAdminToken.url}`;
const MEMBER = `/api${refreshMemberToken.url}`;
const LOOK_UP = `/api${findDriverByCarNumber.url}`;
const PAY = '/api/payments';

type Answer = { status: number; body: object } | Promise<{ status: number; body: object }> | 'lost' | 'never';
let asked: { path: string; token: string | null }[];
let answers: Record<string, Answer>;
let stored: Map<string, string>;
let onStall: () => void;

const storage = (kept: Map<string, string>) => ({
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => kept.set(name, value),
  removeItem: (name: string) => kept.delete(name),
});

const signedIn = (role: string, accessToken: string): { status: number; body: object } => ({
  status: 200,
  body: { accessToken, user_role: role, user: '7', username: 'x', fullname: 'AMA MENSAH', email: '', pfNumber: null },
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  asked = [];
  onStall = () => {};
  stored = new Map([['banbo.sessions', 'member']]);
  answers = {
    [MEMBER]: signedIn('Member', 'of-member'),
    [STAFF]: signedIn('SuperUser', 'of-staff'),
    [LOOK_UP]: { status: 200, body: { success: true, message: '', driver: { driver_code: 'DRV000001B' } } },
    [PAY]: { status: 201, body: { success: true, message: 'Thank you.', payment_id: '7' } },
  };
  vi.stubGlobal('localStorage', storage(stored));
  vi.stubGlobal('sessionStorage', storage(new Map()));
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Headers }) => {
    asked.push({ path, token: headers.get('authorization') });
    const answer = answers[path] ?? 'lost';
    if (answer === 'never') {
      onStall();
      return new Promise(() => {});
    }
    if (answer === 'lost') throw new TypeError('Failed to fetch');
    const { status, body } = await answer;
    return Response.json(body, { status });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The public payment form's calls in a freshly loaded page. */
const loaded = async () => {
  const { lookUpDriver } = await import('../../features/payments/form/use-driver-lookup.ts');
  const { sendPayment } = await import('../../features/payments/form/sending/submit-payment.ts');
  const { EMPTY_PAYMENT } = await import('../../features/payments/form/payment-values.ts');
  const fee = {
    ...EMPTY_PAYMENT,
    car_number: 'GR 1234-20',
    driver_code: 'DRV000001B',
    payment_type: 'RF',
    amount: '200.00',
    transaction_id: '68576386182',
  };
  const rules = { types: [], networks: [] };
  return { lookUp: () => lookUpDriver('GR 1234-20'), pay: () => sendPayment(fee, rules, keepKey('payment')) };
};

test('the look-up and the payment of somebody who signed in before carry their token, renewed once', async () => {
  const page = await loaded();
  await page.lookUp();
  await page.pay();
  expect(asked).toEqual([
    { path: MEMBER, token: null },
    { path: LOOK_UP, token: 'Bearer of-member' },
    { path: PAY, token: 'Bearer of-member' },
  ]);
});

test('a payment that is sent without a look-up carries it too', async () => {
  await (await loaded()).pay();
  expect(asked.at(-1)).toEqual({ path: PAY, token: 'Bearer of-member' });
});

test('for strangers nothing else is asked', async () => {
  stored.clear();
  const page = await loaded();
  await page.lookUp();
  await page.pay();
  expect(asked).toEqual([
    { path: LOOK_UP, token: null },
    { path: PAY, token: null },
  ]);
});

test('without network nothing else is asked either', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  await (await loaded()).pay();
  expect(asked).toEqual([{ path: PAY, token: null }]);
});

test.each<[string, Answer]>([
  ['is not answered', 'lost'],
  ['is answered with trouble', { status: 503, body: { message: 'Not now.' } }],
  ['is one too many', { status: 429, body: { message: 'Too many.' } }],
])('where the renewal %s, the payment goes out as a stranger’s and the session stays for later', async (_, answer) => {
  answers[MEMBER] = answer;
  const page = await loaded();
  await expect(page.pay()).resolves.toMatchObject({ payment_id: '7' });
  expect(asked.at(-1)).toEqual({ path: PAY, token: null });
  expect(stored.get('banbo.sessions')).toBe('member');
  answers[MEMBER] = signedIn('Member', 'of-member');
  await page.lookUp();
  expect(asked.at(-1)).toEqual({ path: LOOK_UP, token: 'Bearer of-member' });
});

test('a renewal that stalls holds the payment up for five seconds', async () => {
  answers[MEMBER] = 'never';
  const page = await loaded();
  const stalled = new Promise<void>((resolve) => {
    onStall = resolve;
  });
  const passTime = async () => {
    await stalled;
    await vi.advanceTimersByTimeAsync(4900);
    expect(asked.map(({ path }) => path)).toEqual([MEMBER]);
    await vi.advanceTimersByTimeAsync(200);
  };
  await Promise.all([expect(page.pay()).resolves.toMatchObject({ payment_id: '7' }), passTime()]);
});

test('a session that has ended is not asked for again, and the next one of this browser is', async () => {
  stored.set('banbo.sessions', 'staff,member');
  answers[STAFF] = { status: 401, body: { message: 'Please sign in.' } };
  await (await loaded()).lookUp();
  expect(asked.map(({ path }) => path)).toEqual([STAFF, MEMBER, LOOK_UP]);
  expect(asked.at(-1)?.token).toBe('Bearer of-member');
  expect(stored.get('banbo.sessions')).toBe('member');
});

test('a token that ran out and cannot be renewed keeps nobody from paying', async () => {
  const page = await loaded();
  await page.lookUp();
  vi.setSystemTime(Date.now() + 3_600_000);
  answers[MEMBER] = 'lost';
  await page.pay();
  expect(asked.at(-1)).toEqual({ path: PAY, token: null });
});

test('what a stranger has read stays when the session comes', async () => {
  const { queryClient } = await import('../api/query-client.ts');
  queryClient.setQueryData(['payment_types', 'drivers'], ['RF']);
  await (await loaded()).lookUp();
  expect(queryClient.getQueryData(['payment_types', 'drivers'])).toEqual(['RF']);
});

test('one kind of session is taken up alone, and nothing is asked where this browser has none of it', async () => {
  stored.set('banbo.sessions', 'staff,member');
  const { recallSession } = await import('./recall-session.ts');
  await recallSession('tenant');
  expect(asked).toEqual([]);
  await recallSession('member');
  await recallSession('member');
  expect(asked.map(({ path }) => path)).toEqual([MEMBER]);
  await recallSession('staff');
  expect(asked.map(({ path }) => path)).toEqual([MEMBER, STAFF]);
});

test('a session that comes after its page was left replaces no other, unless the next page asks for it too', async () => {
  stored.set('banbo.sessions', 'staff,member');
  const { recallSession } = await import('./recall-session.ts');
  const { restoreSession } = await import('./session.ts');
  const { currentSession } = await import('./session-store.ts');
  await recallSession('staff');
  const leave = async (goOn: () => Promise<unknown>) => {
    let answer = () => {};
    answers[MEMBER] = new Promise((resolve) => {
      answer = () => resolve(signedIn('Member', 'of-member'));
    });
    const page = new AbortController();
    const leavePage = async () => {
      await vi.waitFor(() => expect(asked.at(-1)?.path).toBe(MEMBER));
      const next = goOn();
      page.abort();
      answer();
      await next;
    };
    await Promise.all([recallSession('member', page.signal), leavePage()]);
    asked = [];
    return currentSession()?.kind;
  };
  expect(await leave(() => restoreSession('staff'))).toBe('staff');
  expect(await leave(() => restoreSession('member'))).toBe('member');
});
