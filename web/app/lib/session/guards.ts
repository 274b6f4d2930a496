import { holds, homeOf, isOfficeRole, type Permission } from '@banbo/contract';
import { type DataStrategyResult, type MiddlewareFunction, redirect, replace } from 'react-router';
import { fetchScreen, type Load } from '../lazy-screen.ts';
import { toast } from '../toast.ts';
import { safePath, secondFactorPath } from './safe-path.ts';
import { restoreSession } from './session.ts';
import type { SessionKind, SignedIn } from './session-store.ts';

export type Guard = MiddlewareFunction<Record<string, DataStrategyResult>>;

export const SIGN_IN_PAGE = { staff: '/login', member: '/main_login', tenant: '/tenant_login' } as const;

/**
 * Redirects so that Back does not return to the refused page, whose history entry exists only if
 * its address was typed or reloaded.
 */
const elsewhere = (from: URL, to: string): Response => {
  const { pathname, search } = window.location;
  return pathname === from.pathname && search === from.search ? replace(to) : redirect(to);
};

/** Returns the session of this kind, or sends the person to sign in or to /unauthorized. */
const mustBe = async (kind: SessionKind, url: URL): Promise<SignedIn> => {
  const session = await restoreSession(kind);
  if (!session) throw elsewhere(url, `${SIGN_IN_PAGE[kind]}?from=${encodeURIComponent(url.pathname + url.search)}`);
  if (session.kind !== kind) throw elsewhere(url, '/unauthorized');
  return session;
};

export type StaffPage = { needs: Permission | 'staff'; load: Load; fallback?: string };

/**
 * Admits staff to a listed page that they may open, once its code is there. If the code does not
 * come, the page's fallback opens instead, or the dashboard.
 */
export const staffGuard =
  (pages: Readonly<Record<string, StaffPage>>): Guard =>
  async ({ url, pattern }) => {
    const session = await mustBe('staff', url);
    if (session.needsSecondFactor) throw elsewhere(url, secondFactorPath(url.pathname + url.search));
    const name = pattern.replace(/^\//, '');
    const page = pages[name];
    const allowed = page && (page.needs === 'staff' ? isOfficeRole(session.role) : holds(session, page.needs));
    // Signing in leads to the dashboard; those who have none have another first page.
    if (!allowed) throw elsewhere(url, name === 'dashboard' ? homeOf(session) : '/unauthorized');
    try {
      await fetchScreen(name, page.load);
    } catch {
      toast.error('That page could not be loaded. Check your connection and try again.');
      throw elsewhere(url, page.fallback ?? homeOf(session));
    }
  };

/** Admits staff who must set up a second factor to its page; others go on. */
export const secondFactorGuard: Guard = async ({ url }) => {
  const session = await mustBe('staff', url);
  if (!session.needsSecondFactor) throw elsewhere(url, safePath(url.searchParams.get('from')) ?? '/dashboard');
};

/**
 * Admits members, or tenants, to their own pages. The query's `user` must be the signed-in one, and
 * is added if absent.
 */
export const ownPageGuard =
  (kind: 'member' | 'tenant'): Guard =>
  async ({ url }) => {
    const session = await mustBe(kind, url);
    const user = url.searchParams.get('user');
    if (user === session.user) return;
    if (user !== null) throw elsewhere(url, '/unauthorized');
    const own = new URLSearchParams(url.search);
    own.set('user', session.user);
    throw elsewhere(url, `${url.pathname}?${own}`);
  };
