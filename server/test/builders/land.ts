import { type ApplicationTerms, EMPTY_TERMS, tenantCodeOf } from '@banbo/contract';
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
): Promise<{ id: string; tenant_code: string; contact_number: string }> => {
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
  const added = it.db.insertInto('tenants').values(tenant);
  return added.returning(['id', 'tenant_code', 'contact_number']).executeTakeFirstOrThrow();
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

const TERMS: ApplicationTerms = {
  ...EMPTY_TERMS,
  ...{ indenture_number: 'IN 9/2026', commencement: '2026-11-01', term_years: 50, ground_rent: '400.00' },
};

type GivenApplication = Omit<Given<'land_applications'>, 'terms'> & { terms?: ApplicationTerms };

/** A lodged application of a new tenant with all its papers, which nobody has a hand in. */
export const buildApplication = async (it: On, { terms = TERMS, ...given }: GivenApplication = {}): Promise<string> => {
  const n = nextSerial();
  const kind = given.kind ?? 'new_purchase';
  const entered = await it.db
    .insertInto('accounts')
    .values({ kind: 'staff', login: `land.clerk${n}`, role: 'Operations', created_at: it.clock.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const row = {
    ...{ number: `LA2025-${String(n).padStart(4, '0')}`, kind, fee: '500.00' },
    plot_id: given.plot_id ?? (await buildPlot(it)).id,
    tenant_id: (await buildLandTenant(it)).id,
    terms: JSON.stringify(terms),
    consent: JSON.stringify({ by: 'Nii Odai', capacity: 'Head of the family', day: '2026-11-03' }),
    ...{ entered_by: entered.id, entered_at: it.clock.now, lodged_at: it.clock.now, due_on: '2026-12-20' },
    ...given,
    // Papers come while it is at the desk.
    status: 'draft',
  } as const;
  const added = it.db.insertInto('land_applications').values(row);
  const { id } = await added.returning('id').executeTakeFirstOrThrow();
  const needed = it.db.selectFrom('land_kind_papers').select('paper').where('kind', '=', kind);
  for (const { paper } of await needed.where('is_needed', '=', true).execute()) {
    const file = {
      file_name: 'paper.pdf',
      type: 'application/pdf',
      content: Buffer.from('%PDF-'),
      sha256: Buffer.alloc(32),
    } as const;
    const made = { added_by: entered.id, added_at: it.clock.now };
    await it.db
      .insertInto('land_papers')
      .values({ application_id: id, paper, ...file, ...made })
      .execute();
  }
  await it.db
    .updateTable('land_applications')
    .set({ status: given.status ?? 'lodged' })
    .where('id', '=', id)
    .execute();
  return id;
};
