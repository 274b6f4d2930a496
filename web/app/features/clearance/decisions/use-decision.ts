import { type CaseDecisionBody, decideClearance, decideTransfer, type TransferDecisionBody } from '@banbo/contract';
import { change } from '~/lib/query-client.ts';
import { useAction } from '~/lib/use-action.ts';

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
