import { createServer } from 'node:net';

/** A port of the loopback that nobody has at this moment. */
export const findFreePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** True where a server answers at an address, and its database too. */
export const isReady = (address: string): Promise<boolean> =>
  fetch(`${address}/api/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
