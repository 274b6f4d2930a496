import type { logout, refreshAdminToken, refreshMemberToken, refreshTenantToken, Session } from '@banbo/contract';
import { type Address, ApiError, call, takeTokensFrom } from '../api/api.ts';
import {
  currentSession,
  forgetKinds,
  rememberedKinds,
  rememberKind,
  rememberTrust,
  SESSION_KINDS,
  type SessionKind,
  type SignedIn,
  setSession,
} from './session-store.ts';

/** Seconds that an access token lives if it does not say so itself. */
const USUAL_LIFETIME_S = 600;
/** Seconds before its end at which a token is renewed, so that it does not expire under way. */
const MARGIN_S = 10;

type Claims = { iat?: unknown; exp?: unknown };

const claimsOf = (token: string): Claims => {
  try {
    const payload = token.split('.')[1] ?? '';
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as Claims;
  } catch {
    return {};
  }
};

/**
 * The moment until which a new token is sent, in ms on this device's clock. It counts the token's
 * own span, since clocks of phones and servers differ.
 */
export const usableUntil = (token: string, receivedAt: number): number => {
  const { iat, exp } = claimsOf(token);
  const seconds = typeof iat === 'number' && typeof exp === 'number' ? exp - iat : USUAL_LIFETIME_S;
  return receivedAt + Math.max(0, seconds - MARGIN_S) * 1000;
};

/** A message between tabs. */
type TabMessage = { type: 'signed-in'; session: SignedIn } | { type: 'signed-out'; kinds: readonly SessionKind[] };

const NAME = 'banbo-session';

/** The build runs this code, too, and an open channel would keep it from ending. */
const channel = typeof document === 'undefined' ? null : new BroadcastChannel(NAME);

const tellTabs = (message: TabMessage): void => channel?.postMessage(message);

const onTabMessage = (listener: (message: TabMessage) => void): void =>
  channel?.addEventListener('message', (event: MessageEvent<TabMessage>) => listener(event.data));

/**
 * Runs `work` in one tab at a time. Without locks (plain http) the server's grace period suffices.
 */
const oneTabAtATime = <T>(work: () => Promise<T>): Promise<T> =>
  typeof navigator !== 'undefined' && navigator.locks ? navigator.locks.request(NAME, work) : work();

type Refresh = typeof refreshAdminToken | typeof refreshMemberToken | typeof refreshTenantToken;

const AS_STRANGER = { method: 'GET', access: 'public' } as const;
const REFRESH: Record<SessionKind, Address<Refresh>> = {
  staff: { ...AS_STRANGER, url: '/token/admin_refresh_token', cookie: 'staff' },
  member: { ...AS_STRANGER, url: '/token/member_refresh_token', cookie: 'member' },
  tenant: { ...AS_STRANGER, url: '/token/tenant_refresh_token', cookie: 'tenant' },
};
const LOGOUT: Address<typeof logout> = { ...AS_STRANGER, url: '/auth/logout', cookie: 'any' };

/** Counts sign-ins and sign-outs, so that an earlier renewal is discarded. */
let generation = 0;

const fromAnswer = (kind: SessionKind, answer: Session): SignedIn => ({
  kind,
  role: answer.user_role,
  permissions: answer.permissions,
  user: answer.user,
  username: answer.username,
  fullname: answer.fullname,
  email: answer.email,
  driverCode: answer.pfNumber ?? '',
  ...(answer.needs_second_factor && { needsSecondFactor: true }),
  accessToken: answer.accessToken,
  expiresAt: usableUntil(answer.accessToken, Date.now()),
});

const share = (session: SignedIn): void => {
  setSession(session);
  tellTabs({ type: 'signed-in', session });
};

const forget = (kinds: readonly SessionKind[]): void => {
  generation += 1;
  forgetKinds(kinds);
  const held = currentSession();
  if (held && kinds.includes(held.kind)) setSession(null);
};

/** Stores a sign-in's answer here and in the other tabs. `trusted` is 'Trust This Device'. */
export const startSession = (kind: SessionKind, answer: Session, trusted: boolean): void => {
  generation += 1;
  rememberTrust(trusted);
  rememberKind(kind);
  share(fromAnswer(kind, answer));
};

/** Replaces the token that a password change made invalid. */
export const replaceToken = (accessToken: string): void => {
  const held = currentSession();
  if (held) share({ ...held, accessToken, expiresAt: usableUntil(accessToken, Date.now()) });
};

const refused = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

const renewWithCookie = async (
  kind: SessionKind,
  before: SignedIn | null,
  isWanted: () => boolean,
): Promise<string | null> => {
  const held = currentSession();
  if (held?.kind === kind && held.accessToken !== before?.accessToken) return held.accessToken;
  const mine = generation;
  try {
    const session = fromAnswer(kind, await call<Refresh>(REFRESH[kind], {}));
    if (mine !== generation || !isWanted()) return null;
    share(session);
    return session.accessToken;
  } catch (error) {
    if (!refused(error)) throw error;
    if (mine === generation) forget([kind]);
    return null;
  }
};

type Renewal = { token: Promise<string | null>; askedBy: (AbortSignal | undefined)[] };
const renewing = new Map<SessionKind, Renewal>();

/**
 * Returns a new access token for the browser's refresh cookie, or null if the session has ended.
 * One tab asks at a time; tabs that waited take its token. The answer is dropped if all callers'
 * signals have aborted. Throws `ApiError` without an answer.
 */
const renew = (kind: SessionKind, signal?: AbortSignal): Promise<string | null> => {
  const before = currentSession();
  const running = renewing.get(kind);
  if (running) {
    running.askedBy.push(signal);
    return running.token;
  }
  const askedBy = [signal];
  const isWanted = () => askedBy.some((one) => !one?.aborted);
  const token = oneTabAtATime(() => renewWithCookie(kind, before, isWanted)).finally(() => renewing.delete(kind));
  renewing.set(kind, { token, askedBy });
  return token;
};

/** Renews this tab's session; null when it has none or the session has ended. */
export const renewSession = async (): Promise<string | null> => {
  const held = currentSession();
  return held ? renew(held.kind) : null;
};

/**
 * Returns the session of `kind` if this browser has one, else of any kind, asking the server if
 * this tab does not know. An answer after an abort is dropped. Throws `ApiError` without an answer.
 */
export const restoreSession = async (kind: SessionKind, signal?: AbortSignal): Promise<SignedIn | null> => {
  const kinds = rememberedKinds();
  const held = currentSession();
  const wanted = kinds.includes(kind) ? kind : (held?.kind ?? kinds[0]);
  if (wanted && held?.kind !== wanted) await renew(wanted, signal);
  return currentSession();
};

/** Empties sessions that the server has ended, in every tab. */
export const dropSessions = (kinds: readonly SessionKind[] = SESSION_KINDS): void => {
  forget(kinds);
  tellTabs({ type: 'signed-out', kinds });
};

/** Empties all sessions in every tab, then tells the server. Throws `ApiError` if that fails. */
export const endSessions = async (): Promise<void> => {
  dropSessions();
  await oneTabAtATime(() => call<typeof logout>(LOGOUT, {}));
};

onTabMessage((message) => {
  if (message.type === 'signed-out') return forget(message.kinds);
  const held = currentSession();
  if (held?.kind !== message.session.kind) return;
  if (held.user === message.session.user) setSession(message.session);
  else window.location.reload();
});

takeTokensFrom({
  current: async () => {
    const held = currentSession();
    if (!held) return null;
    return held.expiresAt > Date.now() ? held.accessToken : renewSession();
  },
  renew: renewSession,
  // The role now requires a second factor: the next page that is opened asks for it.
  onShut: () => {
    if (!currentSession()?.needsSecondFactor) void renewSession().catch(() => null);
  },
});
