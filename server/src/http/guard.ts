import { type Access, ENDPOINTS, type Endpoint, holds, type Permission } from '@banbo/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { plainAddress } from '#lib/address-key.ts';
import type { Caller, Person, TokenPayload } from '#lib/caller.ts';
import { notPermitted, Refusal } from '#lib/refusal.ts';
import { refuseFor } from './limits/counts.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's address, normalised, read at the start: an ended connection has none. */
    address: string;
  }
}

const BROKEN_OFF = 'The request ended before it could be answered.';

/** True once the call's connection has ended, which no further event reports. */
const isGone = ({ raw }: FastifyRequest): boolean => raw.socket.destroyed;

/**
 * Stops a call whose sender has gone, before more work is spent on it. Needed after every await
 * before a call is counted or given room.
 * @throws Refusal `invalid_input`, which leaves no line in the log.
 */
const stopIfGone = (request: FastifyRequest): void => {
  if (isGone(request)) throw new Refusal('invalid_input', BROKEN_OFF);
};

/** Keeps each call's address in `request.address`. Runs before every hook that awaits. */
export const keepAddresses = (app: FastifyInstance): void => {
  app.decorateRequest('address', '');
  app.addHook('onRequest', (request, _reply, done) => {
    // For a connection that was already reset, the system no longer tells the address.
    const ip: string | undefined = request.ip;
    if (ip === undefined) return done(new Refusal('invalid_input', BROKEN_OFF));
    request.address = plainAddress(ip) ?? ip;
    done();
  });
};

/**
 * Calls `act` once the call is over: its answer is out, or its connection has ended.
 * @throws Refusal `invalid_input` for a connection that has ended already, on which nothing would
 * ever call it.
 */
export const whenOver = (request: FastifyRequest, reply: FastifyReply, act: () => void): void => {
  stopIfGone(request);
  reply.raw.once('close', act);
};

/** Reads a bearer token's payload, without the database; null if it is not ours or has expired. */
type ReadToken = (token: string) => TokenPayload | null;

declare module 'fastify' {
  interface FastifyRequest {
    tokenPayload: TokenPayload | null;
  }
}

const bearer = (request: FastifyRequest): string | null =>
  /^Bearer ([\w.-]+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null;

const notSignedIn = (): Refusal => new Refusal('not_signed_in', 'Please sign in.');

/**
 * Puts the payload of the call's bearer token into `request.tokenPayload`. Runs before limits,
 * which count callers with forged tokens as strangers. An endpoint that is not public refuses a
 * call without a token of ours here, before the call costs anything.
 */
export const readBearers = (app: FastifyInstance, read: ReadToken): void => {
  app.decorateRequest('tokenPayload', null);
  app.addHook('onRequest', async (request) => {
    const token = bearer(request);
    request.tokenPayload = token ? read(token) : null;
    const { endpoint } = request.routeOptions.config;
    if (endpoint && endpoint.access !== 'public' && !request.tokenPayload) throw notSignedIn();
  });
};

/**
 * A caller, and the seconds to wait where the endpoint's limits by caller are used up, else null.
 * `isLimited` until they have set up the second factor that their role needs.
 */
export type Found = { person: Person; isLimited: boolean; retryAfter: number | null };

/**
 * Finds the caller of a token's payload, or gives null when the session is over. Counts the call of
 * an endpoint for its caller.
 */
export type FindCaller = (tokenPayload: TokenPayload, endpoint: Endpoint | null) => Promise<Found | null>;

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

const mayCall = (access: Access, caller: Caller): boolean => {
  if (access === 'public' || access === 'signed-in') return true;
  if (access === 'member') return caller.role === 'Member';
  if (access === 'tenant') return caller.role === 'Tenant';
  return holds(caller, access);
};

/** Without the second factor that their role needs, staff may do nothing but set it up. */
const isShut = ({ beforeSecondFactor }: Endpoint, found: Found | null): boolean =>
  found?.isLimited === true && beforeSecondFactor !== true;

const SET_UP_FIRST = 'Your role needs a second factor. Please set it up first.';

const checkAccess = (endpoint: Endpoint, caller: Caller | null, found: Found | null): void => {
  if (endpoint.access === 'public') return;
  if (!caller) throw notSignedIn();
  if (!mayCall(endpoint.access, caller)) throw notPermitted();
  if (isShut(endpoint, found)) throw new Refusal('second_factor_needed', SET_UP_FIRST);
};

/**
 * Denies by default: a route of this scope that is not an endpoint of the contract stops the start,
 * and every call is checked against its endpoint's `access` before its body is read. Runs after the
 * limits in memory, since it asks the database.
 */
export const guard = (app: FastifyInstance, find: FindCaller): void => {
  const endpoints = new Map(ENDPOINTS.map((one) => [`${one.method} ${one.url}`, one]));
  app.decorateRequest('caller', null);
  app.addHook('onRoute', (route) => {
    const known = endpoints.get(`${String(route.method)} ${route.url.slice(route.prefix.length)}`);
    if (!known || route.url !== route.prefix + known.url)
      throw new Error(`${String(route.method)} ${route.url} is not in the contract`);
    route.config = { ...route.config, endpoint: known };
  });
  app.addHook('onRequest', async (request, reply) => {
    const { endpoint } = request.routeOptions.config;
    if (!endpoint) return;
    const found = request.tokenPayload && (await find(request.tokenPayload, endpoint));
    stopIfGone(request);
    // A caller who is shut out gets a stranger's answer from calls that strangers may make.
    const isStranger = endpoint.access === 'public' && isShut(endpoint, found);
    request.caller = found && !isStranger ? { ...found.person, requestId: request.id } : null;
    checkAccess(endpoint, request.caller, found);
    if (found && found.retryAfter !== null) refuseFor(reply, found.retryAfter);
  });
};

/** Finds a long call's caller anew; null once they are blocked, signed out or not permitted. */
export const callerChecker =
  (find: FindCaller) =>
  async ({ tokenPayload, caller, routeOptions }: FastifyRequest): Promise<Caller | null> => {
    const found = tokenPayload && (await find(tokenPayload, null));
    const { endpoint } = routeOptions.config;
    if (!found || !caller || !endpoint || isShut(endpoint, found)) return null;
    const now = { ...caller, ...found.person };
    return mayCall(endpoint.access, now) ? now : null;
  };

/** Tells for a call that takes long whether its caller may still make it. */
export const accessChecker = (find: FindCaller) => {
  const check = callerChecker(find);
  return async (request: FastifyRequest): Promise<boolean> => (await check(request)) !== null;
};

/** The caller of an endpoint that only signed-in people reach. */
export const callerOf = (request: FastifyRequest): Caller => {
  if (!request.caller) throw notSignedIn();
  return request.caller;
};

/** True when the caller holds the permission; for answers that show staff more. */
export const callerHolds = (request: FastifyRequest, permission: Permission): boolean =>
  request.caller !== null && holds(request.caller, permission);

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}
