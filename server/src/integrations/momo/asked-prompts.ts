/** A request to pay as it came. */
export type Asked = {
  reference: string;
  amount: string;
  currency: string;
  externalId: string;
  payer: { partyIdType: string; partyId: string };
  payerMessage: string;
};

/** A prompt's end: `ongoing` never comes to one. */
export type Outcome = { kind: 'paid' } | { kind: 'ongoing' } | { kind: 'failed'; reason: string };

/** By the last three digits of the payer's number, as in MTN's sandbox; any other payer approves. */
const FAILURES: Readonly<Record<string, string>> = {
  450: 'NOT_ENOUGH_FUNDS',
  451: 'APPROVAL_REJECTED',
  452: 'EXPIRED',
};
const ONGOING = '453';
const DELAYED = '454';

type Delays = { paidAfterMs: number; delayedMs: number };
type Kept = { asked: Asked; at: number; transactionId: string };

/** The prompts that a stand-in was asked for, and what became of each. */
export const newBook = ({ paidAfterMs, delayedMs }: Delays) => {
  const prompts = new Map<string, Kept>();
  const decided = new Map<string, Outcome>();
  // Other IDs than those of an earlier run, which the same database may have.
  const first = 70_000_000_000 + (Date.now() % 10_000_000_000);

  const outcomeOf = ({ asked, at }: Kept): Outcome => {
    const { partyId } = asked.payer;
    const given = decided.get(partyId);
    if (given) return given;
    const last = partyId.slice(-3);
    const reason = FAILURES[last];
    const waits = Date.now() - at < (last === DELAYED ? delayedMs : paidAfterMs);
    if (waits || last === ONGOING) return { kind: 'ongoing' };
    return reason === undefined ? { kind: 'paid' } : { kind: 'failed', reason };
  };

  return {
    has: (reference: string): boolean => prompts.has(reference),
    add: (reference: string, asked: Omit<Asked, 'reference'>): void => {
      const transactionId = String(first + prompts.size);
      prompts.set(reference, { asked: { ...asked, reference }, at: Date.now(), transactionId });
    },
    all: (): readonly Asked[] => [...prompts.values()].map(({ asked }) => asked),
    decide: (payer: string, outcome: Outcome): void => void decided.set(payer.replace(/^\+/, ''), outcome),
    /** The body of the answer about a prompt; null where none was accepted under the reference. */
    statusOf: (reference: string): object | null => {
      const kept = prompts.get(reference);
      if (!kept) return null;
      const { amount, currency, externalId, payer } = kept.asked;
      const facts = { amount: Number(amount), currency, externalId, payer };
      const outcome = outcomeOf(kept);
      if (outcome.kind === 'ongoing') return { ...facts, status: 'PENDING' };
      if (outcome.kind === 'failed') return { ...facts, status: 'FAILED', reason: outcome.reason };
      return { ...facts, status: 'SUCCESSFUL', financialTransactionId: kept.transactionId };
    },
  };
};
