import { fromPesewas, type MemberStanding, toPesewas } from '@banbo/contract';

/** The part of what is due that no claim waits for; more than a fee's amount may wait for it, and counts for no other fee. */
export const stillToSend = ({ due }: Pick<MemberStanding, 'due'>): string => {
  const open = due.map(({ amount, waiting }) => toPesewas(amount) - toPesewas(waiting)).filter((rest) => rest > 0n);
  return fromPesewas(open.reduce((sum, rest) => sum + rest, 0n));
};
