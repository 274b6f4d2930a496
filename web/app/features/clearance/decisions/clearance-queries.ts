import {
  type CaseDecisionBody,
  clearanceFigures,
  decideClearance,
  decideTransfer,
  showClearance,
  type TransferDecisionBody,
} from '@banbo/contract';
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '~/lib/api.ts';
import { useAction } from '~/lib/use-action.ts';

/** Cases come and go while somebody looks at them. */
export const REFRESH_MS = 15_000;

export const figuresQuery = queryOptions({
  queryKey: ['clearance', 'figures'],
  queryFn: ({ signal }) => call(clearanceFigures, { signal }),
  staleTime: 0,
  refetchInterval: REFRESH_MS,
});

export const caseQuery = (id: string) =>
  queryOptions({
    queryKey: ['clearance', 'case', id],
    queryFn: ({ signal }) => call(showClearance, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });

/** Asks anew for all that a decision may have changed. */
export const refreshAfterDecision = (queries: QueryClient): Promise<unknown> =>
  Promise.all([['clearance'], ['payments'], ['dashboard']].map((queryKey) => queries.invalidateQueries({ queryKey })));

/** Its end is said in a toast, and the screen is asked for anew also where somebody was faster. */
const useDecision = <Body>(run: (body: Body) => Promise<{ message: string }>) => {
  const queries = useQueryClient();
  return useAction({
    run,
    says: ({ message }) => message,
    onEnd: () => void refreshAfterDecision(queries),
  });
};

/** Decides on a claim. */
export const useCaseDecision = (id: string) =>
  useDecision((body: CaseDecisionBody) => call(decideClearance, { params: { id }, body }));

/** Decides on money. */
export const useMoneyDecision = (id: string) =>
  useDecision((body: TransferDecisionBody) => call(decideTransfer, { params: { id }, body }));
