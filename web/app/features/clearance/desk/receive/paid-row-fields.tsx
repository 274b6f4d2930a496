import { type DueFee, feeName, formatMoney, MONTHS, PAYMENT_YEARS, shownKind, shownName } from '@banbo/contract';
import { Box, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { fieldsOfRow, RemoveRow, RowType } from '~/components/payments/desk/row-fields.tsx';
import { amountToPay, feeAmong, shownFee } from '~/components/payments/fee-parts.ts';
import { type Fees, isMonthly } from '~/components/payments/fee-price.ts';
import { MoneyInput } from '~/components/record/record-form.tsx';
import { driverStandingQuery } from '~/lib/api/driver-standing.ts';
import { fieldId } from '~/lib/form/check-by.ts';
import type { FieldErrors } from '~/lib/form/refusal.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { type DeskDriver, differenceOf, driversOf, type PaidRow, priceOfRow } from './paid-rows.ts';
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

/** The price of a row's fee or what of it is missing, and what becomes of another amount. */
const hintOf = (row: PaidRow, fees: Fees, fee: DueFee | undefined): string => {
  const price = fee?.amount ?? priceOfRow(row, fees);
  if (row.payment_type === '') return '';
  if (price === null) return 'No price is set yet: held as credit until there is one';
  const isPartPaid = fee !== undefined && fee.paid !== '0.00';
  const needed = isPartPaid
    ? `${formatMoney(fee.missing)} missing of ${formatMoney(price)}`
    : `Price ${formatMoney(price)}`;
  const difference = differenceOf(row, fee ? amountToPay(fee) : price);
  return difference === null ? needed : `${needed}, ${difference}`;
};

/** One fee that the money pays: the driver, the type and the amount. */
export function PaidRowFields({ row, index, fees, errors, onChange, onMore, onRemove }: Props) {
  const fields = fieldsOfRow(index, errors);
  const { name, props, of } = fields;
  const problem = errors[name('car_number')];
  const { can } = useAbility();
  // Asked for by the list of what is owed, above the rows.
  const { data } = useQuery({
    ...driverStandingQuery(row.driver.id),
    enabled: can('payments.read'),
    refetchOnMount: false,
  });
  return (
    <li className={styles.row}>
      <Stack component="p" gap={0} fz="sm">
        <strong>{shownName(row.driver.fullname)}</strong>
        <span className="soft">{row.driver.car_number}</span>
        <span className="soft">{row.driver.driver_code}</span>
        {problem && (
          <Text span fz="sm" fw={600} c="var(--danger)">
            {problem}
          </Text>
        )}
      </Stack>
      <RowType
        fields={fields}
        value={row.payment_type}
        types={fees.types}
        wordsOf={({ description }) => shownKind(description)}
        onType={(payment_type) => onChange({ payment_type })}
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
        <Box component="span" visibleFrom="sm" style={{ gridColumn: 'span 2' }} />
      )}
      <MoneyInput
        {...props('amount')}
        aria-label={`Amount ${of}`}
        value={row.amount}
        description={hintOf(row, fees, feeAmong(row, data?.due ?? []))}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onText={(amount) => onChange({ amount })}
      />
      <Group gap={4} justify="end" wrap="nowrap">
        <Button variant="default" size="xs" onClick={onMore}>
          {isMonthly(row, fees) ? 'Next month' : 'One more'}
        </Button>
        <RemoveRow index={index} onRemove={onRemove} />
      </Group>
    </li>
  );
}

type OnPay = (driver: DeskDriver, fee: DueFee) => void;
type OwedFeesProps = { rows: readonly PaidRow[]; onPay: OnPay };

/** Of more fees the oldest are offered; later ones follow. */
const MOST_OFFERED = 6;

const isIn = (rows: readonly PaidRow[], { driver_code }: DeskDriver, fee: DueFee): boolean =>
  rows.some((row) => row.driver.driver_code === driver_code && feeAmong(row, [fee]));

/** The fee that a press pays: `Monthly subscription, May 2026: GHS 717.33 of GHS 817.33`. */
const offerOf = (fee: DueFee): string => {
  const amount = amountToPay(fee);
  const whole = amount === fee.amount ? '' : ` of ${formatMoney(fee.amount)}`;
  return `${shownFee(fee)}: ${formatMoney(amount)}${whole}`;
};

/** The name by which the first fee that is offered takes the focus. */
export const offeredTo = ({ driver_code }: DeskDriver): string => `owed.${driver_code}`;

function OwedByDriver({ driver, rows, onPay }: OwedFeesProps & { driver: DeskDriver }) {
  const { data, error } = useQuery(driverStandingQuery(driver.id));
  const fullname = shownName(driver.fullname);
  if (error) return <p role="alert">{`What ${fullname} owes could not be loaded. ${error.message}`}</p>;
  if (!data) return <p role="status">{`Loading what ${fullname} owes...`}</p>;
  const rest = data.due.filter((fee) => !isIn(rows, driver, fee));
  const beside = [
    data.waiting !== '0.00' && `${formatMoney(data.waiting)} waits to be cleared`,
    data.credit.startsWith('-') && `with ${formatMoney(data.credit.slice(1))} refunded of money that never came`,
    !/^(-|0\.00$)/.test(data.credit) && `credit of ${formatMoney(data.credit)} is taken off`,
  ].filter((part) => part !== false);
  return (
    <section aria-label={`Owed by ${fullname}`}>
      <p>
        <strong>{fullname}</strong> {data.owed === '0.00' ? 'owes nothing.' : `owes ${formatMoney(data.owed)}.`}{' '}
        {beside.length > 0 && <small>({beside.join(', ')})</small>}
      </p>
      <Group component="ul" gap="xs" mt={4}>
        {rest.slice(0, MOST_OFFERED).map((fee, index) => (
          <Box component="li" key={feeName(fee)} maw="100%">
            <Button
              className="wraps"
              variant="default"
              size="compact-sm"
              {...(index === 0 && { id: fieldId(offeredTo(driver)) })}
              onClick={() => onPay(driver, fee)}
            >
              {offerOf(fee)}
            </Button>
          </Box>
        ))}
        {rest.length > MOST_OFFERED && <li>and {rest.length - MOST_OFFERED} later ones</li>}
      </Group>
    </section>
  );
}

/** The debts of the rows' drivers; pressing a fee adds its row. */
export function OwedFees({ rows, onPay }: OwedFeesProps) {
  const { can } = useAbility();
  if (!can('payments.read') || rows.length === 0) return null;
  return (
    <Stack gap="sm" fz="sm">
      {driversOf(rows).map((driver) => (
        <OwedByDriver key={driver.driver_code} driver={driver} rows={rows} onPay={onPay} />
      ))}
    </Stack>
  );
}
