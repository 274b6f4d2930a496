import { CarNumber, formatMoney, fullName, generalSearch, getDriverStanding } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { isNamed } from '~/components/driver-finder/driver-finder.tsx';
import { dueFeeOf, type FormFee } from '~/components/payments/fee-parts.ts';
import { read } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';

/** The debts of the driver of a car, in all and of the chosen fee; nothing without a driver. */
export function DebtsOfCar({ car, fee }: { car: string; fee: FormFee }) {
  const { can } = useAbility();
  const isAsked = CarNumber.safeParse(car).success && can('drivers.search') && can('payments.read');
  const numbers = { driver_code: '', mobile_number: '', car_number: car };
  const found = useQuery({ ...read(generalSearch, { body: numbers }), enabled: isAsked });
  const driver = found.data?.driver.find((one) => isNamed(one, car));
  const { data } = useQuery({
    ...read(getDriverStanding, { params: { id: driver?.id ?? '' } }),
    staleTime: 0,
    enabled: isAsked && driver !== undefined,
  });
  if (!driver || !data) return null;
  const due = dueFeeOf(fee, data.due);
  return (
    <p className="note" role="status">
      {`${fullName(driver)} owes ${formatMoney(data.owed)}.`}
      {due && ` Price ${formatMoney(due.amount)}, ${formatMoney(due.paid)} paid, ${formatMoney(due.missing)} missing.`}
    </p>
  );
}
