import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Milliseconds without traffic until a connection is idle: a next call would have come by then. */
const IDLE_MS = 2_000;
const POLL_MS = 25;

export type Drain = {
  /**
   * Accepts no new connections, answers every call on the others with `Connection: close`, ends
   * idle ones, and resolves when none is left. It never gives up by itself.
   */
  drain: () => Promise<void>;
};

type Connection = {
  /** The number of answers that are due. */
  calls: number;
  /** The moment of the last byte received or sent. */
  at: number;
  bytes: number;
};

const ENDING = 'banbo-ending';

/** Calls `end` once as the app ends, before it waits for its calls: for answers without an end. */
export const onEnding = (app: FastifyInstance, end: () => void): void => {
  app.server.once(ENDING, end);
  app.addHook('preClose', async () => end());
};

/** Follows connections for a stop without unanswered calls. Call it before listening. */
export const drainable = (app: FastifyInstance): Drain => {
  const connections = new Map<Socket, Connection>();
  let draining = false;

  app.server.on('connection', (socket: Socket) => {
    connections.set(socket, { calls: 0, at: performance.now(), bytes: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  app.server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(socket);
    if (!connection) return;
    connection.calls += 1;
    response.once('close', () => {
      connection.calls -= 1;
      connection.at = performance.now();
    });
  });
  app.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close');
  });

  /** Closes Node's plain server, since the HTTP server's close destroys busy connections. */
  const stopListening = (server: Server): void => {
    if (server.listening) NetServer.prototype.close.call(server);
  };

  const endIdle = async (): Promise<void> => {
    // Reads bytes that have arrived in the meantime before a connection counts as idle.
    await nextTurn();
    const now = performance.now();
    for (const [socket, connection] of connections) {
      if (socket.bytesRead !== connection.bytes) {
        connection.bytes = socket.bytesRead;
        connection.at = now;
      } else if (connection.calls === 0 && now - connection.at >= IDLE_MS) socket.destroySoon();
    }
  };

  return {
    drain: async () => {
      // Accepts connections that the system has queued, instead of resetting them.
      await nextTurn();
      draining = true;
      app.server.emit(ENDING);
      stopListening(app.server);
      while (connections.size > 0) {
        await endIdle();
        await delay(POLL_MS);
      }
    },
  };
};
