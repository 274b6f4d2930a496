import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS } from '../index.ts';
import type { CountedBy, SubjectField } from './limits.ts';
import { subjectOf } from './limits.ts';

test.each([
  ['car', ' gr-1234 20', 'GR123420'],
  ['phone', '024 123 4567', '+233241234567'],
  ['phone', '00 1', '00 1'],
  ['masked phone', '+233241234567', '024 *** 4567'],
  ['login', ' Ama.Mensah ', 'ama.mensah'],
] as const)('a %s has one spelling', (as, input, subject) => {
  expect(subjectOf({ body: 'field', as }, { field: input })).toBe(subject);
});

test('a body that does not name the subject has none', () => {
  const field: SubjectField = { body: 'car_number', as: 'car' };
  for (const body of [null, undefined, 'text', [], {}, { car_number: 7 }, { car_number: ' - ' }]) {
    expect(subjectOf(field, body)).toBeNull();
  }
});

const fieldOf = (by: CountedBy): string | null => (typeof by === 'object' ? by.body : null);
/** Sorts limits: by subject, by caller, by address. */
const rank = (by: CountedBy): number => (by === 'address' ? 2 : by === 'caller' ? 1 : 0);

describe.each(ENDPOINTS.filter(({ limits }) => limits).map((one) => [`${one.method} ${one.url}`, one] as const))(
  'the limits of %s',
  (_name, { limits = [], access, schema }) => {
    test('name fields of its body', () => {
      const fields = schema.body instanceof z.ZodObject ? Object.keys(schema.body.shape) : [];
      for (const field of limits.map(({ by }) => fieldOf(by)).filter((one) => one !== null)) {
        expect(fields).toContain(field);
      }
    });

    test('stand in the order in which they matter', () => {
      const ranks = limits.map(({ by }) => rank(by));
      expect(ranks).toEqual([...ranks].sort());
    });

    test('are counted in memory, or shared, by address alone', () => {
      for (const { by, shared } of limits) if (by !== 'address') expect(shared).toBeUndefined();
    });

    test('hold strangers where strangers may call', () => {
      if (access === 'public') expect(limits.map(({ by }) => by)).toContain('address');
      else expect(limits.map(({ by }) => by)).not.toContain('address');
    });
  },
);

test('whatever a stranger may send is limited', () => {
  const open = ENDPOINTS.filter(({ access, method, limits }) => access === 'public' && method !== 'GET' && !limits);
  expect(open).toEqual([]);
});
