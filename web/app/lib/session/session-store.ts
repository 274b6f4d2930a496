import type { Permission, Role } from '@banbo/contract';
import { sharedValue, useShared } from '../shared-value.ts';

/** The kinds of sign-in; each has its own refresh call. */
export const SESSION_KINDS = ['staff', 'member', 'tenant'] as const;
export type SessionKind = (typeof SESSION_KINDS)[number];

/** A signed-in person. The access token lives here, in memory, and nowhere else. */
export type SignedIn = {
  kind: SessionKind;
  role: Role;
  /** As the last renewal told them; the server asks anew at each call. */
  permissions: readonly Permission[];
  /** The account's id. */
  user: string;
  username: string;
  fullname: string;
  email: string;
  /** A member's driver code; empty for others. */
  driverCode: string;
  /** True for staff who must set up a second factor before anything else. */
  needsSecondFactor?: true;
  accessToken: string;
  /** In ms on this device's clock: from then on the token is not sent. */
  expiresAt: number;
};

const signedIn = sharedValue<SignedIn | null>(null);

export const { get: currentSession, set: setSession, follow: onSessionChange } = signedIn;

/** The signed-in person, or null; follows changes in any tab. */
export const useSession = (): SignedIn | null => useShared(signedIn);

/** The storage key of the 'Trust This Device' or 'Remember me' choice. */
const PERSIST_KEY = 'mempersist';
/** The storage key of the kinds of refresh cookie; without them nothing is asked. */
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
    // Without storage, a reload only means signing in again.
  }
};

export const trustsDevice = (): boolean => read(PERSIST_KEY) === 'true';

export const rememberTrust = (trusted: boolean): void => write(PERSIST_KEY, String(trusted));

/** The kinds of session that this browser may have, staff first. */
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
