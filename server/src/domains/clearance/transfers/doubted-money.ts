import { formatMoney, isDoubted } from '@banbo/contract';
import { Refusal } from '#lib/refusal.ts';
import type { Transfer } from './transfers.repo.ts';

/** Refuses money whose amount a statement doubts. */
export const refuseDoubted = (transfer: Transfer): void => {
  if (!isDoubted(transfer)) return;
  const shown = formatMoney(transfer.statement_amount ?? '0.00');
  throw new Refusal('conflict', `The statement shows ${shown} for this money. Settle that first.`);
};
