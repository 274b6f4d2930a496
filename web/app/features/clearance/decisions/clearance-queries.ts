import {
  type CaseDecisionBody,
  clearanceFigures,
  DecisionReason,
  decideClearance,
  decideTransfer,
  showClearance,
  type TransferDecisionBody,
} from '@banbo/contract';
import { change, read } from '~/lib/api/query-client.ts';

/** Cases change while a person looks at them. */
export const CASE_REFRESH_MS = 15_000;

export const figuresQuery = { ...read(clearanceFigures, {}), staleTime: 0, refetchInterval: CASE_REFRESH_MS };

export const caseQuery = (id: string) => ({
  ...read(showClearance, { params: { id } }),
  staleTime: 0,
  refetchInterval: CASE_REFRESH_MS,
});

export const sendCaseDecision = (id: string, body: CaseDecisionBody) =>
  change(decideClearance, { params: { id }, body });

export const sendMoneyDecision = (id: string, body: TransferDecisionBody) =>
  change(decideTransfer, { params: { id }, body });

export const reasonOf = (seenBy: string, presets: readonly string[]) => ({ schema: DecisionReason, seenBy, presets });
