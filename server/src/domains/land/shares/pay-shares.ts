import {
  type AskedChange,
  BENEFICIARY_LABELS,
  type Beneficiary,
  formatMoney,
  fromPesewas,
  MISSING_REFERENCE,
  PAYMENT_MODE_LABELS,
  type SharePayoutAsked,
  type SharePayoutChange,
  type SharePayoutStatus,
  today,
  toPesewas,
} from '@banbo/contract';
import { z } from 'zod';
import type { Db, Tx } from '#db/database.ts';
import { type Approvers, askApproval, defineApproval, refuseOwnHands, refusePayoutDay } from '#domains/approvals';
import { audit } from '#domains/audit';
import { balanceOf, holdBooks, post, reverse, SHARE_ACCOUNTS } from '#domains/ledger';
import type { Author, Caller } from '#lib/caller.ts';
import type { Paper } from '#lib/read-paper.ts';
import { existing, Refusal, refusalAt } from '#lib/refusal.ts';
import { nextLandSerials } from '../serials.repo.ts';
import { stepSharePayout } from './share-payout-changes.ts';
import {
  holdShares,
  insertSharePayout,
  lockSharePayout,
  type SharePayoutRow,
  sharePayoutById,
  signedReceipts,
  storeCameBack,
  storeShareReceipt,
  sumsOfPayouts,
} from './share-payouts.repo.ts';
import { entryOfReceipt, entryOfSharePayout } from './shares-in-books.ts';

export const PAYOUT_NOUN = 'payout';

/** The sum held for a beneficiary, in pesewas: what was shared and not paid out. */
const heldFor = async (db: Db, beneficiary: Beneficiary): Promise<bigint> =>
  -(await balanceOf(db, SHARE_ACCOUNTS[beneficiary]));

/** The same without what other payouts in these states are for. */
const freeFor = async (db: Db, beneficiary: Beneficiary, states: readonly SharePayoutStatus[]): Promise<bigint> => {
  const waiting = (await sumsOfPayouts(db, states)).get(beneficiary) ?? '0.00';
  return (await heldFor(db, beneficiary)) - toPesewas(waiting);
};

const tooMuch = (beneficiary: Beneficiary, left: bigint): string => {
  const most = left > 0n ? `only ${formatMoney(fromPesewas(left))} can` : 'nothing can';
  return `Of the share of the ${BENEFICIARY_LABELS[beneficiary]} ${most} be paid out now.`;
};

const ENDED = {
  refuse: 'Refused',
  withdraw: 'Withdrawn by whoever asked for it',
  expire: 'It could not be paid out any more',
} as const;

/** A payout of a share, which another person approves. */
export const sharePayoutApproval = defineApproval({
  kind: 'land.share_payout',
  input: z.strictObject({}),
  apply: async (tx, { subjectId: id, by, isAlone, now }) => {
    await holdShares(tx);
    const { beneficiary, amount, number } = existing(await sharePayoutById(tx, id), PAYOUT_NOUN);
    const free = await freeFor(tx, beneficiary, ['approved']);
    if (toPesewas(amount) > free) throw new Refusal('conflict', tooMuch(beneficiary, free));
    await stepSharePayout(tx, 'approve', { id, by, with: { isAlone }, now });
    return { message: `${number} is approved. The ${formatMoney(amount)} are to be paid now.` };
  },
  facts: async (db, id) => {
    const { paid_to } = existing(await sharePayoutById(db, id), PAYOUT_NOUN);
    return [{ field: 'To', before: '', after: paid_to, to: `/share_payouts/${id}` }];
  },
  ended: async (tx, { subjectId: id, how, reason, by, now }) => {
    const said = reason === undefined ? ENDED[how] : `${ENDED[how]}: ${reason}`;
    await stepSharePayout(tx, 'refuse', { id, by, reason: said, now });
  },
});

type Asking = { body: SharePayoutAsked; by: Caller; now: Date };

/**
 * Asks for a payout of a share, which another person approves. Refused with 422 `refused` for more
 * than is held and no other payout waits for.
 */
export const askSharePayout = async (
  tx: Tx,
  { body, by, now }: Asking,
  { staff }: Approvers,
): Promise<{ message: string; payout_id: string }> => {
  const { beneficiary, amount, mode, reason } = body;
  await holdShares(tx);
  const free = await freeFor(tx, beneficiary, ['asked', 'approved']);
  if (toPesewas(amount) > free) throw refusalAt('refused', 'amount', tooMuch(beneficiary, free));
  const year = now.getUTCFullYear();
  const serial = await nextLandSerials(tx, 'share_payout', year);
  const number = `SP${year}-${String(serial).padStart(4, '0')}`;
  const made = { number, status: 'asked' as const, asked_by: by.accountId, asked_at: now };
  const id = await insertSharePayout(tx, { ...body, ...made });
  const subject = { kind: PAYOUT_NOUN, id, name: number };
  await audit(tx, by, { action: 'shares.ask_payout', subject, after: { beneficiary, amount, mode, reason } }, now);
  const changes: AskedChange[] = [
    { field: 'Share of', before: '', after: BENEFICIARY_LABELS[beneficiary] },
    { field: 'Amount', before: '', after: formatMoney(amount) },
    { field: 'By', before: '', after: PAYMENT_MODE_LABELS[mode] },
  ];
  const name = `${number}, ${formatMoney(amount)} to the ${BENEFICIARY_LABELS[beneficiary]}`;
  const asked = { subject: { id, name }, input: {}, changes, reason, by, now };
  return { message: (await askApproval(tx, sharePayoutApproval, asked, staff)).message, payout_id: id };
};

/** Its payment as a decision, in which whoever asked for the payout has a hand. */
export const payingOf = ({ asked_by }: SharePayoutRow, { by, now }: { by: Author; now: Date }) => ({
  ...{ subjects: [], hands: [{ account_id: asked_by, what: 'asked' as const }] },
  ...{ by, needs: 'land.receive' as const, now },
});

type Changing = { payout: SharePayoutRow; body: SharePayoutChange; by: Caller; now: Date };

const pay = async (tx: Tx, { payout, body, by, now }: Changing, { staff }: Approvers): Promise<string> => {
  const { id, number, beneficiary, amount, mode } = payout;
  const reference = mode === 'cash' ? number : body.reference;
  if (reference === undefined) throw refusalAt('invalid_input', 'reference', MISSING_REFERENCE);
  const paid_on = body.paid_on ?? today(now);
  await stepSharePayout(tx, 'pay', { id, by, with: { paid: { reference, paid_on } }, now });
  const subject = { kind: PAYOUT_NOUN, id, name: number };
  await refuseOwnHands(tx, { ...payingOf(payout, { by, now }), decides: { action: 'shares.pay', subject } }, staff);
  // Locks the books, so that no payment is reversed and no month closes before it is posted.
  const { open_from } = await holdBooks(tx);
  refusePayoutDay(paid_on, payout, { openFrom: open_from, now });
  const held = await heldFor(tx, beneficiary);
  if (toPesewas(amount) > held) throw new Refusal('conflict', tooMuch(beneficiary, held));
  await post(tx, [entryOfSharePayout({ ...payout, reference, paid_on, ended_by: by.accountId })], { by, now });
  return `Noted: ${formatMoney(amount)} was paid, reference ${reference}.`;
};

const comeBack = async (tx: Tx, { payout, body, by, now }: Changing, { staff }: Approvers): Promise<string> => {
  const { id, number, amount, status, asked_by, ended_by, came_back_on } = payout;
  if (status !== 'paid') throw new Refusal('conflict', `${number} was not paid, so nothing can come back.`);
  if (came_back_on !== null) throw new Refusal('conflict', `The money of ${number} has come back already.`);
  if (body.reason === undefined) throw refusalAt('invalid_input', 'reason', 'Please give the reason in a few words.');
  const subject = { kind: PAYOUT_NOUN, id, name: number };
  const hands = [
    { account_id: asked_by, what: 'asked' as const },
    ...(ended_by === null ? [] : [{ account_id: ended_by, what: 'entered' as const }]),
  ];
  const decides = { action: 'shares.come_back' as const, subject };
  await refuseOwnHands(tx, { subjects: [], hands, by, needs: 'land.receive', now, decides }, staff);
  const day = today(now);
  await storeCameBack(tx, id, { came_back_on: day, came_back_reason: body.reason, came_back_by: by.accountId });
  await audit(tx, by, { action: 'shares.come_back', subject, after: { reason: body.reason } }, now);
  const description = `${number} came back: ${body.reason}`;
  await reverse(tx, { kind: 'share payout', subjectIds: [id], day, description }, { by, now });
  return `Noted: the ${formatMoney(amount)} of ${number} came back, and are held for the share again.`;
};

/**
 * Notes that an approved payout was paid, withdraws it, or notes that its money came back. Refused
 * with 404 `not_found`, 403 `not_permitted` for one by whoever asked for it, and 409 `conflict` in
 * another state, for a reference that another payout has, and where less is held by now.
 */
export const changeSharePayout = async (
  tx: Tx,
  { id, body, by, now }: Omit<Changing, 'payout'> & { id: string },
  deps: Approvers,
): Promise<string> => {
  const payout = existing(await lockSharePayout(tx, id), PAYOUT_NOUN);
  if (body.change === 'pay') return pay(tx, { payout, body, by, now }, deps);
  if (body.change === 'come_back') return comeBack(tx, { payout, body, by, now }, deps);
  await stepSharePayout(tx, 'withdraw', { id, by, reason: body.reason, now });
  return `${payout.number} is withdrawn. The ${formatMoney(payout.amount)} stay with the share.`;
};

/** Keeps the receipt that the payee signed. Refused with 409 `conflict` where there is one. */
export const addShareReceipt = async (
  tx: Tx,
  { id, by, now }: { id: string; by: Caller; now: Date },
  paper: Paper,
): Promise<string> => {
  const { number, status, receipt_name } = existing(await lockSharePayout(tx, id), PAYOUT_NOUN);
  if (status !== 'paid') throw new Refusal('conflict', `${number} was not paid yet, so it has no receipt.`);
  if (receipt_name !== null) throw new Refusal('conflict', `${number} has its receipt already: ${receipt_name}.`);
  await storeShareReceipt(tx, id, { ...paper, by: by.accountId, now });
  const after = { file: paper.name, sha256: paper.sha256.toString('hex') };
  const subject = { kind: PAYOUT_NOUN, id, name: number };
  await audit(tx, by, { action: 'shares.attach_receipt', subject, after }, now);
  await post(tx, (await signedReceipts(tx, { ids: [id] })).map(entryOfReceipt), { by, now });
  return `${paper.name} is the receipt of ${number}.`;
};
