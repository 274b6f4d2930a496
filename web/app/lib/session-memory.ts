import { SESSION_KINDS, type SessionKind } from './session-store.ts';

/** The storage key of the 'Trust This Device' or 'Remember me' choice. */
const PERSIST_KEY = 'mempersist';
/**
 * The storage key of the kinds of refresh cookie in this browser; strangers have none, so nothing is asked for them.
 */
const KINDS_KEY = 'banbo.sessions';

const read = (key: string): string => {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
};

const write = (key: string, value: string): void => {
  try {
    if (value) localStorage.setItem(key, value);
    else localStorage.removeItem(key);
  } catch {
    // A browser that stores nothing only means signing in again after a reload.
  }
};

export const trustsDevice = (): boolean => read(PERSIST_KEY) === 'true';

export const rememberTrust = (trusted: boolean): void => write(PERSIST_KEY, String(trusted));

/** The kinds of session this browser may have, staff first. */
export const rememberedKinds = (): SessionKind[] => {
  const kept = read(KINDS_KEY).split(',');
  return SESSION_KINDS.filter((kind) => kept.includes(kind));
};

export const rememberKind = (kind: SessionKind): void =>
  write(KINDS_KEY, [...new Set([...rememberedKinds(), kind])].join(','));

export const forgetKinds = (kinds: readonly SessionKind[]): void =>
  write(
    KINDS_KEY,
    rememberedKinds()
      .filter((kind) => !kinds.includes(kind))
      .join(','),
  );
