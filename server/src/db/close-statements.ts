import type pg from 'pg';

/** The driver's memory of what is prepared, which it never empties by itself. */
type Memory = { parsedStatements?: Record<string, string> };

/**
 * Closes prepared statements on their connection in one round trip. By a message of the protocol, since the statement
 * DEALLOCATE fails for a name that is not there and within a transaction that has failed.
 */
export const closeStatements = (client: pg.PoolClient, names: readonly string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const closing = {
      submit: (connection: pg.Connection): void => {
        for (const name of names) {
          connection.close({ type: 'S', name }, true);
          delete (connection as Memory).parsedStatements?.[name];
        }
        connection.sync();
      },
      // The driver calls these as it does those of its own queries.
      handleError: reject,
      handleReadyForQuery: () => resolve(),
    };
    client.query(closing);
  });
