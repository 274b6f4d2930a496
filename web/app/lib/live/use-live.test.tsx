// @vitest-environment happy-dom
import { listNationalities } from '@banbo/contract';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LiveState } from '~/components/page/live-state.tsx';
import { refusal } from '../../../test/dom/served.ts';
import { signInAs } from '../../../test/dom/signed-in.ts';
import { call } from '../api/api.ts';
import { setSession } from '../session/session-store.ts';
import { useLive } from './use-live.ts';

type Opened = {
  seenChange: string | null;
  lastEventId: string | null;
  say: (text: string) => Promise<void>;
  end: () => Promise<void>;
  isLeft: () => boolean;
};

let opened: Opened[];
let answer: () => Response | null;
const told: string[] = [];

const settle = () => act(() => vi.advanceTimersByTimeAsync(0));

beforeEach(() => {
  vi.useFakeTimers();
  opened = [];
  told.length = 0;
  answer = () => null;
  vi.stubGlobal('fetch', async (_: string, { headers, signal }: { headers: Headers; signal: AbortSignal }) => {
    const refused = answer();
    if (refused) return refused;
    let out: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        out = controller;
      },
    });
    signal.addEventListener('abort', () => out.error(new DOMException('', 'AbortError')));
    opened.push({
      seenChange: headers.get('x-seen-change'),
      lastEventId: headers.get('last-event-id'),
      say: async (text) => {
        out.enqueue(new TextEncoder().encode(text));
        await settle();
      },
      end: async () => {
        out.close();
        await settle();
      },
      isLeft: () => signal.aborted,
    });
    return new Response(body);
  });
});
afterEach(async () => {
  cleanup();
  setSession(null);
  await settle();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function Screen({ name = 'claims' as const }: { name?: 'claims' | 'jobs' }) {
  useLive([name], () => told.push(name));
  return null;
}

const begun = (resumed: boolean) => `event: begun\nid: 7-1\ndata: {"resumed":${resumed}}\n\n`;
const CHANGED = 'event: changed\nid: 8-2\ndata: {"topics":["claims"]}\n\n';

const open = async () => {
  signInAs('SuperUser');
  render(
    <>
      <LiveState />
      <Screen />
      <Screen name="jobs" />
    </>,
  );
  await settle();
};

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('one stream tells each listener of its topics, and of all when anything may have changed', async () => {
  await open();
  expect(opened).toHaveLength(1);
  expect(screen.getByRole('status').textContent).toBe('Connecting');
  await opened[0]?.say(begun(false));
  expect(screen.getByRole('status').textContent).toBe('Live');
  expect(told).toEqual(['claims', 'jobs']);
  await pass(2_000);
  await opened[0]?.say(CHANGED);
  expect(told).toEqual(['claims', 'jobs', 'claims']);
  await pass(2_000);
  await opened[0]?.say('event: missed\nid: 9-1\ndata: {}\n\n');
  expect(told.slice(3)).toEqual(['claims', 'jobs']);
});

test('changes that come at once are read at most every two seconds, the last one too', async () => {
  await open();
  await opened[0]?.say(begun(true));
  for (let n = 0; n < 50; n += 1) await opened[0]?.say(CHANGED);
  expect(told).toEqual(['claims']);
  await pass(2_000);
  expect(told).toEqual(['claims', 'claims']);
  await pass(60_000);
  expect(told.filter((name) => name === 'claims').length).toBeLessThan(6);
});

test('a stream that ends is made anew from its last event, and says meanwhile that it is', async () => {
  await open();
  await opened[0]?.say(begun(false) + CHANGED);
  await opened[0]?.end();
  expect(screen.getByRole('status').textContent).toBe('Reconnecting');
  await pass(1_000);
  expect(opened[1]?.lastEventId).toBe('8-2');
  await opened[1]?.say(begun(true));
  expect(screen.getByRole('status').textContent).toBe('Live');
});

test('a server that says nothing for long is left, and tries become rarer', async () => {
  await open();
  await opened[0]?.say(begun(false));
  await pass(40_000);
  expect(opened[0]?.isLeft()).toBe(true);
  let tries = 0;
  answer = () => {
    tries += 1;
    return refusal(503, 'Please try again in a moment.');
  };
  await pass(300_000);
  expect(tries).toBeGreaterThan(5);
  expect(tries).toBeLessThan(40);
});

test('a page that is not looked at leaves its place, and comes back when it is', async () => {
  await open();
  await opened[0]?.say(begun(false));
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(19_000);
  expect(opened[0]?.isLeft()).toBe(false);
  await pass(60_000);
  expect([opened[0]?.isLeft(), opened.length]).toEqual([true, 1]);
  seen.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await settle();
  expect(opened).toHaveLength(2);
  seen.mockRestore();
});

test('who is not staff, or signs out, has no stream', async () => {
  await open();
  await opened[0]?.say(begun(false));
  act(() => setSession(null));
  await settle();
  expect([opened[0]?.isLeft(), opened.length]).toEqual([true, 1]);
  expect(screen.queryByRole('status')).toBeNull();
});

test('calls say how long ago a change was seen, which their answers must have', async () => {
  await open();
  await opened[0]?.say(begun(false));
  await opened[0]?.say(CHANGED);
  const seenAfter = async (ms: number) => {
    await act(() => vi.advanceTimersByTimeAsync(ms));
    void call(listNationalities, {}).catch(() => {});
    await settle();
    return opened.at(-1)?.seenChange;
  };
  expect(await seenAfter(1_500)).toBe('1500');
  expect(await seenAfter(20_000)).toBeNull();
});
