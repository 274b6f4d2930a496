import { ApiError } from '~/lib/api.ts';

/** The error line's text for the status of a refused login. */
export const loginError = (error: unknown): string => {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 400) return 'Missing Username or Password';
  if (status === 401) return 'Wrong Username or Password';
  return 'Login Failed';
};

/** The error line's text for the status of a refused username check. */
export const usernameCheckError = (error: unknown): string => {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 400) return 'Missing Username or Password';
  if (status === 401) return 'Username not found ';
  return 'Login failed';
};

const ATTEMPTS = 3;

/**
 * True after the third wrong password, or once blocked: then both fields are cleared; before that the password alone.
 */
export const endsAttempts = (error: unknown): boolean =>
  error instanceof ApiError && (error.body?.account_blocked === true || (error.body?.login_attempts ?? 0) >= ATTEMPTS);
