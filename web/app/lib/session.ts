import { type AnswerOf, login, logout, refreshAdminToken } from '@banbo/contract';
import { usableUntil } from './access-token.ts';
import { ApiError, call, useTokensFrom } from './api.ts';
import { queryClient } from './query-client.ts';
import { rememberedKind, rememberKind, rememberTrust } from './session-memory.ts';
import { currentSession, type SessionKind, type SignedIn, setSession } from './session-store.ts';
import { onTabMessage, oneTabAtATime, tellTabs } from './session-tabs.ts';

type Answer = AnswerOf<typeof login>;

const REFRESH = { staff: refreshAdminToken, member: refreshAdminToken, tenant: refreshAdminToken } as const;

/** Counts sign-ins and sign-outs, so that a renewal that was under way meanwhile is not taken. */
let turn = 0;

const fromAnswer = (kind: SessionKind, answer: Answer): SignedIn => ({
  kind,
  role: answer.user_role,
  user: answer.user,
  username: answer.username,
  fullname: answer.fullname,
  email: answer.email,
  accessToken: answer.accessToken,
  expiresAt: usableUntil(answer.accessToken, Date.now()),
});

const forget = (): void => {
  turn += 1;
  rememberKind(null);
  setSession(null);
  queryClient.clear();
};

/** Keeps what a sign-in answered, here and in the other tabs. `trusted` is the 'Trust This Device' choice. */
export const startSession = (kind: SessionKind, answer: Answer, trusted: boolean): void => {
  turn += 1;
  const session = fromAnswer(kind, answer);
  rememberTrust(trusted);
  rememberKind(kind);
  queryClient.clear();
  setSession(session);
  tellTabs({ type: 'signed-in', session });
};

const refused = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

const renewWithCookie = async (before: SignedIn | null): Promise<string | null> => {
  const held = currentSession();
  if (held && held.accessToken !== before?.accessToken) return held.accessToken;
  const kind = held?.kind ?? rememberedKind();
  if (!kind) return null;
  const mine = turn;
  try {
    const session = fromAnswer(kind, await call(REFRESH[kind], {}));
    if (mine !== turn) return null;
    setSession(session);
    tellTabs({ type: 'signed-in', session });
    return session.accessToken;
  } catch (error) {
    if (!refused(error)) throw error;
    if (mine === turn) forget();
    return null;
  }
};

let renewing: Promise<string | null> | null = null;

/**
 * A new access token for the browser's refresh cookie, or null when the session has ended. One call at a time, over all
 * tabs; a tab that waited takes what another was given. Throws `ApiError` when the server did not answer.
 */
export const renewSession = (): Promise<string | null> => {
  const before = currentSession();
  renewing ??= oneTabAtATime(() => renewWithCookie(before)).finally(() => {
    renewing = null;
  });
  return renewing;
};

/** Who is signed in, asking the server when this tab does not know yet. Throws `ApiError` when it did not answer. */
export const restoreSession = async (): Promise<SignedIn | null> => {
  if (!currentSession() && rememberedKind()) await renewSession();
  return currentSession();
};

/** Empties the session in every tab, then tells the server. Throws `ApiError` when the server could not be told. */
export const endSession = async (): Promise<void> => {
  forget();
  tellTabs({ type: 'signed-out' });
  await oneTabAtATime(() => call(logout, {}));
};

onTabMessage((message) => {
  const held = currentSession();
  if (message.type === 'signed-out') forget();
  else if (held && held.user !== message.session.user) window.location.reload();
  else setSession(message.session);
});

useTokensFrom({
  current: async () => {
    const held = currentSession();
    if (!held) return null;
    return held.expiresAt > Date.now() ? held.accessToken : renewSession();
  },
  renew: renewSession,
});
