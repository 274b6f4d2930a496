import { describe, expect, it } from 'vitest';
import { ApiError } from '~/lib/api/api.ts';
import { loginError, usernameCheckError } from './use-username-check.ts';

const refused = (status: number) => new ApiError(status, 'What the server wrote.');

describe('the error line of a refused login', () => {
  it.each([
    [400, 'Missing Username or Password'],
    [401, 'Wrong Username or Password'],
    [429, 'Login Failed'],
    [500, 'Login Failed'],
    [0, 'Login Failed'],
  ])('HTTP %i: %s', (status, message) => expect(loginError(refused(status))).toBe(message));

  it('anything else: Login Failed', () => expect(loginError(new Error('no network'))).toBe('Login Failed'));
});

describe('the error line of a refused username check', () => {
  it.each([
    [400, 'Missing Username or Password'],
    [401, 'Username not found '],
    [429, 'Login failed'],
    [500, 'Login failed'],
    [0, 'Login failed'],
  ])('HTTP %i: %s', (status, message) => expect(usernameCheckError(refused(status))).toBe(message));
});
