import { type ApplicationStep, addDays, formatDay, type NewDecision, type TenantFields, today } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { type Approvers, type HandKind, noteHands, refuseOwnHands } from '#domains/approvals';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { lockPlot } from '../plots/plots.repo.ts';
import { rentOfNextRecord } from '../rent/rent-account.ts';
import { lockHeldTenancy } from '../rent/rent-accounts.repo.ts';
import { addLandTenant } from '../tenants/add-tenant.ts';
import { APPLICATION_NOUN, allowsMove, changedMeanwhile, moveApplication } from './application-changes.ts';
import { type Application, applicationById, lockApplication } from './applications.repo.ts';
import { gapsOf, goesOn, type Obstacle, type Owes, obstaclesOf } from './judge-application.ts';
import { landKindOf } from './kinds.repo.ts';
import {
  currentTenancy,
  endTenancy,
  insertTenancy,
  lastEnd,
  type Tenancy,
  tenancyById,
  tenantsNamed,
} from './tenancies-made.repo.ts';

type Asked<Body> = { id: string; body: Body; by: Caller; now: Date };

const refuseOtherVersion = (row: Application, asked: number): void => {
  if (row.version !== asked) throw changedMeanwhile(row);
};

/** Refuses with all that is in the way: 409 for what lies outside the application, else 422. */
const refuseObstacles = (obstacles: readonly Obstacle[]): void => {
  const [first] = obstacles;
  if (!first) return;
  const outside = obstacles.find(({ path }) => path === null);
  const issues = obstacles.flatMap(({ path, message }) => (path === null ? [] : [{ path: `body.${path}`, message }]));
  throw new Refusal(outside ? 'conflict' : 'refused', (outside ?? first).message, { issues });
};

/** The plot is locked before the application, and both before a tenancy. */
const lockWithPlot = async (tx: Tx, id: string): Promise<Application> => {
  const known = await applicationById(tx, id);
  if (known) await lockPlot(tx, known.plot_id);
  const row = await lockApplication(tx, id);
  // A draft may have been given another plot just now.
  if (row.plot_id !== known?.plot_id) throw changedMeanwhile(row);
  return row;
};

const subjectOf = ({ id, number }: Application) => ({ kind: APPLICATION_NOUN, id, name: number });

const noteHand = (tx: Tx, row: Application, what: HandKind, { by, now }: { by: Caller; now: Date }): Promise<void> =>
  noteHands(tx, [{ accountId: by.accountId, what, subjects: [subjectOf(row)] }], now);

/**
 * Lodges an application, or withdraws it. Refused with 404 `not_found`, with 409 `conflict` in
 * another state or version, and with 422 `refused` while something is missing.
 */
export const stepApplication = async (
  tx: Tx,
  { id, body: { change, version, reason }, by, now }: Asked<ApplicationStep>,
): Promise<string> => {
  const row = await lockWithPlot(tx, id);
  if (!allowsMove(row.status, change)) await moveApplication(tx, change, { id, by, now });
  refuseOtherVersion(row, version);
  if (change === 'withdraw') {
    await moveApplication(tx, 'withdraw', { id, by, now, reason });
    return `The application ${row.number} is withdrawn.`;
  }
  refuseObstacles(await gapsOf(tx, row, today(now)));
  const { days, fee } = await landKindOf(tx, row.kind);
  const due_on = addDays(today(now), days);
  const ends = goesOn(row) ? ((await currentTenancy(tx, row.plot_id))?.id ?? null) : null;
  const set = { lodged_at: now.toISOString(), due_on, fee, ends_tenancy_id: ends };
  await moveApplication(tx, 'lodge', { id, by, now, with: { set } });
  await noteHand(tx, row, 'asked', { by, now });
  return `The application ${row.number} is lodged. It should be decided by ${formatDay(due_on)}.`;
};

type Deciding = Approvers & { owes: Owes };
type Decided = {
  message: string;
  tenant_id: string | null;
  tenant_code: string | null;
  tenancy_id: string | null;
  setup_code: string | null;
};

const NOTHING = { tenant_id: null, tenant_code: null, tenancy_id: null, setup_code: null };

/** The applicant as a tenant, made now where they are new. */
const tenantFor = async (tx: Tx, { tenant_id, applicant }: Application, made: { by: Caller; now: Date }) => {
  if (tenant_id === null) return addLandTenant(tx, applicant as TenantFields, made);
  const [tenant] = await tenantsNamed(tx, [tenant_id]);
  return { id: tenant_id, tenant_code: tenant?.tenant_code ?? '', setup_code: null };
};

/** A transfer goes on with the term and the rent of the tenancy that it ends. */
const termOf = async (tx: Tx, { kind, terms }: Application, { ends, day }: { ends: Tenancy | null; day: string }) => {
  const own = kind === 'transfer' && ends ? ends : null;
  // A rent that is given where a tenancy goes on is that of now, not of its commencement.
  const given = { ground_rent: terms.ground_rent ?? '0.00', rent_from: ends ? Number(day.slice(0, 4)) : null };
  const rent = terms.ground_rent === null && own ? await rentOfNextRecord(tx, own, day) : given;
  return {
    commencement: own?.commencement ?? terms.commencement ?? '',
    term_years: own?.term_years ?? terms.term_years ?? 0,
    ...rent,
    review_years: terms.review_years ?? own?.review_years ?? null,
    review_percent: terms.review_years === null ? (own?.review_percent ?? null) : terms.review_percent,
  };
};

/** The later of two days. */
const later = (day: string, other: string | null): string => (other !== null && other > day ? other : day);

/** Ends the tenancy that the application ends, and makes its own without a gap. */
const makeTenancy = async (
  tx: Tx,
  row: Application,
  { tenantId, by, now }: { tenantId: string; by: Caller; now: Date },
): Promise<string> => {
  const ends = row.ends_tenancy_id === null ? null : await tenancyById(tx, row.ends_tenancy_id);
  const { indenture_number, grantor, grantor_capacity, witnesses } = row.terms;
  const fromNow = ends ? later(today(now), ends.held_from) : null;
  const term = await termOf(tx, row, { ends, day: fromNow ?? today(now) });
  const held_from = fromNow ?? later(term.commencement, await lastEnd(tx, row.plot_id));
  if (ends) await endTenancy(tx, ends.id, { held_until: held_from, end_reason: `Ended by ${row.number}` });
  return insertTenancy(tx, {
    ...{ plot_id: row.plot_id, tenant_id: tenantId, how: row.kind, ...term, held_from },
    ...{ indenture_number: indenture_number ?? '', grantor, grantor_capacity, witnesses },
    ...{ previous_id: ends?.id ?? null, added_by: by.accountId, added_at: now },
  });
};

const approve = async (
  tx: Tx,
  row: Application,
  { id, body, by, now }: Asked<NewDecision>,
  { owes, isAlone }: { owes: Owes; isAlone: boolean },
): Promise<Decided> => {
  // Rent that is raised meanwhile waits, or is owed already.
  if (row.ends_tenancy_id !== null) await lockHeldTenancy(tx, row.ends_tenancy_id);
  refuseObstacles(await obstaclesOf(tx, row, { owes, now }));
  const tenant = await tenantFor(tx, row, { by, now });
  const tenancy_id = await makeTenancy(tx, row, { tenantId: tenant.id, by, now });
  const { conditions = '', commission_number = null, commission_day = null } = body;
  const set = {
    ...{ tenant_id: tenant.id, applicant: null, made_tenancy_id: tenancy_id, is_alone: isAlone },
    ...{ conditions, commission_number, commission_day },
  };
  const ended = row.ends_tenancy_id === null ? null : await tenancyById(tx, row.ends_tenancy_id);
  const facts = {
    ...{ tenant: tenant.tenant_code, indenture_number: row.terms.indenture_number, conditions, commission_number },
    ...(ended && { ended: ended.indenture_number }),
  };
  await moveApplication(tx, 'approve', { id, by, now, with: { set, facts } });
  const message = `The application ${row.number} is approved. The tenant is ${tenant.tenant_code}.`;
  return { message, tenant_id: tenant.id, tenant_code: tenant.tenant_code, tenancy_id, setup_code: tenant.setup_code };
};

/**
 * Ends the tenancy that an approval made. Whoever held the plot before a transfer holds it again
 * from that day on, by a record of its own, so that nothing is overwritten.
 */
const annul = async (tx: Tx, row: Application, { id, body, by, now }: Asked<NewDecision>): Promise<Decided> => {
  const current = await currentTenancy(tx, row.plot_id);
  if (!current || current.id !== row.made_tenancy_id) {
    const message = `The tenancy that ${row.number} made has ended since, so its approval cannot be annulled.`;
    throw new Refusal('conflict', message);
  }
  const day = later(today(now), current.held_from);
  await endTenancy(tx, current.id, { held_until: day, end_reason: `${row.number} was annulled` });
  if (row.ends_tenancy_id !== null) {
    const ended = await tenancyById(tx, row.ends_tenancy_id);
    const { id: _, indenture_key: __, ends_on: ___, held_until: ____, end_reason: _____, ...former } = ended;
    const rent = await rentOfNextRecord(tx, ended, day);
    const again = { held_from: day, previous_id: current.id, added_by: by.accountId, added_at: now };
    await insertTenancy(tx, { ...former, ...rent, ...again });
  }
  await moveApplication(tx, 'annul', { id, by, now, reason: body.reason });
  return { ...NOTHING, message: `The approval of ${row.number} is annulled.`, tenant_id: row.tenant_id };
};

const DONE = { send_back: 'is sent back', refuse: 'is refused' } as const;

/**
 * Decides on an application. Refused with 403 `not_permitted` to anybody who had a hand in it, with
 * 404 `not_found`, with 409 `conflict` in another state or version or where something outside it
 * is in the way, and with 422 `refused` at a part that is not as it must be.
 */
export const decideApplication = async (
  tx: Tx,
  asked: Asked<NewDecision>,
  { staff, owes }: Deciding,
): Promise<Decided> => {
  const { id, body, by, now } = asked;
  const { change, reason, version } = body;
  const row = await lockWithPlot(tx, id);
  if (!allowsMove(row.status, change)) await moveApplication(tx, change, { id, by, now });
  refuseOtherVersion(row, version);
  const subject = subjectOf(row);
  const decides = { action: `applications.${change}` as const, subject };
  const isAlone = await refuseOwnHands(tx, { by, needs: 'land.approve', now, subjects: [subject], decides }, staff);
  if (change === 'approve') return approve(tx, row, asked, { owes, isAlone });
  if (change === 'annul') return annul(tx, row, asked);
  const with_ = change === 'refuse' ? { set: { is_alone: isAlone } } : undefined;
  await moveApplication(tx, change, { id, by, now, reason, with: with_ });
  return { ...NOTHING, message: `The application ${row.number} ${DONE[change]}.`, tenant_id: row.tenant_id };
};
