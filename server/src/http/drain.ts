import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Milliseconds without traffic until a connection is idle: a next call would have come by then. */
const IDLE_MS = 2_000;
const POLL_MS = 25;

export type Drain = {
  /**
   * For `leaveMs` milliseconds says that the server is not ready and answers everything else, so
   * that a balancer leaves it. Then accepts no new connections, answers every call on the others
   * with `Connection: close`, ends idle ones, and resolves when none is left. It never gives up by
   * itself.
   */
  drain: (leaveMs: number) => Promise<void>;
};

type Connection = {
  /** The number of answers that are due. */
  calls: number;
  /** The moment of the last byte received or sent. */
  at: number;
  bytes: number;
};

const LEAVING = 'banbo-leaving';
const ENDING = 'banbo-ending';

/** Calls `leave` once as the app begins to end, while it still takes calls. */
export const onLeaving = (app: FastifyInstance, leave: () => void): void => {
  app.server.once(LEAVING, leave);
};

/** Calls `end` once as the app ends, before it waits for its calls: for answers without an end. */
export const onEnding = (app: FastifyInstance, end: () => void): void => {
  app.server.once(ENDING, end);
  app.addHook('preClose', async () => end());
};

/** Follows connections for a stop without unanswered calls. Call it before listening. */
export const drainable = (app: FastifyInstance): Drain => {
  const connections = new Map<Socket, Connection>();
  let leaving = false;

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
    if (leaving) reply.header('connection', 'close');
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
    drain: async (leaveMs) => {
      leaving = true;
      app.server.emit(LEAVING);
      await delay(leaveMs, undefined, { ref: false });
      // Accepts connections that the system has queued, instead of resetting them.
      await nextTurn();
      app.server.emit(ENDING);
      stopListening(app.server);
      while (connections.size > 0) {
        await endIdle();
        await delay(POLL_MS);
      }
    },
  };
};
