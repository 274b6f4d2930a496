// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { calledTitle, callInTab, notifyOf, type Ringing } from './attention.ts';
import { gravestOf } from './tones.ts';

const call = (id: string, given: Partial<Ringing> = {}): Ringing => ({
  ...{ id, number: `2026-000${id}`, grade: 'sos', is_drill: false },
  ...given,
});

const tabs = { ringing: [] as readonly Ringing[], isLost: false };

beforeEach(() => {
  vi.useFakeTimers();
  document.title = 'Emergency';
  document.head.insertAdjacentHTML('beforeend', '<link rel="icon" href="/favicon.svg">');
});
afterEach(() => {
  callInTab(tabs);
  document.head.innerHTML = '';
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const icon = () => document.querySelector('link[rel="icon"]')?.getAttribute('href');

test('the title names the gravest call, how many ring, and a lost connection', () => {
  const ringing = [call('1', { grade: 'jamming' }), call('2', { is_drill: true })];
  expect(calledTitle({ ringing, isLost: false })).toBe('(2) DRILL SOS 2026-0002');
  expect(calledTitle({ ringing: [call('3')], isLost: true })).toBe('(1) SOS 2026-0003 · CONNECTION LOST');
  expect(calledTitle({ ringing: [], isLost: false })).toBe('');
});

test('title and icon call while something rings, over a move to another page, and are put back', () => {
  callInTab({ ...tabs, ringing: [call('1')] });
  expect(document.title).toBe('(1) SOS 2026-0001 · Emergency');
  expect(icon()).toMatch(/^data:/);
  document.title = 'Emergencies';
  vi.advanceTimersByTime(1_000);
  expect(document.title).toBe('(1) SOS 2026-0001 · Emergencies');
  callInTab(tabs);
  expect([document.title, icon()]).toEqual(['Emergencies', '/favicon.svg']);
});

test('a hidden page shows a notification for each call once, and takes it back', () => {
  const made: { title: string; close: () => void; addEventListener: () => void }[] = [];
  const close = vi.fn();
  class Notified {
    static permission = 'granted';
    close = close;
    addEventListener = vi.fn();
    title: string;
    constructor(title: string) {
      this.title = title;
      made.push(this);
    }
  }
  vi.stubGlobal('Notification', Notified);
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  notifyOf([call('1')]);
  expect(made).toEqual([]);
  seen.mockReturnValue('hidden');
  notifyOf([call('1')]);
  notifyOf([call('1'), call('2', { grade: 'accident' })]);
  expect(made.map(({ title }) => title)).toEqual(['SOS 2026-0001', 'Accident 2026-0002']);
  notifyOf([]);
  expect(close).toHaveBeenCalledTimes(2);
  seen.mockRestore();
});

test('the gravest of what rings is heard', () => {
  expect(gravestOf(['power_cut', 'accident', 'jamming'])).toBe('accident');
  expect(gravestOf([])).toBeNull();
});
