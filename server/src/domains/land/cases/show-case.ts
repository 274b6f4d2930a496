import {
  type CourtCaseRecord,
  type CourtCaseRow,
  courtCaseList,
  isBlocking,
  type ListQuery,
  MOST_OF_CASE,
  shownName,
  today,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import type { StaffHolders } from '#domains/approvals';
import { historyOf } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { withIsoDates } from '#lib/iso-dates.ts';
import { pluck } from '#lib/values.ts';
import type { StaffOfApplications } from '../applications/show-application.ts';
import { plotFacts } from '../plots/plots.repo.ts';
import { COURT_CASE_NOUN } from './case-changes.ts';
import { casesNamed, courtCasesSql, type StoredCase } from './case-lists.repo.ts';
import { papersOfCase } from './case-papers.repo.ts';
import { besideCases, courtCaseById, hearingsOfCase, ordersOfCase, partiesOfCase } from './cases.repo.ts';

type Named = Pick<StaffHolders, 'named'>;

/** The plots that a row of a list names. */
const PLOTS_IN_ROW = 3;

/** Cases as lists show them on a day. */
const presentCases = async (
  rows: readonly StoredCase[],
  db: Db,
  { named, day, plots = PLOTS_IN_ROW }: Named & { day: string; plots?: number },
): Promise<CourtCaseRow[]> => {
  const beside = await besideCases(db, pluck(rows, 'id'), { day, plots });
  const facts = await plotFacts(db, [...new Set([...beside.values()].flatMap(({ plot_ids }) => plot_ids))]);
  const people = await named(db, pluck(rows, 'followed_by'));
  return rows.map((row) => {
    const { parties = [], plot_ids = [], plot_count = 0, next_hearing = null } = beside.get(row.id) ?? {};
    return {
      ...{ id: row.id, court: row.court, suit_number: row.suit_number, title: row.title, status: row.status },
      ...{ outcome: row.outcome, outcome_on: row.outcome_on, parties, plot_count },
      // A case that ended has no next hearing, whatever was left planned.
      next_hearing: row.status === 'pending' ? next_hearing : null,
      plots: plot_ids.flatMap((plot_id) => {
        const plot = facts.get(plot_id);
        return plot ? [{ plot_id, zone: plot.zone, block: plot.block, plot_number: plot.plot_number }] : [];
      }),
      followed_by: people.get(row.followed_by)?.fullname ?? '',
      entered_at: row.entered_at.toISOString(),
    };
  });
};

type Source = ListSource<ListQuery<typeof courtCaseList>, CourtCaseRow, { day: string }>;

/** The list of cases, on the day of its scope. */
export const courtCasesSource = ({ named }: Named): Source =>
  listSource(courtCaseList, courtCasesSql, (rows, db, { day }) => presentCases(rows, db, { named, day }));

/** Cases whose suit number or party begins as typed, for the office's search. */
export const findCasesByText = async (
  db: Db,
  text: string,
  most: number,
): Promise<Pick<StoredCase, 'id' | 'court' | 'suit_number' | 'title' | 'status'>[]> =>
  (await casesNamed(db, text, most)).map(({ id, court, suit_number, title, status }) => ({
    ...{ id, court, suit_number, title, status },
  }));

/** A case with everything about it; undefined where there is none. */
export const showCourtCase = async (
  db: Db,
  { id, by, now }: { id: string; by: Caller; now: Date },
  { named, namedBy }: StaffOfApplications,
): Promise<CourtCaseRecord | undefined> => {
  const row = await courtCaseById(db, id);
  const [listed] = row ? await presentCases([row], db, { named, day: today(now), plots: MOST_OF_CASE.plots }) : [];
  if (!row || !listed) return undefined;
  const [orders, papers] = [await ordersOfCase(db, id), await papersOfCase(db, id)];
  const people = await named(db, [row.entered_by, ...pluck(orders, 'entered_by'), ...pluck(papers, 'added_by')]);
  const nameOf = (account: string): string => people.get(account)?.fullname ?? '';
  const steps = await historyOf(db, { kind: COURT_CASE_NOUN, id });
  const names = await namedBy(db, [...new Set(pluck(steps, 'actor'))]);
  const { parties: _, ...facts } = listed;
  return {
    ...facts,
    ...{ about: row.about, version: row.version, status_reason: row.status_reason, outcome_words: row.outcome_words },
    ...{ entered_by: nameOf(row.entered_by), is_followed_by_me: row.followed_by === by.accountId },
    parties: await partiesOfCase(db, id),
    hearings: (await hearingsOfCase(db, id, today(now))).map(
      ({ day, at_time, purpose, status, outcome, ...hearing }) => ({
        ...{ id: hearing.id, day, at_time, purpose, status, outcome },
      }),
    ),
    orders: orders.map((order) => ({
      ...withIsoDates(order),
      stands: isBlocking(order.kind) && order.lifted_on === null,
      entered_by: nameOf(order.entered_by),
    })),
    papers: papers.map(({ added_by, added_at, ...paper }) => ({
      ...{ id: paper.id, paper: paper.paper, file_name: paper.file_name, type: paper.type, size: paper.size },
      ...{ added_by: nameOf(added_by), added_at: added_at.toISOString() },
    })),
    history: steps.map(({ actor, ...step }) => ({
      ...withIsoDates(step),
      actor: shownName(names.get(actor.toLowerCase()) ?? actor),
    })),
  };
};
