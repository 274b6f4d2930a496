import { formatReceiptNumber, readReceiptCode, UNKNOWN_RECEIPT_CODE, type VerifiedReceipt } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { Refusal } from '#lib/refusal.ts';
import { findReceipt } from './receipts.repo.ts';

/** The first name and the last name's initial, which is enough to compare and too little to learn a name. */
export const maskName = (name: string): string => {
  const [first = '', ...others] = name.split(' ').filter((part) => part !== '');
  const [initial = ''] = [...(others.at(-1) ?? '')];
  return initial === '' ? `${[...first][0] ?? ''}.` : `${first} ${initial}.`;
};

/** As much of the receipt with this code as a stranger may compare. Refused with 404 `not_found`, in a sentence. */
export const verifyReceipt = async (db: Db, typed: string): Promise<VerifiedReceipt> => {
  const code = readReceiptCode(typed);
  const receipt = code === null ? null : await findReceipt(db, { code });
  if (!receipt) throw new Refusal('not_found', UNKNOWN_RECEIPT_CODE);
  return {
    number: formatReceiptNumber(receipt.number),
    paid_on: receipt.paid_on,
    amount: receipt.amount,
    payer: maskName(receipt.payer_name),
    is_void: receipt.status === 'void',
  };
};
