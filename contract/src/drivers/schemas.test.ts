import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isExpired } from './choices.ts';
import { RegistrationFields } from './schemas.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T10:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const problemOf = (birth: string) => RegistrationFields.shape.date_of_birth.safeParse(birth).error?.issues[0]?.message;

it('takes a driver from the 18th birthday on', () => {
  expect(problemOf('2008-11-20')).toBeUndefined();
  expect(problemOf('2008-11-21')).toMatch(/at least 18 years old/);
  expect(problemOf('2026-11-20')).toMatch(/at least 18 years old/);
});

it('says one thing of a birth in the future', () => {
  expect(RegistrationFields.shape.date_of_birth.safeParse('2026-11-21').error?.issues).toMatchObject([
    { message: 'The date of birth must be a past day.' },
  ]);
});

it('asks nothing else of a birth that is no day', () => {
  for (const birth of ['1e+308', '2026-02-30', '']) {
    expect(problemOf(birth)).toBe('Give a day that exists, as year-month-day.');
  }
});

it('calls a document expired from the day after its last', () => {
  expect(isExpired('2026-11-20')).toBe(false);
  expect(isExpired('2026-11-19')).toBe(true);
  expect(isExpired('')).toBe(false);
});
