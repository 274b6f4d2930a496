import { formatMoney, shownName } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { dueFeeOf, type FormFee } from '~/components/payments/fee-parts.ts';
import { owedQuery } from './clearance-queries.ts';

type Props = { driver: { id: string; fullname: string }; fee: FormFee };

/** The debts of a driver, in all and of the chosen fee; nothing until they are read. */
export function DebtsOfDriver({ driver, fee }: Props) {
  const { data } = useQuery(owedQuery(driver.id));
  if (!data) return null;
  const due = dueFeeOf(fee, data.due);
  return (
    <p className="note" role="status">
      {`${shownName(driver.fullname)} owes ${formatMoney(data.owed)}.`}
      {due && ` Price ${formatMoney(due.amount)}, ${formatMoney(due.paid)} paid, ${formatMoney(due.missing)} missing.`}
    </p>
  );
}
