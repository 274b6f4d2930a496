import { type PasswordSecrets, readPasswordFragment } from '@banbo/contract';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads the secrets of a history entry, whose state may be anything. */
export const readState = (state: unknown): PasswordSecrets => {
  const { code, car } = Object(state?.valueOf()) as Partial<Record<keyof PasswordSecrets, unknown>>;
  return { code: textOf(code), car: textOf(car) };
};

/** True if the entry's secrets were used up; the page keeps those it opened with. */
const wereUsed = (state: unknown): boolean => Object(state).wereUsed === true;

/**
 * The secrets of the address's fragment. They move at once into the history entry, so that nobody
 * reads them off the screen and a reload keeps them.
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

/** The user whom a Password Setup link names; the server decides by the code. */
export type SetupUser = {
  /** The username, or the e-mail of a link without one. */
  login: string;
  fullname: string;
};

/** The length of `?user=`, which precedes the values. */
const PREFIX_LENGTH = 6;

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
};

/**
 * Reads the setup link's query: `?user=`, then username, first, middle and last name and e-mail,
 * parted by `&`.
 */
export const readSetupQuery = (query: string): SetupUser => {
  const [username = '', first = '', middle = '', last = '', email = ''] = query
    .slice(PREFIX_LENGTH)
    .split('&')
    .map((value) => decode(value).trim());
  return { login: username || email, fullname: [first, middle, last].filter(Boolean).join(' ') };
};

/** The same query from a username check's `data`. */
export const setupPath = (data: readonly string[]): string =>
  `/set_password?user=${data.map(encodeURIComponent).join('&')}`;
