import type { StatementMapping } from '@banbo/contract';

/** Words that mean the same in every statement. */
const IN = /^(?:c|cr|credit|in|incoming|money in|cash in|deposit|received|payment received|receive)$/i;
const OUT =
  /^(?:d|dr|debit|out|outgoing|money out|cash out|withdrawal|sent|fee|charge|charges|reversal|transfer out)$/i;

/**
 * Whether a line is money in or out: an amount below zero is out; else what somebody has said of its word, else what the word
 * means everywhere. Null for a word that could mean either.
 */
export const directionOf = (
  word: string,
  { direction, directions }: Pick<StatementMapping, 'direction' | 'directions'>,
  pesewas: bigint,
): 'in' | 'out' | null => {
  if (pesewas < 0n) return 'out';
  if (direction === null) return 'in';
  const said = directions.find(({ text }) => text.toLowerCase() === word.toLowerCase());
  if (said) return said.is;
  if (OUT.test(word)) return 'out';
  return IN.test(word) ? 'in' : null;
};
