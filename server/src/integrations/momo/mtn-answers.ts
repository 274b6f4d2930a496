import { fromPesewas, toPesewas } from '@banbo/contract';
import { z } from 'zod';
import type { PromptStatus } from './momo.ts';

/** A token and the seconds for which it is good; some answers give them as text. */
export const TokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() });

const REASON = /^[A-Z][A-Z0-9_]{1,79}$/;

/** MTN's word for a failure, in whichever of its forms; `UNKNOWN` for another. */
export const reasonIn = (given: unknown): string => {
  const code = given instanceof Object && 'code' in given ? given.code : given;
  const word = typeof code === 'string' ? code.trim().toUpperCase() : '';
  return REASON.test(word) ? word : 'UNKNOWN';
};

/** Money text of an amount that came as a number or as text, with two decimals at most. Throws for any other. */
const moneyOf = (given: string | number): string => {
  const text = String(given).trim();
  if (!/^\d{1,12}(\.\d{1,2})?$/.test(text)) throw new Error('MTN answered an amount that cannot be read');
  const [whole = '', cents = ''] = text.split('.');
  return fromPesewas(toPesewas(`${whole}.${cents.padEnd(2, '0')}`));
};

const Status = z.object({
  status: z.enum(['PENDING', 'SUCCESSFUL', 'FAILED']),
  amount: z.union([z.string(), z.number()]).nullish(),
  currency: z.string().nullish(),
  financialTransactionId: z.union([z.string(), z.number()]).nullish(),
  reason: z.unknown().optional(),
});

const ID = /^(?=.*\d)[A-Z0-9]{1,32}$/;

/** Reads the answer to the question for a status. Throws for one that cannot be read, or that speaks of another currency. */
export const statusIn = (answer: unknown, currency: string): PromptStatus => {
  const parsed = Status.safeParse(answer);
  if (!parsed.success) throw new Error('MTN answered a status that cannot be read');
  const { status, amount, financialTransactionId, reason } = parsed.data;
  if (status === 'PENDING') return { kind: 'pending' };
  if (status === 'FAILED') return { kind: 'failed', reason: reasonIn(reason) };
  const transactionId = String(financialTransactionId ?? '')
    .trim()
    .toUpperCase();
  if (!ID.test(transactionId)) throw new Error('MTN answered a payment without a transaction ID');
  if (amount === undefined || amount === null) throw new Error('MTN answered a payment without an amount');
  if ((parsed.data.currency ?? currency) !== currency) throw new Error('MTN answered a payment in another currency');
  return { kind: 'paid', transactionId, amount: moneyOf(amount) };
};
