import type pg from 'pg';

/** The driver's record of prepared statements, which it never empties by itself. */
type Memory = { parsedStatements?: Record<string, string> };

/**
 * Closes prepared statements on their connection in one round trip. It uses the protocol's Close message, since the
 * statement DEALLOCATE fails for an unknown name and within a failed transaction.
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
      // The driver calls these handlers as it does those of its own queries.
      handleError: reject,
      handleReadyForQuery: () => resolve(),
    };
    client.query(closing);
  });
