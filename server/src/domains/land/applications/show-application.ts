import { type ApplicationRecord, type PaperOnList, shownName, today } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { handsOn, judgeHands, type StaffHolders } from '#domains/approvals';
import { historyOf } from '#domains/audit';
import { cardRemark } from '#domains/drivers';
import type { Caller } from '#lib/caller.ts';
import { withIsoDates } from '#lib/iso-dates.ts';
import { existing, Refusal } from '#lib/refusal.ts';
import { pluck } from '#lib/values.ts';
import { openCaveats } from '../plots/plot-record.repo.ts';
import { plotById, plotFacts } from '../plots/plots.repo.ts';
import { landTenantById } from '../tenants/tenants.repo.ts';
import { APPLICATION_NOUN } from './application-changes.ts';
import { type PaperRow, papersOfApplication } from './application-papers.repo.ts';
import { presentApplications } from './application-rows.ts';
import { type Application, applicationById } from './applications.repo.ts';
import { findApplicationDuplicates, tenancyBeside } from './duplicates.ts';
import { gapsOf, goesOn, type Owes, obstaclesOf } from './judge-application.ts';
import { landKindOf } from './kinds.repo.ts';
import { currentTenancy, tenancyWithTenant } from './tenancies-made.repo.ts';

type People = Awaited<ReturnType<StaffHolders['named']>>;

const fileOf = (row: PaperRow, people: People) => ({
  ...{ id: row.id, file_name: row.file_name, type: row.type, size: row.size },
  added_by: people.get(row.added_by)?.fullname ?? '',
  added_at: row.added_at.toISOString(),
});

/** The papers of the kind's list with their files, and others behind. */
const papersOnList = async (db: Db, application: Application, people: People): Promise<PaperOnList[]> => {
  const rows = await papersOfApplication(db, application.id);
  const { papers } = await landKindOf(db, application.kind);
  const isNamed = (name: string) => (row: PaperRow) => row.paper.toLowerCase() === name.toLowerCase();
  const others = rows.filter((row) => !papers.some(({ paper }) => isNamed(paper)(row)));
  const beside = [...new Set(pluck(others, 'paper'))].map((paper) => ({ paper, is_needed: false }));
  return [...papers, ...beside].map((one) => ({
    ...one,
    files: rows.filter(isNamed(one.paper)).map((row) => fileOf(row, people)),
  }));
};

/** The tenancy that an application ends or ended; of an open one, that which it would. */
const endingOf = async (db: Db, row: Application) => {
  if (row.ends_tenancy_id !== null) return tenancyWithTenant(db, row.ends_tenancy_id);
  return goesOn(row) && ['draft', 'sent_back'].includes(row.status) ? currentTenancy(db, row.plot_id) : undefined;
};

/** The person as far as duplicates are looked for. */
const personOf = async (db: Db, { tenant_id, applicant }: Application) => {
  const known = tenant_id === null ? applicant : await landTenantById(db, tenant_id);
  if (!known) return {};
  const { id_number, contact_number, last_name, first_name } = known;
  return { id_number: id_number ?? '', phone: contact_number ?? '', last_name, first_name };
};

const ownHandOf = async (db: Db, row: Application, by: Caller, now: Date, staff: StaffHolders) => {
  if (row.status !== 'lodged') return null;
  const subjects = [{ kind: APPLICATION_NOUN, id: row.id }];
  const judged = await judgeHands(db, { by, needs: 'land.approve', now, subjects }, staff);
  return judged instanceof Refusal ? judged.message : null;
};

const WHAT = {
  entered: 'Entered it',
  corrected: 'Changed it',
  asked: 'Lodged it',
} as Readonly<Record<string, string>>;

/** Staff by their accounts, and by the usernames that the audit log has. */
export type StaffOfApplications = StaffHolders & {
  namedBy: (db: Db, logins: readonly string[]) => Promise<ReadonlyMap<string, string>>;
};

type Deps = { staff: StaffOfApplications; owes: Owes };

/** The steps of the audit log, each by the name of the person. */
const stepsOf = async (db: Db, id: string, { namedBy }: StaffOfApplications): Promise<ApplicationRecord['history']> => {
  const steps = await historyOf(db, { kind: APPLICATION_NOUN, id });
  const names = await namedBy(db, [...new Set(pluck(steps, 'actor'))]);
  return steps.map(({ actor, ...step }) => ({
    ...withIsoDates(step),
    actor: shownName(names.get(actor.toLowerCase()) ?? actor),
  }));
};

/** An application with everything that somebody needs who decides on it. */
export const showApplication = async (
  db: Db,
  { id, by, now }: { id: string; by: Caller; now: Date },
  { staff, owes }: Deps,
): Promise<ApplicationRecord | undefined> => {
  const row = await applicationById(db, id);
  if (!row) return undefined;
  const day = today(now);
  const [listed] = await presentApplications([row], db, staff, day);
  const plot = existing(await plotById(db, row.plot_id), 'plot');
  const facts = existing((await plotFacts(db, [row.plot_id])).get(row.plot_id), 'plot');
  const hands = await handsOn(db, [{ kind: APPLICATION_NOUN, id }]);
  const papers = await papersOfApplication(db, id);
  const people = await staff.named(db, [...pluck(hands, 'account_id'), ...pluck(papers, 'added_by'), row.decided_by]);
  const ends = await endingOf(db, row);
  const query = { application_id: id, plot_id: row.plot_id, ...(await personOf(db, row)) };
  const duplicates = await findApplicationDuplicates(
    db,
    { query: { ...query, tenant_id: row.tenant_id ?? undefined } },
    staff,
  );
  return {
    ...(listed as NonNullable<typeof listed>),
    ...{ version: row.version, about: row.about, applicant: row.applicant },
    ...{ id_remark: row.applicant && cardRemark(row.applicant), terms: row.terms },
    ...{ inspection: row.inspection, consent: row.consent, fee: row.fee, conditions: row.conditions },
    ...{ commission_number: row.commission_number, commission_day: row.commission_day },
    plot: {
      ...{ plot_id: row.plot_id, zone: facts.zone, block: facts.block, plot_number: facts.plot_number },
      ...{ land_use: plot.land_use, owner_kind: plot.owner_kind, owner_name: plot.owner_name },
      has_boundary: plot.shape !== null,
    },
    ends: ends ? tenancyBeside(ends) : null,
    made_tenancy_id: row.made_tenancy_id,
    decided_by: people.get(row.decided_by)?.fullname ?? null,
    is_alone: row.is_alone,
    papers: await papersOnList(db, row, people),
    duplicates,
    caveats: await openCaveats(db, row.plot_id),
    gaps: ['draft', 'sent_back'].includes(row.status) ? await gapsOf(db, row, day) : [],
    obstacles: row.status === 'lodged' ? await obstaclesOf(db, row, { owes, now }) : [],
    own_hand: await ownHandOf(db, row, by, now, staff),
    hands: hands.map(({ account_id, what, at }) => ({
      by: people.get(account_id)?.fullname ?? '',
      what: WHAT[what] ?? what,
      at: at.toISOString(),
    })),
    history: await stepsOf(db, id, staff),
  };
};
