import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from '#lib/address-key.ts';
import { Refusal } from '#lib/refusal.ts';
import { createBodyBudget } from './body-budget.ts';
import { MAX_HELD_FORM_BYTES, takesForm } from './multipart.ts';

/** Eighteen of the largest forms, or over a hundred of those that the web sends: it makes photos smaller first. */
const MAX_BYTES = 40_000_000;
/** Measured: about as much as a call in flight weighs beside its body. */
const CALL_BYTES = 40_000;
/** A mobile network has many phones behind one address; one address alone must not keep out all others. */
const MAX_SHARE_BYTES = MAX_BYTES / 4;

/** Measured: a connection that stalls in its head weighs 32 kB, so all of them at most 128 MB, and an idle one 13 kB. */
const MAX_CONNECTIONS = 4_000;
/** A head is a few kilobytes, which the slowest phone sends in seconds. */
const MAX_HEAD_MS = 30_000;

/**
 * The least that must come in while a body is on its way: 1 kB a second over half a minute. A phone with 20 kbit/s sends
 * 75 kB in that time, and may be without a network for half of it.
 */
const SPAN_MS = 30_000;
const MIN_BYTES_A_SPAN = 30_000;

/** A body in pieces of a few bytes would take many times its size in memory; networks send hundreds in each. */
const MAX_PIECES = 4_000;

/** The most that a call with a body may hold; 0 for one without. */
const heldBytes = (request: FastifyRequest): number => {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  const most = takesForm(request) ? MAX_HELD_FORM_BYTES : request.routeOptions.bodyLimit;
  const bytes = coding === undefined ? Math.min(Number(length ?? 0), most) : most;
  return bytes === 0 ? 0 : bytes + CALL_BYTES;
};

/** Calls `cutOff` for a body that comes too slowly, until all of it is here. */
const watchPace = (raw: IncomingMessage, cutOff: () => void): void => {
  let before = raw.socket.bytesRead;
  const check = setInterval(() => {
    const { bytesRead } = raw.socket;
    if (!raw.complete && bytesRead - before < MIN_BYTES_A_SPAN) cutOff();
    before = bytesRead;
  }, SPAN_MS);
  check.unref();
  raw.once('close', () => clearInterval(check));
};

const TOO_SLOW = 'This came too slowly. Please try again where the network is better.';

/** Ends the reading of a body: whoever reads it meets the refusal as the stream's error, and answers it. */
const refuseRest = ({ raw }: FastifyRequest, reply: FastifyReply): void => {
  if (reply.raw.headersSent) {
    raw.destroy();
    return;
  }
  reply.header('connection', 'close');
  raw.emit('error', new Refusal('too_slow', TOO_SLOW));
};

const boundPieces = (raw: IncomingMessage): void => {
  let pieces = 0;
  // Or this listener alone would make the body flow, before its reader is there.
  raw.pause();
  raw.on('data', () => {
    pieces += 1;
    if (pieces > MAX_PIECES) raw.destroy();
  });
};

/**
 * Bounds what bodies hold of the memory, for as long as their calls last, over all connections. A body for which there is
 * no room is refused with 503 `busy` before it is read; the rest of it is let go by. One that comes too slowly is refused
 * with 408 `too_slow`, so that nothing is kept for a sender who went. Connections are bounded as well.
 */
export const boundBodies = (app: FastifyInstance): void => {
  app.server.maxConnections = MAX_CONNECTIONS;
  app.server.headersTimeout = MAX_HEAD_MS;
  const budget = createBodyBudget(MAX_BYTES, MAX_SHARE_BYTES);
  app.addHook('preParsing', (request, reply, _payload, done) => {
    const bytes = heldBytes(request);
    if (bytes === 0) return done();
    const { raw } = request;
    raw.on('error', () => {});
    watchPace(raw, () => refuseRest(request, reply));
    const giveBack = budget.take(addressKey(request.ip), bytes);
    if (!giveBack) return done(new Refusal('busy', 'Much is being sent at this moment. Please try again in a moment.'));
    reply.raw.once('close', giveBack);
    if (!takesForm(request)) boundPieces(raw);
    done();
  });
};
