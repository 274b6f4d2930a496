import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Claims } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';

/** Reads a bearer token's claims; null for one that we did not sign or that has expired. Never asks the database. */
export type ReadToken = (token: string) => Claims | null;

declare module 'fastify' {
  interface FastifyRequest {
    claims: Claims | null;
  }
}

const bearer = (request: FastifyRequest): string | null =>
  /^Bearer ([\w.-]+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null;

export const notSignedIn = (): Refusal => new Refusal('not_signed_in', 'Please sign in.');

/**
 * Puts the claims of the call's bearer token into `request.claims`. Runs before limits, which count callers with forged
 * tokens as strangers. An endpoint that is not public refuses a call without a token of ours here, before the call
 * costs anything.
 */
export const readBearers = (app: FastifyInstance, read: ReadToken): void => {
  app.decorateRequest('claims', null);
  app.addHook('onRequest', async (request) => {
    const token = bearer(request);
    request.claims = token ? read(token) : null;
    const { endpoint } = request.routeOptions.config;
    if (endpoint && endpoint.access !== 'public' && !request.claims) throw notSignedIn();
  });
};
