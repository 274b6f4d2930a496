import type { AnswerOf, CaseDecisionBody, decideMany, TransferDecisionBody } from '@banbo/contract';
import { Refusal } from '#lib/refusal.ts';

type Deciding = {
  claim: (id: string, body: CaseDecisionBody) => Promise<string>;
  money: (id: string, body: TransferDecisionBody) => Promise<string>;
};
type Decision = { id: string; decision: CaseDecisionBody | TransferDecisionBody };
type Decided = Omit<AnswerOf<typeof decideMany>, 'status'>;

/**
 * Decides cases one after the other, each in a transaction of its own: a refused one leaves the
 * others as they are, and its outcome is the refusal.
 */
export const decideEach = async (decisions: readonly Decision[], { claim, money }: Deciding): Promise<Decided> => {
  const outcomes: Decided['outcomes'] = [];
  for (const { id, decision } of decisions) {
    try {
      const message = id.startsWith('T')
        ? await money(id.slice(1), decision as TransferDecisionBody)
        : await claim(id, decision as CaseDecisionBody);
      outcomes.push({ id, is_done: true, message });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      outcomes.push({ id, is_done: false, message: error.message });
    }
  }
  const done = outcomes.filter(({ is_done }) => is_done).length;
  const message = done === outcomes.length ? `Decided ${done}.` : `Decided ${done} of ${outcomes.length}.`;
  return { message, outcomes };
};
