import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fromReserve } from '#db/connection/write-access.ts';

/** One refresh cookie each: one browser may be signed in as staff and as a member. */
const REFRESH = { staff: 'banbo_staff', member: 'banbo_member', tenant: 'banbo_tenant' } as const;
const DEVICE = 'banbo_device';
/** The browser's half of a challenge between password and code. */
const CHALLENGE = 'banbo_challenge';
const DEVICE_SECONDS = 365 * 86_400;
/** Sign-in, sign-out and renewal all live below it. */
const PATH = '/api';

export type CookieKind = keyof typeof REFRESH;

export const COOKIE_KINDS = Object.keys(REFRESH) as CookieKind[];
/** Marks of the accounts that signed in on this browser, newest first; a computer may be shared. */
const MARKS = 5;
const MARK_FORM = /^[\w-]{43}$/;

/** `maxAge` in seconds; null for a cookie that goes with the browser. */
type Kept = { token: string; maxAge: number | null; marks?: readonly string[] };

export type SessionCookies = {
  /** The name of a kind's refresh cookie. */
  nameOf: (kind: CookieKind) => string;
  refreshOf: (request: FastifyRequest, kind: CookieKind) => string | undefined;
  allRefresh: (request: FastifyRequest) => (string | undefined)[];
  /** The marks of accounts that have signed in on this device, the newest first. */
  marksOf: (request: FastifyRequest) => string[];
  /** A sign-in's origin: device marks, browser, address, and the browser's session so far. */
  originOf: (
    request: FastifyRequest,
    kind: CookieKind,
  ) => { marks: string[]; userAgent: string; address: string; former: string | undefined; requestId: string };
  challengeOf: (request: FastifyRequest) => string | undefined;
  keepChallenge: (reply: FastifyReply, secret: string, seconds: number) => void;
  clearChallenge: (reply: FastifyReply) => void;
  /** Stores a session's token, and after a sign-in the device's marks. */
  keep: (reply: FastifyReply, kind: CookieKind, kept: Kept) => void;
  /** Clears the sessions' tokens of these kinds, or of all. */
  clearRefresh: (reply: FastifyReply, kinds?: readonly CookieKind[]) => void;
};

/** The cookies of sign-in: refresh tokens, and the marks of a device that has signed in before. */
export const sessionCookies = ({ PUBLIC_URL }: { PUBLIC_URL?: string | undefined }): SessionCookies => {
  const secure = PUBLIC_URL?.startsWith('https:') ?? false;
  const options = { path: PATH, httpOnly: true, sameSite: 'strict', secure } as const;
  const name = (plain: string): string => (secure ? `__Secure-${plain}` : plain);
  const marksOf = (request: FastifyRequest): string[] =>
    (request.cookies[name(DEVICE)] ?? '')
      .split('.')
      .slice(0, MARKS)
      .filter((mark) => MARK_FORM.test(mark));
  return {
    nameOf: (kind) => name(REFRESH[kind]),
    marksOf,
    refreshOf: (request, kind) => request.cookies[name(REFRESH[kind])],
    allRefresh: (request) => COOKIE_KINDS.map((kind) => request.cookies[name(REFRESH[kind])]),
    originOf: (request, kind) => ({
      marks: marksOf(request),
      userAgent: request.headers['user-agent'] ?? '',
      address: request.address,
      former: request.cookies[name(REFRESH[kind])],
      requestId: request.id,
    }),
    challengeOf: (request) => request.cookies[name(CHALLENGE)],
    keepChallenge: (reply, secret, seconds) => {
      reply.setCookie(name(CHALLENGE), secret, { ...options, maxAge: seconds });
    },
    clearChallenge: (reply) => {
      reply.clearCookie(name(CHALLENGE), options);
    },
    keep: (reply, kind, { token, maxAge, marks }) => {
      reply.setCookie(name(REFRESH[kind]), token, { ...options, ...(maxAge !== null && { maxAge }) });
      if (!marks) return;
      reply.setCookie(name(DEVICE), marks.slice(0, MARKS).join('.'), { ...options, maxAge: DEVICE_SECONDS });
    },
    clearRefresh: (reply, kinds = COOKIE_KINDS) => {
      for (const kind of kinds) reply.clearCookie(name(REFRESH[kind]), options);
    },
  };
};

/** Lets the calls that sign in, renew a session or sign out go on while the disk is nearly full. */
export const keepSessionsGoing = (app: FastifyInstance): void => {
  app.addHook('onRoute', (route) => {
    if (!route.config?.endpoint?.cookie) return;
    const { handler } = route;
    route.handler = function (request, reply) {
      return fromReserve(async () => handler.call(this, request, reply));
    };
  });
};
