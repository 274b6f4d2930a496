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

export type SessionCookies = {
  refreshOf: (request: FastifyRequest, kind: SessionKind) => string | undefined;
  allRefresh: (request: FastifyRequest) => (string | undefined)[];
  deviceOf: (request: FastifyRequest) => string | undefined;
  /** `maxAge` in seconds; without it the cookie goes with the browser. */
  setRefresh: (reply: FastifyReply, kind: SessionKind, token: string, maxAge: number | null) => void;
  setDevice: (reply: FastifyReply, device: string) => void;
  clearRefresh: (reply: FastifyReply) => void;
};

/** The cookies of sign-in (DESIGN §5): refresh tokens, and the mark of a device that has signed in before. */
export const sessionCookies = ({ PUBLIC_URL }: { PUBLIC_URL?: string | undefined }): SessionCookies => {
  const secure = PUBLIC_URL?.startsWith('https:') ?? false;
  const options = { path: PATH, httpOnly: true, sameSite: 'strict', secure } as const;
  const name = (plain: string): string => (secure ? `__Secure-${plain}` : plain);
  return {
    refreshOf: (request, kind) => request.cookies[name(REFRESH[kind])],
    allRefresh: (request) => KINDS.map((kind) => request.cookies[name(REFRESH[kind])]),
    deviceOf: (request) => {
      const device = request.cookies[name(DEVICE)];
      return DEVICE_FORM.test(device ?? '') ? device : undefined;
    },
    setRefresh: (reply, kind, token, maxAge) => {
      reply.setCookie(name(REFRESH[kind]), token, { ...options, ...(maxAge !== null && { maxAge }) });
    },
    setDevice: (reply, device) => {
      reply.setCookie(name(DEVICE), device, { ...options, maxAge: DEVICE_SECONDS });
    },
    clearRefresh: (reply) => {
      for (const kind of KINDS) reply.clearCookie(name(REFRESH[kind]), options);
    },
  };
};
