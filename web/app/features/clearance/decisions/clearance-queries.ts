import {
  type CaseDecisionBody,
  clearanceFigures,
  DecisionReason,
  decideClearance,
  decideTransfer,
  PAYER_SIDES,
  showClearance,
  type TransferDecisionBody,
} from '@banbo/contract';
import { driverStandingQuery } from '~/lib/api/driver-standing.ts';
import { change, read } from '~/lib/api/query-client.ts';

/** Cases change while a person looks at them. */
export const CASE_REFRESH_MS = 15_000;

/** The waiting cases by reason; of claims of one payment type or side where it is not ''. */
export const figuresQuery = ({ payment_type = '', side = '' }: { payment_type?: string; side?: string } = {}) => ({
  // Of all cases they are the dashboard's, by the same key.
  ...read(
    clearanceFigures,
    payment_type === '' && side === ''
      ? {}
      : { query: { ...(payment_type !== '' && { payment_type }), side: PAYER_SIDES.find((one) => one === side) } },
  ),
  staleTime: 0,
  refetchInterval: CASE_REFRESH_MS,
});

export const caseQuery = (id: string) => ({
  ...read(showClearance, { params: { id } }),
  staleTime: 0,
  refetchInterval: CASE_REFRESH_MS,
});

/** A driver's debts, read again and again while their case is open. */
export const owedQuery = (driverId: string) => ({
  ...driverStandingQuery(driverId),
  refetchInterval: CASE_REFRESH_MS,
});

export const sendCaseDecision = (id: string, body: CaseDecisionBody) =>
  change(decideClearance, { params: { id }, body });

export const sendMoneyDecision = (id: string, body: TransferDecisionBody) =>
  change(decideTransfer, { params: { id }, body });

export const reasonOf = (seenBy: string, presets?: readonly string[]) => ({
  schema: DecisionReason,
  seenBy,
  ...(presets && { presets }),
});

/** Usual reasons to reject a claim; its payer reads them. */
export const REJECTIONS = [
  'No payment with this transaction ID reached us. Please check the ID.',
  'The amount that reached us is another one. Please contact us.',
  'This transaction ID belongs to another payment.',
  'This payment was sent twice.',
] as const;

/** Usual reasons to set money aside. */
export const DISMISSALS = [
  'It is no payment of a driver.',
  'It was sent back to the payer.',
  'It was captured by mistake.',
] as const;
