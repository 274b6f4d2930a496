import {
  AssignedFee,
  type CaseMoney,
  formatMoney,
  isDoubted,
  MONTH_CODES,
  MONTHS,
  PAYMENT_YEARS,
} from '@banbo/contract';
import { Button, Flex, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { driversTypesQuery } from '~/lib/api/payment-types.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { toast } from '~/lib/toast.ts';
import { reasonOf, sendMoneyDecision } from './clearance-queries.ts';
import { DebtsOfCar } from './debts-of-car.tsx';

type Values = { car_number: string; payment_type: string; payment_year: string; payment_month: string };

const NEEDED = { value: '', label: 'Choose…' };

/** The request's fee: without year and month if its type has none. */
const feeOf = ({ car_number, payment_type, payment_year, payment_month }: Values, isMonthly: boolean) => ({
  car_number,
  payment_type,
  ...(isMonthly && { payment_year: Number(payment_year), payment_month }),
});

function AssignForm({ money, onDone }: { money: CaseMoney; onDone: () => void }) {
  const { data: types = [] } = useQuery(driversTypesQuery);
  const initial: Values = {
    car_number: money.reference.slice(0, 20),
    payment_type: '',
    payment_year: money.received_on.slice(0, 4),
    payment_month: MONTH_CODES[Number(money.received_on.slice(5, 7)) - 1] ?? '',
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
    toast.success((await sendMoneyDecision(money.id, { decision: 'assign', fee })).message);
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
        More than the price becomes the driver’s credit. Less is credit too, until the whole price is there.
      </p>
      <Button type="submit" loading={form.isBusy}>
        Clear {formatMoney(money.left)}
      </Button>
    </Flex>
  );
}

/** Pays a driver’s fee with money that nobody claimed. */
function AssignFee({ money }: { money: CaseMoney }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        Pay a driver’s fee…
      </Button>
      <Modal opened={isOpen} onClose={close} title={`What is the ${formatMoney(money.left)} for?`} centered>
        <AssignForm money={money} onDone={close} />
      </Modal>
    </>
  );
}

const DISMISSALS = ['It is no payment of a driver.', 'It was sent back to the payer.', 'It was captured by mistake.'];
const SETTLEMENTS = ['Looked at the account.', 'The network took its fee.', 'It was captured wrongly.'];

type Props = { money: CaseMoney };

function Settling({ money: { id, amount, statement_amount } }: Props) {
  const [kept, shown] = [formatMoney(amount), formatMoney(statement_amount ?? amount)];
  const common = { danger: false, reason: reasonOf('Stays in the audit log.', SETTLEMENTS) };
  const take = {
    ...common,
    title: `Take the statement’s ${shown}?`,
    children: `The captured ${kept} becomes the statement’s amount. Payments that were cleared with it are reversed first.`,
    action: `Take ${shown}`,
  };
  const keep = {
    ...common,
    title: `Keep ${kept}?`,
    children: 'The amount stays, whatever the statement shows.',
    action: `Keep ${kept}`,
  };
  return (
    <>
      <ChangeButton
        {...take}
        label={`Take ${shown}…`}
        send={(reason) => sendMoneyDecision(id, { decision: 'correct', reason })}
      />
      <ChangeButton
        {...keep}
        label={`Keep ${kept}…`}
        send={(reason) => sendMoneyDecision(id, { decision: 'accept', reason })}
      />
    </>
  );
}

const RETURNS = ['It was sent back to the payer.', 'The network took it back.'];
const INVENTIONS = ['No statement shows it.', 'It was captured by mistake.', 'It was captured twice.'];

/** Takes money that paid nothing out of the books, for those who may reverse payments. */
function Ending({ money: { id, left, reversal_hindrance } }: Props) {
  const { can } = useAbility();
  if (left === '0.00' || !can('payments.reverse') || reversal_hindrance !== null) return null;
  const outcome = 'It leaves the books today and pays nothing any more. That cannot be undone.';
  const said = 'Stays with the money and in the audit log.';
  return (
    <>
      <ChangeButton
        label="Given back…"
        title={`Was the ${formatMoney(left)} given back?`}
        action="It was given back"
        reason={reasonOf(said, RETURNS)}
        send={(reason) => sendMoneyDecision(id, { decision: 'given_back', reason })}
      >
        {outcome}
      </ChangeButton>
      <ChangeButton
        label="Never came…"
        title={`Did the ${formatMoney(left)} never come?`}
        action="It never came"
        reason={reasonOf(said, INVENTIONS)}
        send={(reason) => sendMoneyDecision(id, { decision: 'never_came', reason })}
      >
        Look at the account first. {outcome}
      </ChangeButton>
    </>
  );
}

/** The decisions that the state of money without a claim allows. */
export function MoneyActions({ money, hindrance }: Props & { hindrance: string | null }) {
  const doubted = isDoubted(money);
  if (money.status === 'ended') return null;
  if (money.status === 'dismissed') {
    const undo = () => sendMoneyDecision(money.id, { decision: 'undo' });
    return (
      <>
        <ChangeButton label="Take it up again" button={{ variant: 'filled' }} send={undo} />
        <Ending money={money} />
      </>
    );
  }
  if (hindrance !== null) {
    return (
      <>
        <p className="note">{hindrance}</p>
        {money.status === 'open' && <Ending money={money} />}
      </>
    );
  }
  const question = {
    title: `Set ${formatMoney(money.left)} aside?`,
    children: 'It waits no more, and clears no claim. That can be undone.',
    action: 'Set aside',
    danger: false,
    reason: reasonOf('Stays with the money and in the audit log.', DISMISSALS),
  };
  return (
    <>
      {doubted && <Settling money={money} />}
      {money.status === 'open' && !doubted && <AssignFee money={money} />}
      {money.status === 'open' && (
        <ChangeButton
          {...question}
          label="Set aside…"
          send={(reason) => sendMoneyDecision(money.id, { decision: 'dismiss', reason })}
        />
      )}
      {money.status === 'open' && <Ending money={money} />}
    </>
  );
}
