import type { logout, refreshAdminToken, refreshMemberToken, refreshTenantToken, Session } from '@banbo/contract';
import { usableUntil } from './access-token.ts';
import { type Address, ApiError, call, takeTokensFrom } from './api.ts';
import { forgetKinds, rememberedKinds, rememberKind, rememberTrust } from './session-memory.ts';
import { currentSession, SESSION_KINDS, type SessionKind, type SignedIn, setSession } from './session-store.ts';
import { oneTabAtATime, onTabMessage, tellTabs } from './session-tabs.ts';

type Refresh = typeof refreshAdminToken | typeof refreshMemberToken | typeof refreshTenantToken;

const renewed = (url: Refresh['url']) => ({ method: 'GET', url, access: 'public', cookie: true }) as Address<Refresh>;
const REFRESH: Record<SessionKind, Address<Refresh>> = {
  staff: renewed('/token/admin_refresh_token'),
  member: renewed('/token/member_refresh_token'),
  tenant: renewed('/token/tenant_refresh_token'),
};
const LOGOUT: Address<typeof logout> = { method: 'GET', url: '/auth/logout', access: 'public', cookie: true };

/** Counts sign-ins and sign-outs, so that a renewal that was under way meanwhile is not taken. */
let turn = 0;

const fromAnswer = (kind: SessionKind, answer: Session): SignedIn => ({
  kind,
  role: answer.user_role,
  user: answer.user,
  username: answer.username,
  fullname: answer.fullname,
  email: answer.email,
  driverCode: answer.pfNumber ?? '',
  accessToken: answer.accessToken,
  expiresAt: usableUntil(answer.accessToken, Date.now()),
});

const share = (session: SignedIn): void => {
  setSession(session);
  tellTabs({ type: 'signed-in', session });
};

const forget = (kinds: readonly SessionKind[]): void => {
  turn += 1;
  forgetKinds(kinds);
  const held = currentSession();
  if (held && kinds.includes(held.kind)) setSession(null);
};

/** Keeps what a sign-in answered, here and in the other tabs. `trusted` is the 'Trust This Device' choice. */
export const startSession = (kind: SessionKind, answer: Session, trusted: boolean): void => {
  turn += 1;
  rememberTrust(trusted);
  rememberKind(kind);
  share(fromAnswer(kind, answer));
};

/** A password change answers with a token in place of the one it made worthless. */
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
  const mine = turn;
  try {
    const session = fromAnswer(kind, await call<Refresh>(REFRESH[kind], {}));
    if (mine !== turn || !isWanted()) return null;
    share(session);
    return session.accessToken;
  } catch (error) {
    if (!refused(error)) throw error;
    if (mine === turn) forget([kind]);
    return null;
  }
};

type Renewal = { token: Promise<string | null>; askedBy: (AbortSignal | undefined)[] };
const renewing = new Map<SessionKind, Renewal>();

/**
 * A new access token for the browser's refresh cookie, or null when the session has ended. One call at a time, over all
 * tabs; a tab that waited takes what another was given. An answer that comes once the signals of all who asked have aborted
 * changes nothing. Throws `ApiError` when the server did not answer.
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

/** Renews what this tab holds; null when it holds nothing or the session has ended. */
export const renewSession = async (): Promise<string | null> => {
  const held = currentSession();
  return held ? renew(held.kind) : null;
};

/**
 * Who is signed in, as `kind` where this browser has such a session, else as whatever it has. Asks the server when this tab
 * does not know; an answer after `signal` has aborted changes nothing. Throws `ApiError` when it did not answer.
 */
export const restoreSession = async (kind: SessionKind, signal?: AbortSignal): Promise<SignedIn | null> => {
  const kinds = rememberedKinds();
  const held = currentSession();
  const wanted = kinds.includes(kind) ? kind : (held?.kind ?? kinds[0]);
  if (wanted && held?.kind !== wanted) await renew(wanted, signal);
  return currentSession();
};

/** Empties sessions in every tab; for when the server has ended them. */
export const dropSessions = (kinds: readonly SessionKind[] = SESSION_KINDS): void => {
  forget(kinds);
  tellTabs({ type: 'signed-out', kinds });
};

/** Empties all sessions in every tab, then tells the server. Throws `ApiError` when the server could not be told. */
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
});
