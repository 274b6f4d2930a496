import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** A password link carries the code, and the car number where the sender knows it. */
export type Secrets = { code: string; car: string };

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads `#code=K7QX9-M2P4T&car=GR+1234-20`; null where the fragment has no code. */
export const readFragment = (hash: string): Secrets | null => {
  const values = new URLSearchParams(hash.slice(1));
  const code = values.get('code') ?? '';
  return code === '' ? null : { code, car: values.get('car') ?? '' };
};

/** Reads what an entry of the history keeps, which may be anybody's or none. */
export const readState = (state: unknown): Secrets => {
  const { code, car } = Object(state?.valueOf()) as Partial<Record<keyof Secrets, unknown>>;
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
export const useSecretFragment = (): Secrets => {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const given = readFragment(hash);
  const secrets = given ?? readState(state);
  const isInAddress = given !== null;
  const { code, car } = secrets;
  useEffect(() => {
    if (isInAddress)
      void navigate(pathname + search, { replace: true, state: { code, car }, preventScrollReset: true });
  }, [isInAddress, pathname, search, code, car, navigate]);
  return secrets;
};
