import type { checkUsername } from '@banbo/contract';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { type Address, ApiError, call } from '~/lib/api/api.ts';
import { toast } from '~/lib/toast.ts';
import { setupPath } from '../passwords/secret-fragment.ts';

const errorLine = (of401: string, otherwise: string) => (error: unknown) => {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 400) return 'Missing Username or Password';
  return status === 401 ? of401 : otherwise;
};

/** The error line's text for a refused login, and for a refused username check. */
export const loginError = errorLine('Wrong Username or Password', 'Login Failed');
export const usernameCheckError = errorLine('Username not found ', 'Login failed');

const ATTEMPTS = 3;

/** True after the third wrong password or once blocked: the username is cleared, too. */
export const endsAttempts = (error: unknown): boolean =>
  error instanceof ApiError && (error.body?.account_blocked === true || (error.body?.login_attempts ?? 0) >= ATTEMPTS);

const CHECK: Address<typeof checkUsername> = { method: 'POST', url: '/auth/check_username', access: 'public' };

const MISSING_USERNAME = 'Please enter your username address';

type Outcome = {
  /** Says why; takes the focus unless the person goes to the next field. */
  refuse: (message: string, focus: boolean) => void;
  /** Focuses the username, which is unknown. */
  refocus: () => void;
  /** Clears the username of a blocked account. */
  clear: () => void;
};

/** The result of a check; `refused` says why there was none. */
type Checked = { goesOn: boolean; refused?: string };

/**
 * Checks a username when its field is left or the form is sent; true if signing in may go on. One
 * check serves the same username until `forget`, which follows a refusal.
 */
export const useUsernameCheck = ({ refuse, refocus, clear }: Outcome) => {
  const navigate = useNavigate();
  const last = useRef<{ username: string; checked: Promise<Checked> } | null>(null);

  const ask = async (username: string): Promise<Checked> => {
    try {
      const answer = await call<typeof checkUsername>(CHECK, { body: { username } });
      if (answer.status === false) {
        await navigate(setupPath(answer.data ?? [username]));
        return { goesOn: false };
      }
      if (answer.status !== 'not_found' && answer.status !== 'blocked') return { goesOn: true };
      toast.error(answer.message);
      if (answer.status === 'blocked') clear();
      else refocus();
      forget();
      return { goesOn: false };
    } catch (error) {
      if (error instanceof ApiError && error.status !== 400 && error.status !== 401) toast.error(error.message);
      forget();
      return { goesOn: false, refused: usernameCheckError(error) };
    }
  };

  const forget = () => {
    last.current = null;
  };

  const check = async (input: string, on: 'leave' | 'submit'): Promise<boolean> => {
    const username = input.trim();
    if (!username) {
      refuse(MISSING_USERNAME, false);
      return false;
    }
    if (last.current?.username !== username) last.current = { username, checked: ask(username) };
    const { goesOn, refused } = await last.current.checked;
    if (refused !== undefined) refuse(refused, on === 'submit');
    return goesOn;
  };

  return { check, forget };
};
