import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { plainAddress } from '#lib/address-key.ts';
import { Refusal } from '#lib/refusal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's address in its one spelling, read at the call's beginning: an ended connection has none any more. */
    address: string;
  }
}

const BROKEN_OFF = 'The request ended before it could be answered.';

/** True once the call's connection has ended: the answer reaches nobody, and no further event reports the end. */
const isGone = ({ raw }: FastifyRequest): boolean => raw.socket.destroyed;

/**
 * Stops a call whose sender has gone, before more work is spent on it. Needed after every await before a call is
 * counted or given room.
 *
 * @throws Refusal `invalid_input`, which leaves no line in the log.
 */
export const stopIfGone = (request: FastifyRequest): void => {
  if (isGone(request)) throw new Refusal('invalid_input', BROKEN_OFF);
};

/** Keeps the address of every call in `request.address`. Runs before every hook that awaits something. */
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
 *
 * @throws Refusal `invalid_input` for a connection that has ended already, on which nothing would ever call it.
 */
export const whenOver = (request: FastifyRequest, reply: FastifyReply, act: () => void): void => {
  stopIfGone(request);
  reply.raw.once('close', act);
};
