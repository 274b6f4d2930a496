import { refreshAdminToken } from '@banbo/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

type Tab = typeof import('./session.ts') & typeof import('./session-store.ts');

/** The calls that reached the server, and the most that were under way at once. */
let calls: string[];
let underWay: number;
let mostAtOnce: number;
let refuse: boolean;
let channels: BroadcastChannel[];

const lifetime = (token: number, seconds: number): string =>
  `e30.${Buffer.from(JSON.stringify({ token, iat: 0, exp: seconds })).toString('base64url')}.signature`;

beforeEach(() => {
  calls = [];
  underWay = 0;
  mostAtOnce = 0;
  refuse = false;
  channels = [];
  const kept = new Map([['banbo.sessions', 'staff']]);
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
  vi.stubGlobal('document', {});
  const Channel = BroadcastChannel;
  vi.stubGlobal('BroadcastChannel', function open(name: string) {
    const channel = new Channel(name);
    channels.push(channel);
    return channel;
  });
  vi.stubGlobal('fetch', async (path: string) => {
    calls.push(path);
    underWay += 1;
    mostAtOnce = Math.max(mostAtOnce, underWay);
    // An answer takes a turn of the loop, in which another tab could ask too.
    await new Promise((resolve) => setImmediate(resolve));
    underWay -= 1;
    if (refuse) return Response.json({ message: 'Please sign in.' }, { status: 401 });
    return Response.json({
      accessToken: lifetime(calls.length, 600),
      user_role: 'SuperAdmin',
      user: '7',
      username: 'ama',
      fullname: 'AMA MENSAH',
      email: '',
      pfNumber: null,
    });
  });
});
afterEach(() => {
  for (const channel of channels) channel.close();
  vi.unstubAllGlobals();
});

/** The session as a newly opened tab has it. */
const openTab = async (): Promise<Tab> => {
  vi.resetModules();
  return { ...(await import('./session.ts')), ...(await import('./session-store.ts')) };
};
const openTabs = async (count: number): Promise<Tab[]> => {
  const tabs: Tab[] = [];
  while (tabs.length < count) tabs.push(await openTab());
  return tabs;
};
const tokensOf = (tabs: Tab[]) => tabs.map((tab) => tab.currentSession()?.accessToken);

test('ten tabs that renew at once for thirty rounds ask one after the other and stay signed in', async () => {
  const tabs = await openTabs(10);
  await Promise.all(tabs.map((tab) => tab.restoreSession('staff')));
  for (let round = 0; round < 30; round += 1) {
    // Resolves when the token of one tab has arrived at the others.
    await vi.waitFor(() => expect(new Set(tokensOf(tabs)).size).toBe(1), { interval: 1 });
    const [before] = tokensOf(tabs);
    const renewed = await Promise.all(tabs.map((tab) => tab.renewSession()));
    expect(renewed.filter((token) => token === null || token === before)).toEqual([]);
  }
  expect(mostAtOnce).toBe(1);
  expect(new Set(calls)).toEqual(new Set([`/api${refreshAdminToken.url}`]));
});

test('a tab takes the token that another one was given, and asks for none', async () => {
  const [first, second] = (await openTabs(2)) as [Tab, Tab];
  await first.restoreSession('staff');
  await second.restoreSession('staff');
  calls = [];
  const token = await first.renewSession();
  await vi.waitFor(() => expect(second.currentSession()?.accessToken).toBe(token));
  expect(calls).toHaveLength(1);
});

test('a session that ends in one tab ends in the others', async () => {
  const tabs = await openTabs(3);
  await Promise.all(tabs.map((tab) => tab.restoreSession('staff')));
  tabs[0]?.dropSessions();
  await vi.waitFor(() => expect(tokensOf(tabs)).toEqual([undefined, undefined, undefined]));
});

test('a tab whose renewal the server refuses is signed out', async () => {
  const tab = await openTab();
  await tab.restoreSession('staff');
  refuse = true;
  expect(await tab.renewSession()).toBeNull();
  expect(tab.currentSession()).toBeNull();
});
