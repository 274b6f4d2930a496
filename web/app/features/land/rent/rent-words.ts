import { formatDay, formatMoney } from '@banbo/contract';

/** Ground rent that is owed, and since when: `GHS 400.00 since 01/01/2026`, or `nothing`. */
export const rentOwedInWords = ({
  rent_owed,
  rent_owed_since,
}: {
  rent_owed: string;
  rent_owed_since: string | null;
}): string => (rent_owed_since === null ? 'nothing' : `${formatMoney(rent_owed)} since ${formatDay(rent_owed_since)}`);
