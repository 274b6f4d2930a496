import { healthz, readyz } from '@banbo/contract';
import { ping } from '#db/connection/database-identity.ts';
import type { ReplicaLag } from '#db/connection/replica.ts';
import type { Db } from '#db/database.ts';
import { Refusal } from '#lib/refusal.ts';
import { onLeaving } from './drain.ts';
import type { ApiScope } from './scope.ts';

/**
 * `/healthz` says that the process lives, `/readyz` that its database answers and that it does not
 * end.
 */
export const healthRoutes = (app: ApiScope, { db, replica }: { db: Db; replica?: ReplicaLag }): void => {
  let isLeaving = false;
  onLeaving(app, () => {
    isLeaving = true;
  });
  app.route({ ...healthz, handler: async () => ({ status: 'ok' as const }) });
  app.route({
    ...readyz,
    handler: async (request) => {
      if (isLeaving) throw new Refusal('busy', 'This server is stopping.');
      try {
        await ping(db);
      } catch (error) {
        request.log.error({ err: error }, 'the database does not answer');
        throw new Refusal('busy', 'The database does not answer.');
      }
      const lag = replica?.lagMs() ?? null;
      const seconds = lag === null ? null : Math.ceil(lag / 1000);
      return { status: 'ok' as const, ...(replica && { replica_lag_seconds: seconds }) };
    },
  });
};
