import { formatMoney, MONTHS, PAYMENT_YEARS } from '@banbo/contract';
import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import { Icon } from '~/components/icon.tsx';
import { fieldId } from '~/lib/form/field-id.ts';
import type { FieldErrors } from '~/lib/form/refusal.ts';
import { MoneyInput } from '../money-input.tsx';
import { differenceOf, type Fees, isMonthly, type PaidRow, priceOfRow } from './paid-rows.ts';
import styles from './receive.module.css';

type Props = {
  row: PaidRow;
  index: number;
  fees: Fees;
  errors: FieldErrors;
  onChange: (change: Partial<PaidRow>) => void;
  onMore: () => void;
  onRemove: () => void;
};

const YEARS = ['', ...PAYMENT_YEARS.map(String)].map((value) => ({ value, label: value || 'Year' }));
const MONTH_CHOICES = [
  { value: '', label: 'Month' },
  ...MONTHS.map((label) => ({ value: label.toUpperCase(), label })),
];

const hintOf = (row: PaidRow, fees: Fees): string => {
  const price = priceOfRow(row, fees);
  if (row.payment_type === '') return '';
  if (price === null) return 'No price is set';
  return [`Price ${formatMoney(price)}`, differenceOf(row, fees)].filter((part) => part !== null).join(', ');
};

/** One fee that the money pays: whose, which, how much. */
export function PaidRowFields({ row, index, fees, errors, onChange, onMore, onRemove }: Props) {
  const name = (field: string) => `payments.${index}.${field}`;
  const props = (field: string) => ({ id: fieldId(name(field)), name: name(field), error: errors[name(field)] });
  const of = `of payment ${index + 1}`;
  const problem = errors[name('car_number')];
  return (
    <li className={styles.row}>
      <p className={styles.driver}>
        <strong>{row.driver.fullname}</strong>
        <span>{row.driver.car_number}</span>
        <span>{row.driver.driver_code}</span>
        {problem && <span className={styles.problem}>{problem}</span>}
      </p>
      <NativeSelect
        {...props('payment_type')}
        aria-label={`Payment type ${of}`}
        value={row.payment_type}
        data={[
          { value: '', label: 'Payment type' },
          ...fees.types.map(({ type_code, description }) => ({ value: type_code, label: description })),
        ]}
        onChange={(event) => onChange({ payment_type: event.currentTarget.value })}
      />
      {isMonthly(row, fees) ? (
        <>
          <NativeSelect
            {...props('payment_year')}
            aria-label={`Year ${of}`}
            value={row.payment_year}
            data={YEARS}
            onChange={(event) => onChange({ payment_year: event.currentTarget.value })}
          />
          <NativeSelect
            {...props('payment_month')}
            aria-label={`Month ${of}`}
            value={row.payment_month}
            data={MONTH_CHOICES}
            onChange={(event) => onChange({ payment_month: event.currentTarget.value })}
          />
        </>
      ) : (
        <span className={styles.noMonth} />
      )}
      <MoneyInput
        {...props('amount')}
        aria-label={`Amount ${of}`}
        value={row.amount}
        description={hintOf(row, fees)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onText={(amount) => onChange({ amount })}
      />
      <div className={styles.rowActions}>
        <Button variant="default" size="xs" onClick={onMore}>
          {isMonthly(row, fees) ? 'Next month' : 'One more'}
        </Button>
        <ActionIcon
          variant="subtle"
          size="lg"
          color="red"
          aria-label={`Remove payment ${index + 1}`}
          onClick={onRemove}
        >
          <Icon name="cross" />
        </ActionIcon>
      </div>
    </li>
  );
}
