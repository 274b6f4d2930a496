import {
  BUILT_IN_NETWORKS,
  type ChosenCause,
  defaultRights,
  type ReceivedPayment,
  type StaffRole,
  type TransferDecisionBody,
} from '@banbo/contract';
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { refundsOfMoney } from '#domains/refunds';
import type { Caller } from '#lib/caller.ts';
import { decideTransfer } from '../../src/domains/clearance/decisions/decide-transfer.ts';
import { receivePayment } from '../../src/domains/clearance/desk/receive-payment.ts';
import { reversePayments } from '../../src/domains/clearance/transfers/reverse-payments.ts';
import { textReceiptsOf } from '../../src/domains/payments/receipts/text-receipts.ts';

/** Somebody of the staff at work, at a moment. */
export type AtWork = { by: Caller; now: Date };

/** The person of a username as a caller, with the permissions that their role has by default. */
export const callerOf = async (tx: Tx, login: string, role: StaffRole): Promise<Caller> => {
  const { rows } = await sql<{ id: string }>`SELECT id::text FROM accounts WHERE login = ${login}`.execute(tx);
  const accountId = rows[0]?.id;
  if (accountId === undefined) throw new Error(`There is no ${login}`);
  return { accountId, login, sessionId: '0', requestId: 'desk', ...defaultRights(role) };
};

/** Receives money at the desk, and gives the payments and the money's record number. */
export const buildReceived = async (tx: Tx, given: ReceivedPayment, { by, now }: AtWork) => {
  const received = await receivePayment(tx, given, { by, networks: BUILT_IN_NETWORKS, now });
  const { rows } = await sql<{ id: string }>`
    SELECT id::text FROM transfers WHERE transaction_id = ${received.transaction_id}`.execute(tx);
  return { paymentIds: received.payment_ids, transferId: rows[0]?.id ?? '' };
};

type Received = Awaited<ReturnType<typeof buildReceived>>;

/** Reverses what received money paid. */
export const buildReversal = async (
  tx: Tx,
  { paymentIds, transferId }: Received,
  { cause, reason, by, now }: AtWork & { cause: ChosenCause; reason: string },
): Promise<void> => {
  await reversePayments(tx, { ids: paymentIds, transferId }, { cause, reason, by, now });
};

/** Decides on received money: notes that the bank paid a cheque, or that it bounced. */
export const buildDecision = async (
  tx: Tx,
  { transferId: id }: Received,
  { body, by, now }: AtWork & { body: TransferDecisionBody },
): Promise<void> => {
  await decideTransfer(tx, { id, body, by, now }, refundsOfMoney);
};

/** Texts the receipts of payments to their drivers. */
export const buildReceiptTexts = async (tx: Tx, { paymentIds }: Received, now: Date): Promise<void> => {
  await textReceiptsOf(tx, paymentIds, { linksTo: null, now });
};
