import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EMPTY_PAYMENT } from './payment-values.ts';
import { draftInTab, fits, readDraft } from './use-payment-form.ts';

let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
});
afterEach(() => vi.unstubAllGlobals());

const TYPED = { ...EMPTY_PAYMENT, car_number: 'GR 1234-20', transaction_id: '68576386182' };

test('what was typed comes back in this tab until it is dropped', () => {
  expect(readDraft()).toBeNull();
  draftInTab.write(TYPED);
  expect(readDraft()).toEqual(TYPED);
  draftInTab.drop();
  expect(readDraft()).toBeNull();
});

test('a form that was opened for a driver gets the draft of that driver alone', () => {
  expect(fits(TYPED, {})).toBe(true);
  expect(fits(TYPED, { car_number: 'GR 1234-20' })).toBe(true);
  expect(fits(TYPED, { car_number: 'GR 9-20' })).toBe(false);
});

test.each(['not JSON', '7', '{"car_number":7,"gone":"x"}'])('a draft of %s brings nothing into the form', (text) => {
  draftInTab.write(TYPED);
  for (const name of kept.keys()) kept.set(name, text);
  expect([null, EMPTY_PAYMENT].map((one) => JSON.stringify(one))).toContain(JSON.stringify(readDraft()));
});

test('a browser that stores nothing is no trouble', () => {
  vi.stubGlobal('sessionStorage', undefined);
  draftInTab.write(TYPED);
  expect(readDraft()).toBeNull();
  expect(draftInTab.drop).not.toThrow();
});
