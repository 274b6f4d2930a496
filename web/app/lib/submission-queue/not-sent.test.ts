import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../api/api.ts';
import { notSent } from './not-sent.ts';

const KEPT = { kind: 'kept', key: 'a' } as const;
const outcomeOf = (error: unknown, onLine: boolean) => {
  vi.stubGlobal('navigator', { onLine });
  return notSent(error, async () => KEPT);
};

afterEach(() => vi.unstubAllGlobals());

const silence = new ApiError(0, 'Not reached.');

test('a form that reaches no server is kept without network, and left to the person with it', async () => {
  expect(await outcomeOf(silence, false)).toEqual(KEPT);
  expect(await outcomeOf(silence, true)).toEqual({ kind: 'unreachable', message: 'Not reached.' });
});

test.each([500, 503])('a server that answers %i can be tried again', async (status) => {
  expect(await outcomeOf(new ApiError(status, 'Busy.'), false)).toEqual({ kind: 'unreachable', message: 'Busy.' });
});

test('an answer that is none says so, and nothing of the program', async () => {
  const outcome = await outcomeOf(new SyntaxError('Unexpected token <'), false);
  expect(outcome).toEqual({ kind: 'unreachable', message: 'The answer could not be read. Please try again.' });
});

test('a refusal comes with its fields, with network or without', async () => {
  const body = { message: 'No.', issues: [{ path: 'body.car_number', message: 'Taken.' }] };
  const refused = new ApiError(409, 'No.', body as never);
  const outcome = { kind: 'refused', message: 'No.', fields: { car_number: 'Taken.' } };
  expect(await outcomeOf(refused, true)).toEqual(outcome);
  expect(await outcomeOf(refused, false)).toEqual(outcome);
});
