import {
  type CourtCaseChange,
  MOST_OF_CASE,
  type NewCaseParty,
  type NewCourtCase,
  PARTY_ROLE_LABELS,
  plotName,
  today,
} from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { existing, Refusal, refusalAt } from '#lib/refusal.ts';
import { pluck, presentOf, upper } from '#lib/values.ts';
import { tenantsNamed } from '../applications/tenancies-made.repo.ts';
import { plotFacts } from '../plots/plots.repo.ts';
import { lockPendingCase, refuseOldVersion, subjectOfCase } from './case-changes.ts';
import {
  countOfCase,
  deleteParty,
  insertCasePlots,
  insertCourtCase,
  insertParties,
  lockCourtCase,
  lockPlotsOfCase,
  partyById,
  plotIdsOfCase,
  updateCourtCase,
} from './cases.repo.ts';

type Asking<Body> = { body: Body; by: Caller; now: Date };
type Changing<Body> = Asking<Body> & { id: string };
type Made = { message: string; id: string };

const NO_PLOT = 'There is no such plot. Please choose one of the list.';

/** Locks plots that a body names. Refused with 422 `refused` where one is not there. */
const lockNamedPlots = async (tx: Tx, ids: readonly string[], field: string): Promise<void> => {
  if ((await lockPlotsOfCase(tx, ids)).length < ids.length) throw refusalAt('refused', field, NO_PLOT);
};

const partyRow = ({ name, ...party }: NewCaseParty) => ({ ...party, name: upper(name) });

const refuseUnknownTenants = async (tx: Tx, parties: readonly NewCaseParty[], field: string): Promise<void> => {
  const ids = presentOf(pluck(parties, 'tenant_id'));
  if ((await tenantsNamed(tx, ids)).length < ids.length)
    throw refusalAt('refused', field, 'There is no such tenant. Please choose one of the list.');
};

/**
 * Enters a case, which blocks its plots. Refused with 422 `refused` for unknown plots and
 * tenants.
 */
export const addCourtCase = async (
  tx: Tx,
  { body: { plot_ids, parties, ...facts }, by, now }: Asking<NewCourtCase>,
): Promise<Made> => {
  await lockNamedPlots(tx, plot_ids, 'plot_ids');
  await refuseUnknownTenants(tx, parties, 'parties');
  const made = { entered_by: by.accountId, entered_at: now, status_by: by.accountId, status_at: now };
  const id = await insertCourtCase(tx, { ...facts, ...made, followed_by: by.accountId });
  const added = { case_id: id, added_by: by.accountId, added_on: today(now) };
  await insertCasePlots(
    tx,
    plot_ids.map((plot_id) => ({ ...added, plot_id })),
  );
  await insertParties(
    tx,
    parties.map((party) => ({ ...partyRow(party), case_id: id })),
  );
  const named = await plotFacts(tx, plot_ids);
  const after = { ...facts, plots: plot_ids.map((plot_id) => plotName(existing(named.get(plot_id), 'plot'))) };
  const subject = subjectOfCase({ id, suit_number: facts.suit_number });
  await audit(tx, by, { action: 'court_cases.add', subject, after }, now);
  return {
    message: `The case ${facts.suit_number} is entered. Nothing about its plots is approved until it ends.`,
    id,
  };
};

/** Changes facts of a pending case. Refused with 404 `not_found` and 409 `conflict`. */
export const changeCourtCase = async (
  tx: Tx,
  { id, body: { version, ...given }, by, now }: Changing<CourtCaseChange>,
): Promise<string> => {
  const row = await lockPendingCase(tx, id);
  refuseOldVersion(row, version);
  await updateCourtCase(tx, id, given);
  const names = Object.keys(given) as (keyof typeof given)[];
  const before = Object.fromEntries(names.map((name) => [name, row[name]]));
  await audit(tx, by, { action: 'court_cases.change', subject: subjectOfCase(row), before, after: given }, now);
  return `The case ${given.suit_number ?? row.suit_number} is changed.`;
};

/** Lets the caller follow a case. Idempotent. Refused with 404 `not_found`. */
export const followCourtCase = async (tx: Tx, { id, by, now }: Omit<Changing<never>, 'body'>): Promise<string> => {
  const row = await lockCourtCase(tx, id);
  if (row.followed_by !== by.accountId) {
    await updateCourtCase(tx, id, { followed_by: by.accountId });
    await audit(tx, by, { action: 'court_cases.follow', subject: subjectOfCase(row) }, now);
  }
  return `You are reminded of the hearings of ${row.suit_number}.`;
};

/** Adds a plot to a pending case. Refused with 404, 422 `refused` and 409 `conflict`. */
export const addCasePlot = async (
  tx: Tx,
  { id, body: { plot_id }, by, now }: Changing<{ plot_id: string }>,
): Promise<string> => {
  await lockNamedPlots(tx, [plot_id], 'plot_id');
  const row = await lockPendingCase(tx, id);
  const known = await plotIdsOfCase(tx, id);
  const name = plotName(existing((await plotFacts(tx, [plot_id])).get(plot_id), 'plot'));
  if (known.includes(plot_id)) throw new Refusal('conflict', `${name} is in this case already.`);
  if (known.length >= MOST_OF_CASE.plots) throw fullCase('plots');
  await insertCasePlots(tx, [{ case_id: id, plot_id, added_by: by.accountId, added_on: today(now) }]);
  await audit(tx, by, { action: 'court_cases.add_plot', subject: subjectOfCase(row), after: { reason: name } }, now);
  return `${name} is in the case ${row.suit_number}. Nothing about it is approved until that ends.`;
};

/** The refusal of a record more than a case takes. */
export const fullCase = (kind: keyof typeof MOST_OF_CASE): Refusal =>
  new Refusal('conflict', `A case has at most ${MOST_OF_CASE[kind]} ${kind}.`);

/** Adds a party to a pending case. Refused with 404, 422 `refused` and 409 `conflict`. */
export const addCaseParty = async (tx: Tx, { id, body, by, now }: Changing<NewCaseParty>): Promise<Made> => {
  const row = await lockPendingCase(tx, id);
  await refuseUnknownTenants(tx, [body], 'tenant_id');
  if ((await countOfCase(tx, 'court_parties', id)) >= MOST_OF_CASE.parties) throw fullCase('parties');
  const partyId = await insertParties(tx, [{ ...partyRow(body), case_id: id }]);
  // The log is kept for good, so that it has the role and not the name.
  const after = { reason: PARTY_ROLE_LABELS[body.role] };
  await audit(tx, by, { action: 'court_cases.add_party', subject: subjectOfCase(row), after }, now);
  return { message: `${body.name} is a party of ${row.suit_number}.`, id: partyId };
};

/** Removes a party from a pending case. Refused with 404 `not_found` and 409 `conflict`. */
export const removeCaseParty = async (tx: Tx, { id, by, now }: Omit<Changing<never>, 'body'>): Promise<string> => {
  const { case_id } = existing(await partyById(tx, id), 'party');
  const row = await lockPendingCase(tx, case_id);
  // Somebody else may have removed it before the case was locked.
  const { role } = existing(await partyById(tx, id), 'party');
  if ((await countOfCase(tx, 'court_parties', case_id)) === 1)
    throw new Refusal('conflict', 'A case has at least one party. Add the right one first.');
  await deleteParty(tx, id);
  const after = { reason: PARTY_ROLE_LABELS[role] };
  await audit(tx, by, { action: 'court_cases.remove_party', subject: subjectOfCase(row), after }, now);
  return `The party is removed from ${row.suit_number}.`;
};
