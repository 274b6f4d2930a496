import { type PasswordSecrets, readPasswordFragment } from '@banbo/contract';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads the secrets in a history entry, whose state may be any value or none. */
export const readState = (state: unknown): PasswordSecrets => {
  const { code, car } = Object(state?.valueOf()) as Partial<Record<keyof PasswordSecrets, unknown>>;
  return { code: textOf(code), car: textOf(car) };
};

/** True for an entry whose secrets were used up; the page goes on with those that it opened with. */
const wereUsed = (state: unknown): boolean => Object(state).wereUsed === true;

/**
 * The secrets of the address's fragment. They move at once from the address into the history entry: nobody reads or
 * copies them off the screen, and the page still has them after a reload.
 */
export const useSecretFragment = (): PasswordSecrets => {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const given = readPasswordFragment(hash);
  const found = given ?? readState(state);
  const [secrets, setSecrets] = useState(found);
  const isInAddress = given !== null;
  const { code, car } = found;
  if (!wereUsed(state) && (code !== secrets.code || car !== secrets.car)) setSecrets(found);
  useEffect(() => {
    if (isInAddress)
      void navigate(pathname + search, { replace: true, state: { code, car }, preventScrollReset: true });
  }, [isInAddress, pathname, search, code, car, navigate]);
  return secrets;
};

/** Removes the secrets from the history entry once they are used up. */
export const useForgetSecrets = (areUsed: boolean): void => {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (!areUsed || wereUsed(state)) return;
    const left = { ...Object(state), code: '', car: '', wereUsed: true };
    void navigate(pathname + search, { replace: true, state: left, preventScrollReset: true });
  }, [areUsed, pathname, search, state, navigate]);
};
