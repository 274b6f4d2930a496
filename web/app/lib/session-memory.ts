import type { SessionKind } from './session-store.ts';

/** SPEC §3: the 'Trust This Device' or 'Remember me' choice. */
const PERSIST_KEY = 'mempersist';
/** Which kind of session the browser's cookie belongs to; strangers have none, so nothing is asked for them. */
const KIND_KEY = 'banbo.session';

const KINDS: readonly string[] = ['staff', 'member', 'tenant'] satisfies SessionKind[];

const read = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

const write = (key: string, value: string | null): void => {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // A browser that keeps nothing only means signing in again after a reload.
  }
};

export const trustsDevice = (): boolean => read(PERSIST_KEY) === 'true';

export const rememberTrust = (trusted: boolean): void => write(PERSIST_KEY, String(trusted));

export const rememberedKind = (): SessionKind | null => {
  const kind = read(KIND_KEY);
  return kind !== null && KINDS.includes(kind) ? (kind as SessionKind) : null;
};

export const rememberKind = (kind: SessionKind | null): void => write(KIND_KEY, kind);
