import {
  AssignedFee,
  type CaseMoney,
  type DriverStanding,
  type DriverSummary,
  type DueFee,
  findDriverByCarNumber,
  formatMoney,
  fullName,
  listYearlyPrices,
  MONTH_CODES,
  MONTHS,
  OPENING_BALANCE,
  PAYMENT_YEARS,
  type SuggestedDriver,
  shownName,
} from '@banbo/contract';
import { Button, Flex, Group, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { DriverFinder } from '~/components/driver-finder/driver-finder.tsx';
import { amountToPay, type FormFee, feeAmong } from '~/components/payments/fee-parts.ts';
import { isMonthly, priceOfFee } from '~/components/payments/fee-price.ts';
import { driversTypesQuery } from '~/lib/api/payment-types.ts';
import { queryClient, read } from '~/lib/api/query-client.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { focusPageIfLost } from '~/lib/keep-focus.ts';
import { toast } from '~/lib/toast.ts';
import { useDecisions } from './case-flow.tsx';
import { owedQuery } from './clearance-queries.ts';
import { differenceText, useMayFind } from './found-driver.tsx';

type Values = { car_number: string; payment_type: string; payment_year: string; payment_month: string };

const NEEDED = { value: '', label: 'Choose…' };
const NO_DRIVER = 'Find the driver whose fee it pays.';

/** The request's fee: without year and month if its type has none. */
const feeOf = ({ car_number, payment_type, payment_year, payment_month }: Values, isMonthly: boolean) => ({
  car_number,
  payment_type,
  ...(isMonthly && { payment_year: Number(payment_year), payment_month }),
});

type Proposed = Pick<DueFee, keyof FormFee>;

/** The oldest fee that a driver owes, or else the first month that nothing covers. */
const nextFeeOf = ({ due, next_due }: DriverStanding): Proposed | undefined => due[0] ?? next_due ?? undefined;

/** The fields of a proposed fee; without one, of the month of the money. */
const fieldsOf = (fee: Proposed | undefined, { received_on }: CaseMoney): FormFee => ({
  payment_type: fee?.payment_type ?? '',
  payment_year: String(fee?.payment_year ?? received_on.slice(0, 4)),
  payment_month: fee?.payment_month ?? MONTH_CODES[Number(received_on.slice(5, 7)) - 1] ?? '',
});

const FEE_FIELDS = ['payment_type', 'payment_year', 'payment_month'] as const;

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

/** The price of the chosen fee and how the money compares with it; '' until they are read. */
const useFeeText = (money: CaseMoney, { driver, fee, standing }: DebtProps): string => {
  const { data: types } = useQuery(driversTypesQuery);
  const { data: prices } = useQuery(read(listYearlyPrices, {}));
  const { data: found } = useQuery(read(findDriverByCarNumber, { body: { car_number: driver.car_number } }));
  if (fee.payment_type === '') return '';
  const due = feeAmong(fee, standing.due);
  if (due) {
    const parts = `Price ${formatMoney(due.amount)}, ${formatMoney(due.paid)} paid, ${formatMoney(due.missing)} missing.`;
    const than = due.missing === '0.00' ? 'the price' : 'is missing';
    return `${parts} ${differenceText(money.left, amountToPay(due), than)}`;
  }
  if (feeAmong(fee, standing.covered)) return 'This fee is paid already.';
  // Each driver who brought an opening balance has an amount of their own.
  if (!types || !prices || !found || fee.payment_type === OPENING_BALANCE) return '';
  const price = priceOfFee(fee, found.driver.plans, { types, prices });
  if (price === null) return 'No price is set yet: the money is held as credit until there is one.';
  return `Price ${formatMoney(price)}. ${differenceText(money.left, price, 'the price')}`;
};

type DebtProps = { driver: Chosen; fee: FormFee; standing: DriverStanding };

/** The debts of a driver, and of the chosen fee the price beside the money. */
function DebtsOfDriver({ money, ...debts }: DebtProps & { money: CaseMoney }) {
  const { driver, standing } = debts;
  const ofFee = useFeeText(money, debts);
  return (
    <p className="note" role="status">
      {`${shownName(driver.fullname)} owes ${formatMoney(standing.owed)}. ${ofFee}`.trim()}
    </p>
  );
}

type Props = { money: CaseMoney; suggested?: SuggestedDriver | undefined };

function AssignForm({ money, suggested, onClose }: Props & { onClose: () => void }) {
  const { data: types = [] } = useQuery(driversTypesQuery);
  const { decideMoney } = useDecisions();
  const mayFind = useMayFind();
  const [driver, setDriver] = useState<Chosen | null>(suggested?.driver ?? null);
  const initial: Values = {
    car_number: suggested?.driver.car_number ?? (mayFind ? '' : money.reference.slice(0, 20)),
    ...fieldsOf(suggested?.due[0], money),
  };
  const check = checkBy(AssignedFee);
  const form = useForm({
    initial,
    check: (values) => {
      const { car_number, ...errors } = check(feeOf(values, isMonthly(values, { types })));
      return car_number === undefined ? errors : { car_number: mayFind ? NO_DRIVER : car_number, ...errors };
    },
  });
  const submit = form.submit(async (values) => {
    const fee = AssignedFee.parse(feeOf(values, isMonthly(values, { types })));
    const seen = mayFind && driver ? { driver_id: driver.id } : {};
    toast.success((await decideMoney(money.id, { decision: 'assign', fee, ...seen })).message);
    onClose();
  });
  const { data: standing } = useQuery({ ...owedQuery(driver?.id ?? ''), enabled: mayFind && driver !== null });
  // A suggestion has only the fees that are due; the next one comes with the standing.
  const isProposed = useRef(!suggested || suggested.due.length > 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a fee is proposed once
  useEffect(() => {
    if (!standing || isProposed.current) return;
    isProposed.current = true;
    if (!form.isDirtyNow()) form.setValues(fieldsOf(nextFeeOf(standing), money));
  }, [standing]);
  const choose = async (found: DriverSummary): Promise<void> => {
    const next = nextFeeOf(await queryClient.fetchQuery(owedQuery(found.id)));
    isProposed.current = true;
    form.clearErrors();
    form.setValues({ car_number: found.car_number, ...fieldsOf(next, money) });
    setDriver({ id: found.id, fullname: fullName(found), car_number: found.car_number });
    form.focus('payment_type');
  };
  const another = (): void => {
    setDriver(null);
    form.setFieldValue('car_number', '');
    form.focus('car_number');
  };
  /** A choice among the fee's fields: what was refused is of the fee before. */
  const choice = (name: (typeof FEE_FIELDS)[number]) => ({
    ...form.input(name),
    onChange: (event: { currentTarget: { value: string } }): void => {
      for (const one of FEE_FIELDS) form.clearFieldError(one);
      form.setFieldValue(name, event.currentTarget.value);
    },
  });
  const hasMonth = isMonthly(form.values, { types });
  return (
    <Flex component="form" direction="column" gap="sm" onSubmit={submit} noValidate>
      {mayFind && driver && <ChosenDriver driver={driver} onAnother={another} />}
      {mayFind && !driver && <DriverFinder name="car_number" isFirst error={form.errors.car_number} onFound={choose} />}
      {!mayFind && (
        <TextInput {...form.input('car_number')} data-autofocus label="Car Number" required maxLength={20} />
      )}
      <NativeSelect
        {...choice('payment_type')}
        data-autofocus={(mayFind && driver !== null) || undefined}
        label="Payment Type"
        required
        data={[NEEDED, ...types.map(({ type_code, description }) => ({ value: type_code, label: description }))]}
      />
      {hasMonth && (
        <>
          <NativeSelect {...choice('payment_year')} label="Payment Year" required data={PAYMENT_YEARS.map(String)} />
          <NativeSelect
            {...choice('payment_month')}
            label="Payment Month"
            required
            data={MONTH_CODES.map((value, index) => ({ value, label: MONTHS[index] ?? value }))}
          />
        </>
      )}
      {mayFind && driver && standing && (
        <DebtsOfDriver
          money={money}
          driver={driver}
          standing={standing}
          fee={hasMonth ? form.values : { ...form.values, payment_year: '', payment_month: '' }}
        />
      )}
      <p className="soft">
        More than the price becomes the driver’s credit. Less is credit too, until the whole price is paid.
      </p>
      <Group justify="flex-end" mt="xs" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={form.isBusy}>
          Clear {formatMoney(money.left)}
        </Button>
      </Group>
    </Flex>
  );
}

/** Pays a driver’s fee with money that nobody claimed. */
export function AssignFee({ money, suggested }: Props) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const mayFind = useMayFind();
  // The main step is to pay what a driver owes, or else to find the driver, wherever one may.
  const isMain = suggested ? suggested.due.length === 0 : !mayFind;
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
      <Modal
        opened={isOpen}
        onClose={close}
        onExitTransitionEnd={focusPageIfLost}
        title={`What is the ${formatMoney(money.left)} for?`}
        withCloseButton={false}
        centered
      >
        <AssignForm money={money} suggested={suggested} onClose={close} />
      </Modal>
    </>
  );
}
