import { tenantCodeOf } from '@banbo/contract';
import type { Insertable } from 'kysely';
import type { Db, Tables } from '../../src/db/database.ts';
import type { StoredTables } from '../../src/db/tables.ts';

type On = { db: Db; clock: { now: Date } };

let serial = 0;
const nextSerial = (): number => {
  serial += 1;
  return serial;
};

export const buildZone = (
  { db }: Pick<On, 'db'>,
  zone = `ZONE ${nextSerial()}`,
): Promise<{ id: string; zone: string }> =>
  db.insertInto('zones').values({ zone }).returning(['id', 'zone']).executeTakeFirstOrThrow();

type Given<Table extends keyof StoredTables> = Partial<Insertable<Tables[Table]>>;

/** A plot without a boundary, in a zone of its own unless told otherwise. */
export const buildPlot = async (it: On, given: Given<'plots'> = {}): Promise<{ id: string; plot_number: string }> => {
  const plot = {
    zone_id: given.zone_id ?? (await buildZone(it)).id,
    plot_number: `P-${nextSerial()}`,
    land_use: 'residential',
    owner_kind: 'stool',
    owner_name: 'NUNGUA STOOL',
    added_at: it.clock.now,
    ...given,
  } as const;
  return it.db.insertInto('plots').values(plot).returning(['id', 'plot_number']).executeTakeFirstOrThrow();
};

/** A person who may hold plots, without a sign-in. */
export const buildLandTenant = async (
  it: On,
  given: Given<'tenants'> = {},
): Promise<{ id: string; tenant_code: string }> => {
  const number = nextSerial();
  const tenant = {
    tenant_code: tenantCodeOf(900_000 + number),
    kind: 'person',
    last_name: 'ODONKOR',
    first_name: 'GRACE',
    nationality: 'GHANAIAN',
    contact_number: `+23324${String(1_000_000 + number)}`,
    added_at: it.clock.now,
    ...given,
  } as const;
  await it.db
    .insertInto('nationalities')
    .values({ nationality: tenant.nationality })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return it.db.insertInto('tenants').values(tenant).returning(['id', 'tenant_code']).executeTakeFirstOrThrow();
};

/** A current tenancy of ninety-nine years, of a new plot and tenant unless told otherwise. */
export const buildTenancy = async (
  it: On,
  given: Given<'tenancies'> = {},
): Promise<{ id: string; plot_id: string; tenant_id: string; indenture_number: string }> => {
  const tenancy = {
    plot_id: given.plot_id ?? (await buildPlot(it)).id,
    tenant_id: given.tenant_id ?? (await buildLandTenant(it)).id,
    indenture_number: `IN ${nextSerial()}/1987`,
    how: 'new_purchase',
    commencement: '1987-03-01',
    term_years: 99,
    ground_rent: '400.00',
    held_from: '1987-03-01',
    added_at: it.clock.now,
    ...given,
  } as const;
  const added = it.db.insertInto('tenancies').values(tenancy);
  return added.returning(['id', 'plot_id', 'tenant_id', 'indenture_number']).executeTakeFirstOrThrow();
};
