import { CAVEAT_KIND_LABELS, type NewPlotCaveat, plotName, today } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { existing, Refusal, refusalAt } from '#lib/refusal.ts';
import { lockPlot, plotFacts } from '../plots/plots.repo.ts';
import { PLOT_NOUN } from '../plots/write-plots.ts';
import { caveatById, insertCaveat, removeCaveatOfPlot } from './plot-caveats.repo.ts';

type Asked<Body> = { id: string; body: Body; by: Caller; now: Date };

const subjectOfPlot = async (tx: Tx, id: string) => {
  const name = plotName(existing((await plotFacts(tx, [id])).get(id), 'plot'));
  return { kind: PLOT_NOUN, id, name };
};

/** Places a caveat on a plot. Refused with 404 `not_found`, and 422 `refused` for a day ahead. */
export const addPlotCaveat = async (
  tx: Tx,
  { id: plot_id, body, by, now }: Asked<NewPlotCaveat>,
): Promise<{ message: string; id: string }> => {
  await lockPlot(tx, plot_id);
  if (body.placed_on > today(now))
    throw refusalAt('refused', 'placed_on', 'A caveat stands from today or a day before.');
  const subject = await subjectOfPlot(tx, plot_id);
  const id = await insertCaveat(tx, { ...body, plot_id, placed_by: by.accountId });
  await audit(tx, by, { action: 'plots.place_caveat', subject, after: body }, now);
  const message = `${CAVEAT_KIND_LABELS[body.kind]} stands against ${subject.name}. Nothing about it is approved.`;
  return { message, id };
};

/**
 * Removes a caveat that was placed without a case. Refused with 404 `not_found`, and with 409
 * `conflict` for one that was removed or is a case's.
 */
export const removePlotCaveat = async (
  tx: Tx,
  { id, body: { reason }, by, now }: Asked<{ reason: string }>,
): Promise<string> => {
  const { plot_id } = existing(await caveatById(tx, id), 'caveat');
  await lockPlot(tx, plot_id);
  const { case_id, removed_on, kind, suit_number, about } = existing(await caveatById(tx, id), 'caveat');
  if (removed_on !== null) throw new Refusal('conflict', 'This caveat was removed already.');
  if (case_id !== null) {
    const goes = kind === 'court_case' ? 'once its case is resolved' : 'with the order of its case that lifts it';
    throw new Refusal('conflict', `${CAVEAT_KIND_LABELS[kind]} ${suit_number} goes ${goes}, and not by hand.`);
  }
  const removed = { removed_on: today(now), removed_by: by.accountId, removal_reason: reason };
  await removeCaveatOfPlot(tx, id, removed);
  const subject = await subjectOfPlot(tx, plot_id);
  const change = { before: { kind, suit_number, about }, after: { reason } };
  await audit(tx, by, { action: 'plots.remove_caveat', subject, ...change }, now);
  return `${CAVEAT_KIND_LABELS[kind]} is removed from ${subject.name}.`;
};
