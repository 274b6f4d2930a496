import { type CaseDecisionBody, decideClearance, decideTransfer, type TransferDecisionBody } from '@banbo/contract';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '~/lib/api.ts';
import { useAction } from '~/lib/use-action.ts';
import { refreshAfterDecision } from './clearance-queries.ts';

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
