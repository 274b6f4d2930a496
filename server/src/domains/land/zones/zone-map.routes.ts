import * as contract from '@banbo/contract';
import { holdsVersion } from '#http/headers.ts';
import type { LookupDeps } from '#http/lookup-routes.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { readZoneMap } from './zone-map.ts';

export const zoneMapRoute = (app: ApiScope, deps: LookupDeps): void => {
  const { read } = serving(app, deps);
  read(contract.getZoneMap, async ({ query }, request, reply) => {
    const { tag, map } = await readZoneMap(deps.db, query.zone_id, (held) => holdsVersion(request, held));
    reply.header('etag', tag).header('cache-control', 'private, no-cache');
    return map ?? reply.status(304).send();
  });
};
