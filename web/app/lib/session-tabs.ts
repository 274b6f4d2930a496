import type { SessionKind, SignedIn } from './session-store.ts';

/** A message between tabs: a sign-in or renewal, or a sign-out. */
export type TabMessage =
  | { type: 'signed-in'; session: SignedIn }
  | { type: 'signed-out'; kinds: readonly SessionKind[] };

const NAME = 'banbo-session';

/** The build also runs this code, where there are no tabs and an open channel would never let the build end. */
const channel = typeof document === 'undefined' ? null : new BroadcastChannel(NAME);

export const tellTabs = (message: TabMessage): void => channel?.postMessage(message);

export const onTabMessage = (listener: (message: TabMessage) => void): void =>
  channel?.addEventListener('message', (event: MessageEvent<TabMessage>) => listener(event.data));

/**
 * Runs `work` while no other tab runs its own. Without locks (plain http on a network) the server's grace period
 * suffices.
 */
export const oneTabAtATime = <T>(work: () => Promise<T>): Promise<T> =>
  typeof navigator !== 'undefined' && navigator.locks ? navigator.locks.request(NAME, work) : work();
