import { transactionKey } from '@banbo/contract';

type Money = { line: number; transaction_id: string; amount: string };
type First = { line: number; amount: string; others: number[]; isContradicted: boolean };

const inWords = new Intl.ListFormat('en-GB');

/** The transaction IDs of a file, each with its first line. */
export const repeatedIds = () => {
  const firsts = new Map<string, First>();
  return {
    /** The line of the file that has the ID already; null for the first one. */
    repeats: ({ line, transaction_id, amount }: Money): number | null => {
      const key = transactionKey(transaction_id);
      const first = firsts.get(key);
      if (!first) {
        firsts.set(key, { line, amount, others: [], isContradicted: false });
        return null;
      }
      first.others.push(line);
      first.isContradicted ||= first.amount !== amount;
      return first.line;
    },
    /** The lines that have one ID with different amounts: neither can be believed. */
    contradictions: (): { line: number; reason: string }[] =>
      [...firsts.values()]
        .filter(({ isContradicted }) => isContradicted)
        .flatMap(({ line: first, others }) => {
          const lines = [first, ...others];
          const reason = `Lines ${inWords.format(lines.map(String))} have this transaction ID with different amounts.`;
          return lines.map((line) => ({ line, reason }));
        }),
  };
};
