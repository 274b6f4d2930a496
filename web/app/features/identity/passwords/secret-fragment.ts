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

/** The user of a Password Setup link, read from the link alone; the server decides by the setup code. */
export type SetupUser = {
  /** The name by which the server finds the account: the username, or the e-mail of a link without one. */
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
 * Reads the setup link's query: after its first six characters, split on `&`. Position 0 is the username, 1 the first
 * name, 2 the middle name, 3 the last name, 4 the e-mail.
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
