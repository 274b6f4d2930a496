import {
  addWaiver,
  type DriverStanding,
  feeName,
  formatMoney,
  fromPesewas,
  NewWaiver,
  toPesewas,
  type WaiverKind,
} from '@banbo/contract';
import { Button, Checkbox, Stack, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { driverStandingQuery } from '~/lib/api/driver-standing.ts';
import { change } from '~/lib/api/query-client.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { FormQuestion } from '../question/confirm.tsx';
import { LoadError } from '../trouble/states.tsx';
import { partsText } from './fee-parts.ts';

type DueFee = DriverStanding['due'][number];
type NamedFee = Pick<DueFee, 'payment_type' | 'payment_year' | 'payment_month'>;

/** A fee as calls name it: without a year and month where its type has none. */
export const feeToName = ({ payment_type, payment_year, payment_month }: NamedFee) => ({
  payment_type,
  ...(payment_year !== null && { payment_year }),
  ...(payment_month !== null && { payment_month }),
});

const MAX_REASON = 300;
const APPROVAL = 'Another person approves it first, who had no hand in the driver’s money.';

const useWaiverForm = (driverId: string, kind: WaiverKind, feesOf: (fees: string) => readonly NamedFee[]) => {
  const bodyOf = ({ fees, reason }: { fees: string; reason: string }) => ({
    kind,
    fees: feesOf(fees).map(feeToName),
    reason,
  });
  const check = checkBy(NewWaiver);
  const form = useForm({ initial: { fees: '', reason: '' }, check: (values) => check(bodyOf(values)) });
  const send = (values: { fees: string; reason: string }) => {
    const body = NewWaiver.parse(bodyOf(values));
    return change(addWaiver, { params: { id: driverId }, body, idempotencyKey: form.retryKey.keyFor(body) });
  };
  return { form, send };
};

const ReasonField = ({ form }: { form: ReturnType<typeof useWaiverForm>['form'] }) => (
  <Textarea
    mt="sm"
    {...form.input('reason')}
    label="Reason"
    description="The person who approves it reads this, and the list of waivers shows it."
    required
    maxLength={MAX_REASON}
    rows={2}
  />
);

type WaiveProps = {
  driverId: string;
  /** The fee, by `name` to people. */
  fee: NamedFee & Pick<DueFee, 'paid' | 'missing'>;
  name: string;
  /** Claims that wait for the fee. */
  waiting?: string;
};

/** Asks that what is missing of a due fee be given up. */
function WaiveQuestion({ driverId, fee, name, waiting = '0.00' }: WaiveProps) {
  const [opened, setOpened] = useState(false);
  const { form, send } = useWaiverForm(driverId, 'waiver', () => [fee]);
  const held = fee.paid === '0.00' ? '' : `, and the ${formatMoney(fee.paid)} that is held pays the rest`;
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Waive what is missing of ${name}`}
        onClick={() => setOpened(true)}
      >
        Waive…
      </Button>
      <FormQuestion
        opened={opened}
        title={`Waive ${formatMoney(fee.missing)} of ${name}?`}
        action="Ask for the waiver"
        form={form}
        send={send}
        onClose={() => setOpened(false)}
      >
        <p>
          What is missing is waived{held}: the fee is covered. {APPROVAL}
        </p>
        {waiting !== '0.00' && (
          <p className="note">
            A claim of {formatMoney(waiting)} waits for this fee. Decide on it first: its money could then only become
            credit.
          </p>
        )}
        {form.errors.fees && (
          <p className="problem small" role="alert">
            {form.errors.fees}
          </p>
        )}
        <ReasonField form={form} />
      </FormQuestion>
    </>
  );
}

/** Waives what is missing of a due fee, for those who may. */
export function WaiveFee(props: WaiveProps) {
  const { can } = useAbility();
  return can('payments.waive') && props.fee.missing !== '0.00' ? <WaiveQuestion {...props} /> : null;
}

const keyOf = ({ payment_type, payment_year, payment_month }: NamedFee): string =>
  [payment_type, payment_year ?? '', payment_month ?? ''].join(' ');

const sumOf = (fees: readonly DueFee[]): string =>
  fromPesewas(fees.reduce((sum, { missing }) => sum + toPesewas(missing), 0n));

type ChoiceProps = { due: readonly DueFee[]; chosen: readonly string[]; error: string | undefined };

/** The due fees to choose from, the oldest first. */
function DebtChoice({ due, chosen, error, onChange }: ChoiceProps & { onChange: (keys: string[]) => void }) {
  const all = due.map(keyOf);
  return (
    <Stack gap="xs" mt="sm">
      {due.length > 1 && (
        <Checkbox
          label="All of them"
          checked={chosen.length === all.length}
          indeterminate={chosen.length > 0 && chosen.length < all.length}
          onChange={(event) => onChange(event.currentTarget.checked ? all : [])}
        />
      )}
      <Checkbox.Group label="Debts" value={[...chosen]} onChange={onChange} error={error}>
        <Stack gap="xs" mt={4} mb="xs">
          {due.map((fee) => (
            <Checkbox
              key={keyOf(fee)}
              value={keyOf(fee)}
              label={`${feeName(fee)}: ${formatMoney(fee.missing)}`}
              description={partsText(fee)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </Stack>
  );
}

type WriteOffProps = {
  driverId: string;
  /** The driver, in a row of a list. */
  of?: string;
};

/** Asks that some of a driver's debts be given up. They are read once it is opened. */
function WriteOffQuestion({ driverId, of }: WriteOffProps) {
  const [opened, setOpened] = useState(false);
  const { data, error, refetch } = useQuery({ ...driverStandingQuery(driverId), enabled: opened });
  const due = (data?.due ?? []).filter(({ missing }) => missing !== '0.00');
  const chosenOf = (keys: string) => due.filter((fee) => keys.split(',').includes(keyOf(fee)));
  const { form, send } = useWaiverForm(driverId, 'write_off', chosenOf);
  const chosen = chosenOf(form.values.fees);
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setOpened(true)}>
        Write off…
        {of && <span className="visually-hidden"> debts of {of}</span>}
      </Button>
      <FormQuestion
        opened={opened}
        title={of ? `Write off debts of ${of}?` : 'Write off debts?'}
        action="Ask for the write-off"
        form={form}
        send={send}
        onClose={() => setOpened(false)}
      >
        <p>The driver owes the chosen fees no more, and their money counts as lost. {APPROVAL}</p>
        {error && !data && <LoadError message={error.message} onRetry={refetch} />}
        {!data && !error && <p role="status">Loading the debts...</p>}
        {data && due.length === 0 && <p className="note">Nothing is missing of what this driver owes.</p>}
        {due.length > 0 && (
          <DebtChoice
            due={due}
            chosen={chosen.map(keyOf)}
            error={form.errors.fees}
            onChange={(keys) => form.setFieldValue('fees', keys.join(','))}
          />
        )}
        {chosen.length > 0 && (
          <p role="status">
            <strong>{formatMoney(sumOf(chosen))}</strong> is written off.
          </p>
        )}
        <ReasonField form={form} />
      </FormQuestion>
    </>
  );
}

/** Writes a driver's debts off, for those who may. */
export function WriteOffDebts(props: WriteOffProps) {
  const { can } = useAbility();
  return can('payments.waive') ? <WriteOffQuestion {...props} /> : null;
}
