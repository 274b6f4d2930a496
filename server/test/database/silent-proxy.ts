import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

/**
 * A proxy to PostgreSQL that can fall silent, as a network that drops packets: nothing arrives, and
 * nothing closes.
 */
export type SilentProxy = {
  /** The port on 127.0.0.1. */
  port: number;
  /** Connections that are open fall silent for good, and new ones get no answer. */
  silence: () => void;
  /** New connections lead through again. */
  restore: () => void;
  /** The number of silent connections that their client has not closed. */
  countSilent: () => number;
  /** Answers the next connections with these bytes, one each, instead of forwarding them. */
  answer: (replies: readonly Buffer[]) => void;
  close: () => Promise<void>;
};

/** Forwards a port to the PostgreSQL whose socket is in a folder. */
export const silentProxy = async (socketDir: string): Promise<SilentProxy> => {
  const all = new Set<Socket>();
  /** Those that their client has not ended. */
  const open = new Set<Socket>();
  const silenced = new Set<Socket>();
  const replies: Buffer[] = [];
  let silent = false;

  const forward = (from: Socket, to: Socket, client: Socket): void => {
    // Called without the data, since a silent connection swallows it.
    from.on('data', (chunk) => {
      if (!silenced.has(client)) to.write(chunk);
    });
    from.on('error', () => {});
    from.on('end', () => {
      if (!silenced.has(client)) to.end();
    });
  };

  const server = createServer({ allowHalfOpen: true }, (client) => {
    all.add(client);
    open.add(client);
    client.once('end', () => open.delete(client));
    client.once('close', () => {
      all.delete(client);
      open.delete(client);
    });
    const reply = replies.shift();
    if (reply) {
      client.on('error', () => {});
      client.once('data', () => client.end(reply));
      return;
    }
    if (silent) silenced.add(client);
    const upstream = connect({ path: join(socketDir, '.s.PGSQL.5432'), allowHalfOpen: true });
    forward(client, upstream, client);
    forward(upstream, client, client);
    client.once('close', () => upstream.destroy());
    // A connection that PostgreSQL resets has no end that `forward` could hand on.
    upstream.once('close', () => {
      if (!silenced.has(client)) client.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));

  return {
    port: (server.address() as AddressInfo).port,
    silence: () => {
      silent = true;
      for (const client of open) silenced.add(client);
    },
    restore: () => {
      silent = false;
    },
    countSilent: () => [...silenced].filter((client) => open.has(client)).length,
    answer: (given) => {
      replies.push(...given);
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const client of all) client.destroy();
      await closed;
    },
  };
};
