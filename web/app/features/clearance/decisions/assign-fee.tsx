import {
  AssignedFee,
  type CaseMoney,
  formatMoney,
  MONTH_CODES,
  MONTHS,
  PAYMENT_YEARS,
  type SuggestedDriver,
} from '@banbo/contract';
import { Button, Flex, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { driversTypesQuery } from '~/lib/api/payment-types.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { toast } from '~/lib/toast.ts';
import { useDecisions } from './case-flow.tsx';
import { DebtsOfCar } from './debts-of-car.tsx';

type Values = { car_number: string; payment_type: string; payment_year: string; payment_month: string };

const NEEDED = { value: '', label: 'Choose…' };

/** The request's fee: without year and month if its type has none. */
const feeOf = ({ car_number, payment_type, payment_year, payment_month }: Values, isMonthly: boolean) => ({
  car_number,
  payment_type,
  ...(isMonthly && { payment_year: Number(payment_year), payment_month }),
});

type Props = { money: CaseMoney; suggested?: SuggestedDriver | undefined };

function AssignForm({ money, suggested, onDone }: Props & { onDone: () => void }) {
  const { data: types = [] } = useQuery(driversTypesQuery);
  const { decideMoney } = useDecisions();
  const due = suggested?.due[0];
  const initial: Values = {
    car_number: suggested?.driver.car_number ?? money.reference.slice(0, 20),
    payment_type: due?.payment_type ?? '',
    payment_year: String(due?.payment_year ?? money.received_on.slice(0, 4)),
    payment_month: due?.payment_month ?? MONTH_CODES[Number(money.received_on.slice(5, 7)) - 1] ?? '',
  };
  const [car, setCar] = useState(initial.car_number);
  const isMonthlyType = (code: string) => types.find(({ type_code }) => type_code === code)?.period === 'monthly';
  const check = checkBy(AssignedFee);
  const form = useForm({
    initial,
    check: (values) => check(feeOf(values, isMonthlyType(values.payment_type))),
  });
  const submit = form.submit(async (values) => {
    const fee = AssignedFee.parse(feeOf(values, isMonthlyType(values.payment_type)));
    toast.success((await decideMoney(money.id, { decision: 'assign', fee })).message);
    onDone();
  });
  const isMonthly = isMonthlyType(form.values.payment_type);
  return (
    <Flex component="form" direction="column" gap="sm" onSubmit={submit} noValidate>
      <TextInput
        {...form.input('car_number')}
        data-autofocus
        label="Car Number"
        required
        maxLength={20}
        onBlur={(event) => setCar(event.currentTarget.value)}
      />
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
      <DebtsOfCar car={car} fee={isMonthly ? form.values : { ...form.values, payment_year: '', payment_month: '' }} />
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
  return (
    <>
      <Button
        size="sm"
        variant={suggested ? 'default' : 'filled'}
        aria-keyshortcuts={suggested ? 'f' : 'f c'}
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
