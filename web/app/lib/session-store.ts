import type { Role } from '@banbo/contract';
import { useSyncExternalStore } from 'react';

/** The kinds of sign-in; each has its own refresh call. */
export const SESSION_KINDS = ['staff', 'member', 'tenant'] as const;
export type SessionKind = (typeof SESSION_KINDS)[number];

/** A signed-in person. The access token lives here, in memory, and nowhere else. */
export type SignedIn = {
  kind: SessionKind;
  role: Role;
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
  /** On this device's clock, in ms: from here on the token is not worth sending. */
  expiresAt: number;
};

let signedIn: SignedIn | null = null;
const listeners = new Set<() => void>();

export const currentSession = (): SignedIn | null => signedIn;

export const setSession = (next: SignedIn | null): void => {
  signedIn = next;
  for (const tell of listeners) tell();
};

export const onSessionChange = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The signed-in person, or null. Renders again on a change in any tab. */
export const useSession = (): SignedIn | null => useSyncExternalStore(onSessionChange, currentSession, () => null);
