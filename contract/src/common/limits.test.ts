import { expect, test } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS, type Endpoint } from '../index.ts';
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

const LIMITED = ENDPOINTS.filter(({ limits }) => limits);
const limitsOf = ({ limits = [] }: Endpoint) => limits.map(({ by }) => by);

/** The limited endpoints that do not keep a rule, by name. */
const breaking = (keeps: (endpoint: Endpoint) => boolean): string[] =>
  LIMITED.filter((one) => !keeps(one)).map(({ method, url }) => `${method} ${url}`);

test('the limits of an endpoint name fields of its body', () => {
  expect(LIMITED.length).toBeGreaterThan(50);
  const fieldsOf = ({ schema }: Endpoint) => (schema.body instanceof z.ZodObject ? Object.keys(schema.body.shape) : []);
  const namesOwn = (one: Endpoint) =>
    limitsOf(one)
      .map(fieldOf)
      .every((field) => field === null || fieldsOf(one).includes(field));
  expect(breaking(namesOwn)).toEqual([]);
});

test('the limits of an endpoint stand in the order in which they matter', () => {
  const isSorted = (one: Endpoint) =>
    limitsOf(one)
      .map(rank)
      .every((at, n, ranks) => n === 0 || (ranks[n - 1] ?? 0) <= at);
  expect(breaking(isSorted)).toEqual([]);
});

test('the limits of an endpoint are counted in memory, or shared, by address alone', () => {
  const sharesAddresses = ({ limits = [] }: Endpoint) =>
    limits.every(({ by, shared }) => by === 'address' || shared === undefined);
  expect(breaking(sharesAddresses)).toEqual([]);
});

test('the limits of an endpoint hold strangers where strangers may call, and there alone', () => {
  expect(breaking((one) => limitsOf(one).includes('address') === (one.access === 'public'))).toEqual([]);
});

test('whatever a stranger may send is limited', () => {
  const open = ENDPOINTS.filter(({ access, method, limits }) => access === 'public' && method !== 'GET' && !limits);
  expect(open).toEqual([]);
});
