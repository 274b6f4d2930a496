import {
  APPLICATION_KIND_LABELS,
  APPLICATION_KINDS,
  type ApplicationKind,
  formatMoney,
  type LandKind,
  LandKindChange,
  Money,
  toPesewas,
} from '@banbo/contract';
import { z } from 'zod';
import type { Db, Tx } from '#db/database.ts';
import { askOrApply, defineApproval, refuseWhileWaiting, type StaffHolders } from '#domains/approvals';
import { audit } from '#domains/audit';
import { forgiving } from '#domains/payments';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { allKinds, lockKind, replaceKindPapers, updateKind } from './kinds.repo.ts';

/** The kinds with their days, fees and papers, in the usual order. */
export const listLandKinds = async (db: Db): Promise<LandKind[]> => {
  const rows = await allKinds(db);
  return APPLICATION_KINDS.flatMap((kind) => rows.filter((row) => row.kind === kind));
};

const inWords = (papers: LandKind['papers']): string =>
  papers.map(({ paper, is_needed }) => (is_needed ? paper : `${paper} (not needed)`)).join(', ');

const lowers = (fee: string | undefined, was: string): boolean => fee !== undefined && toPesewas(fee) < toPesewas(was);

/** Days, fee or papers of a kind; a lower fee is given up by applications to come. */
export const kindApproval = defineApproval({
  kind: 'land.kind',
  input: z.strictObject({ change: LandKindChange, fee: Money }),
  apply: async (tx, { input: { change, fee }, subjectId, ...made }) => {
    const { by, now } = made;
    const kind = subjectId as ApplicationKind;
    const was = await lockKind(tx, kind);
    if (was.fee !== fee) throw new Refusal('conflict', `The fee was changed meanwhile to ${formatMoney(was.fee)}.`);
    const { papers, ...fields } = change;
    if (Object.keys(fields).length > 0) await updateKind(tx, kind, fields);
    if (papers) await replaceKindPapers(tx, kind, papers);
    const name = APPLICATION_KIND_LABELS[kind];
    const before = { days: was.days, fee, papers: inWords(was.papers) };
    const after = { ...before, ...fields, ...(papers && { papers: inWords(papers) }) };
    const subject = { kind: 'kind of applications', id: kind, name };
    await audit(tx, by, { action: 'applications.change_kind', subject, before, after }, now);
    const words = `Fee of ${name}: ${formatMoney(change.fee ?? fee)}, no longer ${formatMoney(fee)}`;
    const forgiven = { kind: 'land_fee', subject: words, amount: null } as const;
    if (lowers(change.fee, fee)) await forgiving.note(tx, forgiven, made);
    return { message: `The kind ${name} is changed.` };
  },
});

type Asked = { kind: ApplicationKind; body: LandKindChange; by: Caller; now: Date };

/**
 * Changes a kind's days, fee or whole list of papers, and answers a sentence; one with a lower fee
 * waits for another person. Refused with 409 `conflict` while such a change of the kind waits.
 */
export const changeLandKind = async (tx: Tx, { kind, body, by, now }: Asked, staff: StaffHolders): Promise<string> => {
  await refuseWhileWaiting(tx, 'land.kind', kind);
  const { fee, days, papers } = await lockKind(tx, kind);
  const because = lowers(body.fee, fee) ? await forgiving.whyWaits(tx, { by, now }, null, 'tenants') : null;
  const changes = [
    { field: 'Fee', before: formatMoney(fee), after: formatMoney(body.fee ?? fee) },
    { field: 'Days', before: String(days), after: String(body.days ?? days) },
    { field: 'Papers', before: inWords(papers), after: inWords(body.papers ?? papers) },
  ].filter(({ before, after }) => before !== after);
  const subject = { id: kind, name: APPLICATION_KIND_LABELS[kind] };
  const input = { change: body, fee };
  return (await askOrApply(tx, kindApproval, { because, subject, input, changes, by, now }, staff)).message;
};
