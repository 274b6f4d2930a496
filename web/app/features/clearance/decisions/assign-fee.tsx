import {
  AssignedFee,
  type CaseMoney,
  type DriverSummary,
  type DueFee,
  formatMoney,
  fullName,
  MONTH_CODES,
  MONTHS,
  PAYMENT_YEARS,
  type SuggestedDriver,
  shownName,
} from '@banbo/contract';
import { Button, Flex, Group, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DriverFinder } from '~/components/driver-finder/driver-finder.tsx';
import { dueFeeOf, type FormFee } from '~/components/payments/fee-parts.ts';
import { driversTypesQuery } from '~/lib/api/payment-types.ts';
import { queryClient } from '~/lib/api/query-client.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { toast } from '~/lib/toast.ts';
import { useDecisions } from './case-flow.tsx';
import { owedQuery } from './clearance-queries.ts';
import { useMayFind } from './found-driver.tsx';

type Values = { car_number: string; payment_type: string; payment_year: string; payment_month: string };

const NEEDED = { value: '', label: 'Choose…' };
const NO_DRIVER = 'Find the driver whose fee it pays.';

/** The request's fee: without year and month if its type has none. */
const feeOf = ({ car_number, payment_type, payment_year, payment_month }: Values, isMonthly: boolean) => ({
  car_number,
  payment_type,
  ...(isMonthly && { payment_year: Number(payment_year), payment_month }),
});

/** The fields of the oldest fee that a driver owes; without one, of the month of the money. */
const fieldsOf = (due: DueFee | undefined, { received_on }: CaseMoney): Omit<Values, 'car_number'> => ({
  payment_type: due?.payment_type ?? '',
  payment_year: String(due?.payment_year ?? received_on.slice(0, 4)),
  payment_month: due?.payment_month ?? MONTH_CODES[Number(received_on.slice(5, 7)) - 1] ?? '',
});

type Chosen = Pick<SuggestedDriver['driver'], 'id' | 'fullname' | 'car_number'>;

/** The driver whose fee is paid, and the way to choose another one. */
function ChosenDriver({ driver, onAnother }: { driver: Chosen; onAnother: () => void }) {
  return (
    <Group justify="space-between" gap="xs">
      <p>
        <strong>{shownName(driver.fullname)}</strong> · {driver.car_number}
      </p>
      <Button variant="default" size="compact-sm" onClick={onAnother}>
        Another driver
      </Button>
    </Group>
  );
}

/** The debts of a driver, in all and of the chosen fee; nothing until they are read. */
function DebtsOfDriver({ driver, fee }: { driver: Chosen; fee: FormFee }) {
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

type Props = { money: CaseMoney; suggested?: SuggestedDriver | undefined };

function AssignForm({ money, suggested, onDone }: Props & { onDone: () => void }) {
  const { data: types = [] } = useQuery(driversTypesQuery);
  const { decideMoney } = useDecisions();
  const mayFind = useMayFind();
  const [driver, setDriver] = useState<Chosen | null>(suggested?.driver ?? null);
  const initial: Values = {
    car_number: suggested?.driver.car_number ?? (mayFind ? '' : money.reference.slice(0, 20)),
    ...fieldsOf(suggested?.due[0], money),
  };
  const isMonthlyType = (code: string) => types.find(({ type_code }) => type_code === code)?.period === 'monthly';
  const check = checkBy(AssignedFee);
  const form = useForm({
    initial,
    check: (values) => {
      const { car_number, ...errors } = check(feeOf(values, isMonthlyType(values.payment_type)));
      return car_number === undefined ? errors : { car_number: mayFind ? NO_DRIVER : car_number, ...errors };
    },
  });
  const submit = form.submit(async (values) => {
    const fee = AssignedFee.parse(feeOf(values, isMonthlyType(values.payment_type)));
    const seen = mayFind && driver ? { driver_id: driver.id } : {};
    toast.success((await decideMoney(money.id, { decision: 'assign', fee, ...seen })).message);
    onDone();
  });
  const choose = async (found: DriverSummary): Promise<void> => {
    const { due } = await queryClient.fetchQuery(owedQuery(found.id));
    form.setFieldValue('car_number', found.car_number);
    form.setValues(fieldsOf(due[0], money));
    setDriver({ id: found.id, fullname: fullName(found), car_number: found.car_number });
  };
  const another = (): void => {
    setDriver(null);
    form.setFieldValue('car_number', '');
  };
  const isMonthly = isMonthlyType(form.values.payment_type);
  return (
    <Flex component="form" direction="column" gap="sm" onSubmit={submit} noValidate>
      {mayFind && driver && <ChosenDriver driver={driver} onAnother={another} />}
      {mayFind && !driver && <DriverFinder name="car_number" error={form.errors.car_number} onFound={choose} />}
      {!mayFind && (
        <TextInput {...form.input('car_number')} data-autofocus label="Car Number" required maxLength={20} />
      )}
      <NativeSelect
        {...form.input('payment_type')}
        label="Payment Type"
        required
        data={[NEEDED, ...types.map(({ type_code, description }) => ({ value: type_code, label: description }))]}
      />
      {isMonthly && (
        <>
          <NativeSelect
            {...form.input('payment_year')}
            label="Payment Year"
            required
            data={PAYMENT_YEARS.map(String)}
          />
          <NativeSelect
            {...form.input('payment_month')}
            label="Payment Month"
            required
            data={MONTH_CODES.map((value, index) => ({ value, label: MONTHS[index] ?? value }))}
          />
        </>
      )}
      {mayFind && driver && (
        <DebtsOfDriver
          driver={driver}
          fee={isMonthly ? form.values : { ...form.values, payment_year: '', payment_month: '' }}
        />
      )}
      <p className="soft">
        More than the price becomes the driver’s credit. Less is credit too, until the whole price is paid.
      </p>
      <Button type="submit" loading={form.isBusy}>
        Clear {formatMoney(money.left)}
      </Button>
    </Flex>
  );
}

/** Pays a driver’s fee with money that nobody claimed. */
export function AssignFee({ money, suggested }: Props) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  // Where what a driver owes can be paid at once, that is the main decision.
  const isMain = !suggested || suggested.due.length === 0;
  return (
    <>
      <Button
        size="sm"
        variant={isMain ? 'filled' : 'default'}
        aria-keyshortcuts={isMain ? 'f c' : 'f'}
        onClick={() => setOpen(true)}
      >
        Pay a driver’s fee…
      </Button>
      <Modal opened={isOpen} onClose={close} title={`What is the ${formatMoney(money.left)} for?`} centered>
        <AssignForm money={money} suggested={suggested} onDone={close} />
      </Modal>
    </>
  );
}
