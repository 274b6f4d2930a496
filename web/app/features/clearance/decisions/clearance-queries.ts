import {
  type CaseDecisionBody,
  clearanceFigures,
  decideClearance,
  decideTransfer,
  showClearance,
  type TransferDecisionBody,
} from '@banbo/contract';
import { queryOptions } from '@tanstack/react-query';
import { change, read } from '~/lib/api/query-client.ts';
import { useAction } from '~/lib/api/use-action.ts';

/** Cases come and go while somebody looks at them. */
export const CASE_REFRESH_MS = 15_000;

export const figuresQuery = queryOptions({
  ...read(clearanceFigures, {}),
  staleTime: 0,
  refetchInterval: CASE_REFRESH_MS,
});

export const caseQuery = (id: string) =>
  queryOptions({
    ...read(showClearance, { params: { id } }),
    staleTime: 0,
    refetchInterval: CASE_REFRESH_MS,
  });

/** Decides on a claim. */
export const useCaseDecision = (id: string) =>
  useAction({
    run: (body: CaseDecisionBody) => change(decideClearance, { params: { id }, body }),
    says: ({ message }) => message,
  });

/** Decides on money. */
export const useMoneyDecision = (id: string) =>
  useAction({
    run: (body: TransferDecisionBody) => change(decideTransfer, { params: { id }, body }),
    says: ({ message }) => message,
  });
