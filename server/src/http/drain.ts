import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** A connection is taken for idle when nothing came on it for so long: the next call would have arrived by then. */
const IDLE_MS = 2_000;
const LOOK_MS = 25;

export type Drain = {
  /**
   * Takes no new connections, answers every call that has come or comes on the others with `Connection: close`, ends those
   * on which nothing comes, and resolves when none is left. It never gives up by itself.
   */
  drain: () => Promise<void>;
};

type Connection = {
  /** Answers that are due. */
  calls: number;
  /** When something was last received or sent on it. */
  at: number;
  bytes: number;
};

/** Follows an app's connections, so that it can be stopped without leaving a call unanswered. Called before it listens. */
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

  /** Of Node's own server: that of HTTP also destroys what it takes for idle, and a call may be under way to it. */
  const stopListening = (server: Server): void => {
    if (server.listening) NetServer.prototype.close.call(server);
  };

  const endIdle = async (): Promise<void> => {
    // Bytes that have arrived in the meantime are read before a connection is taken for idle.
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
      // Connections that the system has accepted are taken, not reset.
      await nextTurn();
      draining = true;
      stopListening(app.server);
      while (connections.size > 0) {
        await endIdle();
        await delay(LOOK_MS);
      }
    },
  };
};
