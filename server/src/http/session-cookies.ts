import type { FastifyReply, FastifyRequest } from 'fastify';

/** A refresh cookie each: one browser may be signed in as staff and as a member. */
const REFRESH = { staff: 'banbo_staff', member: 'banbo_member', tenant: 'banbo_tenant' } as const;
const DEVICE = 'banbo_device';
const DEVICE_SECONDS = 365 * 86_400;
/** Sign-in, sign-out and renewal all live below it. */
const PATH = '/api';

export type SessionKind = keyof typeof REFRESH;

const KINDS = Object.keys(REFRESH) as SessionKind[];
const DEVICE_FORM = /^[\w-]{43}$/;

/** `maxAge` in seconds; null for a cookie that goes with the browser. */
type Kept = { token: string; maxAge: number | null; device?: string };

export type SessionCookies = {
  refreshOf: (request: FastifyRequest, kind: SessionKind) => string | undefined;
  allRefresh: (request: FastifyRequest) => (string | undefined)[];
  deviceOf: (request: FastifyRequest) => string | undefined;
  /** Where a request says that it comes from. */
  originOf: (request: FastifyRequest) => { device: string | undefined; userAgent: string; address: string };
  /** Keeps a session's token, and the device's mark after a sign-in. */
  keep: (reply: FastifyReply, kind: SessionKind, kept: Kept) => void;
  /** Clears the sessions' tokens of these kinds, or of all. */
  clearRefresh: (reply: FastifyReply, kinds?: readonly SessionKind[]) => void;
};

/** The cookies of sign-in (DESIGN §5): refresh tokens, and the mark of a device that has signed in before. */
export const sessionCookies = ({ PUBLIC_URL }: { PUBLIC_URL?: string | undefined }): SessionCookies => {
  const secure = PUBLIC_URL?.startsWith('https:') ?? false;
  const options = { path: PATH, httpOnly: true, sameSite: 'strict', secure } as const;
  const name = (plain: string): string => (secure ? `__Secure-${plain}` : plain);
  const deviceOf = (request: FastifyRequest): string | undefined => {
    const device = request.cookies[name(DEVICE)];
    return DEVICE_FORM.test(device ?? '') ? device : undefined;
  };
  return {
    deviceOf,
    refreshOf: (request, kind) => request.cookies[name(REFRESH[kind])],
    allRefresh: (request) => KINDS.map((kind) => request.cookies[name(REFRESH[kind])]),
    originOf: (request) => ({
      device: deviceOf(request),
      userAgent: request.headers['user-agent'] ?? '',
      address: request.ip,
    }),
    keep: (reply, kind, { token, maxAge, device }) => {
      reply.setCookie(name(REFRESH[kind]), token, { ...options, ...(maxAge !== null && { maxAge }) });
      if (device) reply.setCookie(name(DEVICE), device, { ...options, maxAge: DEVICE_SECONDS });
    },
    clearRefresh: (reply, kinds = KINDS) => {
      for (const kind of kinds) reply.clearCookie(name(REFRESH[kind]), options);
    },
  };
};
