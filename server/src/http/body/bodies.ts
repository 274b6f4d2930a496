import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BUDGET } from '#lib/memory-budget.ts';
import { Refusal } from '#lib/refusal.ts';
import { whenOver } from '../guard.ts';
import { createBodyBudget, type Room } from './body-budget.ts';
import { heldByForm, takesForm, takesLargeFile } from './multipart.ts';

/**
 * The memory for forms on their way. A form holds memory as it comes: 100 kB when it stalls at its
 * start, 700 kB for a photo that the web made smaller (300 kB), 2.2 MB for the largest. So there is
 * room for 13 of the largest, for 40 as the web sends them, or for 280 that stall. A machine with
 * less than 1 GB has half of this room, and of those below.
 */
const MAX_FORM_BYTES = 30_000_000 * BUDGET.bodies;
/**
 * The memory for forms with files that are larger than photos (statements of accounts, 10 MB),
 * which staff send: four of the largest at once, two of them from one office. Apart, so that they
 * keep no photo out.
 */
const MAX_LARGE_FORM_BYTES = 45_000_000 * BUDGET.bodies;
/** The share of one office: the room of the largest such file at least. */
const LARGE_SHARE = 1 / 2 / BUDGET.bodies;
/**
 * The memory for JSON bodies (sign-in, payment and the rest), apart from photos. Such a call takes
 * a few kilobytes, 45 kB with its overhead: 220 at a time, a quarter of them, 55, from one address.
 * Attackers with stalled bodies fill it from four addresses, and then make room (`body-budget.ts`)
 * until each has one: it takes 220.
 */
const MAX_JSON_BYTES = 10_000_000 * BUDGET.bodies;
/**
 * The memory for reports of trackers, whose sender has shown the feeds' secret: nearly 500 calls at
 * a time. They come from one address, that of Traccar, so it may have all of it.
 */
const MAX_FEED_BYTES = 20_000_000 * BUDGET.bodies;
/** One address's largest share: mobile networks share one, but none may keep others out. */
const SHARE = 1 / 4;
/** Measured: about the memory of a call in flight besides its body. */
const CALL_BYTES = 40_000;
/** A file is collected in a buffer that begins at this size and doubles whenever it is full. */
const FORM_START_BYTES = 64 * 1024;

declare module 'fastify' {
  interface FastifyRequest {
    /** True of a report whose sender has shown the feeds' secret, or the device's own key. */
    isOfFeed: boolean;
  }
}

/** Measured: a connection stalled in its head weighs 32 kB (all: 128 MB), an idle one 13 kB. */
const MAX_CONNECTIONS = 4_000;
/** Milliseconds. A head is a few kilobytes, which the slowest phone sends in seconds. */
const MAX_HEAD_MS = 30_000;

/** The slowest body: 1 kB a second over half a minute. A phone with 20 kbit/s may pause half. */
const SPAN_MS = 30_000;
const MIN_BYTES_A_SPAN = 30_000;

/** Tiny pieces would take many times a body's size in memory; networks deliver hundreds. */
const MAX_PIECES = 4_000;

/** The largest body that a call may have, in bytes; 0 for none. */
const mostOf = ({ headers, routeOptions }: FastifyRequest, most: number = routeOptions.bodyLimit): number => {
  const { 'content-length': length, 'transfer-encoding': coding } = headers;
  return coding === undefined ? Math.min(Number(length ?? 0), most) : most;
};

/** The bytes of memory that a form holds once `arrived` bytes of it have come. */
const heldOf = (arrived: number, most: number): number => CALL_BYTES + Math.min(most, FORM_START_BYTES + 2 * arrived);

/** Calls `cutOff` for a body that comes too slowly, until all of it is here. */
const watchPace = (raw: IncomingMessage, cutOff: () => void): void => {
  let before = raw.socket.bytesRead;
  const check = setInterval(() => {
    const { bytesRead } = raw.socket;
    if (!raw.complete && bytesRead - before < MIN_BYTES_A_SPAN) cutOff();
    before = bytesRead;
  }, SPAN_MS);
  check.unref();
  // A request that is injected ends and never closes, one that breaks off closes and never ends.
  for (const event of ['end', 'close']) raw.once(event, () => clearInterval(check));
};

const tooSlow = () => new Refusal('too_slow', 'The upload was too slow. Please try again where the network is better.');
const busy = () => new Refusal('busy', 'The server is receiving a lot right now. Please try again in a moment.');

/** Stops reading a body: its reader gets the refusal as the stream's error, and answers it. */
const refuseRest = ({ raw }: FastifyRequest, reply: FastifyReply, refusal: Refusal): void => {
  if (reply.raw.headersSent) {
    raw.destroy();
    return;
  }
  reply.header('connection', 'close');
  raw.emit('error', refusal);
};

const boundPieces = (raw: IncomingMessage): void => {
  let pieces = 0;
  raw.on('data', () => {
    pieces += 1;
    if (pieces > MAX_PIECES) raw.destroy();
  });
};

/** Books the memory of a form as it comes, and refuses the rest when there is no room for it. */
const bookArrivals = (raw: IncomingMessage, room: Room, most: number, refuse: () => void): void => {
  let arrived = 0;
  const book = (chunk: Buffer): void => {
    arrived += chunk.length;
    if (room.growTo(heldOf(arrived, most))) return;
    raw.off('data', book);
    room.giveBack();
    refuse();
  };
  raw.on('data', book);
};

/**
 * Bounds the memory of bodies over all connections, for as long as their calls last. A body without
 * room is refused with 503 `busy`, before it is read or as it comes; its rest is discarded. One
 * that comes too slowly is refused with 408 `too_slow`, so that nothing is kept for a sender who
 * has gone. The number of connections is bounded as well.
 */
export const boundBodies = (app: FastifyInstance): void => {
  app.server.maxConnections = MAX_CONNECTIONS;
  app.server.headersTimeout = MAX_HEAD_MS;
  const forms = createBodyBudget(MAX_FORM_BYTES, MAX_FORM_BYTES * SHARE);
  const large = createBodyBudget(MAX_LARGE_FORM_BYTES, MAX_LARGE_FORM_BYTES * LARGE_SHARE);
  const others = createBodyBudget(MAX_JSON_BYTES, MAX_JSON_BYTES * SHARE);
  const feeds = createBodyBudget(MAX_FEED_BYTES, MAX_FEED_BYTES);
  app.decorateRequest('isOfFeed', false);
  app.addHook('preParsing', (request, reply, _payload, done) => {
    const isForm = takesForm(request);
    const most = mostOf(request, isForm ? heldByForm(request) : undefined);
    if (most === 0) return done();
    const { raw, address } = request;
    let room: Room | null = null;
    // Before the room is taken: for a sender who has gone, nothing would give it back.
    whenOver(request, reply, () => room?.giveBack());
    raw.on('error', () => {});
    watchPace(raw, () => refuseRest(request, reply, tooSlow()));
    const refuse = (): void => refuseRest(request, reply, busy());
    const body = { address, isComing: () => !raw.complete, displace: refuse };
    room = isForm
      ? (takesLargeFile(request) ? large : forms).take(body, heldOf(0, most))
      : (request.isOfFeed ? feeds : others).take(body, CALL_BYTES + most);
    if (!room) return done(busy());
    // Otherwise listeners to the data would make the body flow before its reader is there.
    raw.pause();
    if (isForm) bookArrivals(raw, room, most, refuse);
    else boundPieces(raw);
    done();
  });
};
