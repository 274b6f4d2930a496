import type { checkUsername } from '@banbo/contract';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { type Address, ApiError, call } from '~/lib/api.ts';
import { toast } from '~/lib/toast.ts';
import { setupPath } from '../passwords/setup-query.ts';
import { usernameCheckError } from './sign-in-errors.ts';

const CHECK: Address<typeof checkUsername> = { method: 'POST', url: '/auth/check_username', access: 'public' };

const MISSING_USERNAME = 'Please enter your username address';

type Outcome = {
  /** Says why, and takes the focus there unless somebody is on the way to the next field. */
  refuse: (message: string, focus: boolean) => void;
  /** The username is not known: it is asked for again. */
  refocus: () => void;
  /** For a blocked account: clears the username. */
  clear: () => void;
};

/**
 * Checks a username once its field is left. Resolves to true when signing in may go on. The same username is asked
 * about once, and a check under way is shared; `forget` asks anew after a refusal.
 */
export const useUsernameCheck = ({ refuse, refocus, clear }: Outcome) => {
  const navigate = useNavigate();
  const last = useRef<{ username: string; goesOn: Promise<boolean> } | null>(null);

  const ask = async (username: string): Promise<boolean> => {
    try {
      const answer = await call<typeof checkUsername>(CHECK, { body: { username } });
      if (answer.status === false) {
        await navigate(setupPath(answer.data ?? [username]));
        return false;
      }
      if (answer.status !== 'not_found' && answer.status !== 'blocked') return true;
      toast.error(answer.message);
      if (answer.status === 'blocked') clear();
      else refocus();
    } catch (error) {
      refuse(usernameCheckError(error), true);
      if (error instanceof ApiError && error.status !== 400 && error.status !== 401) toast.error(error.message);
    }
    forget();
    return false;
  };

  const forget = () => {
    last.current = null;
  };

  const check = async (input: string): Promise<boolean> => {
    const username = input.trim();
    if (!username) {
      refuse(MISSING_USERNAME, false);
      return false;
    }
    if (last.current?.username !== username) last.current = { username, goesOn: ask(username) };
    return last.current.goesOn;
  };

  return { check, forget };
};
