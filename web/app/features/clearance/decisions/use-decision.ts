import { type CaseDecisionBody, decideClearance, decideTransfer, type TransferDecisionBody } from '@banbo/contract';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '~/lib/api.ts';
import { useAction } from '~/lib/use-action.ts';
import { refreshAfterDecision } from './clearance-queries.ts';

/** Decides on a claim; its end is said in a toast, and the screen is asked for anew also where somebody was faster. */
export const useCaseDecision = (id: string) => {
  const queries = useQueryClient();
  return useAction({
    run: (body: CaseDecisionBody) => call(decideClearance, { params: { id }, body }),
    says: ({ message }) => message,
    onEnd: () => void refreshAfterDecision(queries),
  });
};

/** Decides on money in the same way. */
export const useMoneyDecision = (id: string) => {
  const queries = useQueryClient();
  return useAction({
    run: (body: TransferDecisionBody) => call(decideTransfer, { params: { id }, body }),
    says: ({ message }) => message,
    onEnd: () => void refreshAfterDecision(queries),
  });
};
