import { type PasswordSecrets, readPasswordFragment } from '@banbo/contract';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads what an entry of the history keeps, which may be anybody's or none. */
export const readState = (state: unknown): PasswordSecrets => {
  const { code, car } = Object(state?.valueOf()) as Partial<Record<keyof PasswordSecrets, unknown>>;
  return { code: textOf(code), car: textOf(car) };
};

/**
 * Takes the secrets out of the history's entry once they are used up. Past the router, which keeps what it was given under
 * `usr`: a navigation of its own would start the form anew.
 */
export const forgetSecrets = (): void => window.history.replaceState({ ...window.history.state, usr: null }, '');

/**
 * The secrets of the address's fragment. They move from the address into the history's entry at once: so nobody reads or
 * copies them off the screen, and the page still has them after a reload.
 */
export const useSecretFragment = (): PasswordSecrets => {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const given = readPasswordFragment(hash);
  const secrets = given ?? readState(state);
  const isInAddress = given !== null;
  const { code, car } = secrets;
  useEffect(() => {
    if (isInAddress)
      void navigate(pathname + search, { replace: true, state: { code, car }, preventScrollReset: true });
  }, [isInAddress, pathname, search, code, car, navigate]);
  return secrets;
};
