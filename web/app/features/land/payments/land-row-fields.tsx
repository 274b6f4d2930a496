import { formatMoney, GROUND_RENT, type LandPayer, type PaymentType, shownKind } from '@banbo/contract';
import { Box, NativeSelect, Text } from '@mantine/core';
import { fieldsOfRow, RemoveRow, RowType } from '~/components/payments/desk/row-fields.tsx';
import { MoneyInput } from '~/components/record/record-form.tsx';
import type { FieldErrors } from '~/lib/form/refusal.ts';
import styles from './land-desk.module.css';
import { type LandRow, owedRentWords, plotsOf } from './land-rows.ts';
import { PaidPlotChoice } from './payer-choice.tsx';

type Props = {
  row: LandRow;
  index: number;
  types: readonly PaymentType[];
  payer: LandPayer | undefined;
  /** True where an application or a plot pays, whose plot a row is for unless it says another. */
  hasPlot: boolean;
  /** The price of this year for the plot that pays; null where none is known. */
  price: string | null;
  errors: FieldErrors;
  onChange: (change: Partial<LandRow>) => void;
  onRemove: () => void;
};

const OTHER = 'other';
const LABELLED = { label: styles.label ?? '' };

/** The labels above rows that are one line each; narrow rows have their own. */
export const RowsHead = () => (
  <Box className={styles.head} aria-hidden>
    <span>Payment type</span>
    <span>Tenancy or plot</span>
    <span>Amount</span>
  </Box>
);

/** One thing that the money pays: the type, the tenancy or plot it is for, and the amount. */
export function LandRowFields({ row, index, types, payer, hasPlot, price, errors, onChange, onRemove }: Props) {
  const fields = fieldsOfRow(index, errors);
  const { name, props, of } = fields;
  const isRent = row.payment_type === GROUND_RENT;
  const tenancies = payer?.tenancies ?? [];
  return (
    <li className={styles.row}>
      <RowType
        fields={fields}
        label="Payment type"
        classNames={LABELLED}
        value={row.payment_type}
        types={types}
        wordsOf={({ type_code, description }) => `${type_code} ${shownKind(description)}`}
        onType={(payment_type) => onChange({ payment_type })}
      />
      {isRent ? (
        <NativeSelect
          {...props('tenancy_id')}
          label="Tenancy"
          classNames={LABELLED}
          aria-label={`Tenancy ${of}`}
          value={row.tenancy_id}
          data={[
            { value: '', label: tenancies.length === 0 ? 'This payer has no tenancy' : 'Tenancy' },
            ...tenancies.map((one) => ({
              value: one.id,
              label: `${one.plot}, ${owedRentWords(one)}${one.held_until === null ? '' : ' (former)'}`,
            })),
          ]}
          onChange={(event) => onChange({ tenancy_id: event.currentTarget.value })}
        />
      ) : (
        <NativeSelect
          {...props(row.isOtherPlot ? 'place' : 'plot_id')}
          label="Plot"
          classNames={LABELLED}
          aria-label={`Plot ${of}`}
          value={row.isOtherPlot ? OTHER : row.plot_id}
          data={[
            { value: '', label: hasPlot ? 'The plot above' : 'No plot' },
            ...(payer ? plotsOf(payer) : []),
            { value: OTHER, label: 'Another plot' },
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange({ isOtherPlot: value === OTHER, plot_id: value === OTHER ? '' : value })
          }
        />
      )}
      <MoneyInput
        {...props('amount')}
        label="Amount"
        classNames={LABELLED}
        aria-label={`Amount ${of}`}
        value={row.amount}
        onText={(amount) => onChange({ amount })}
      />
      <RemoveRow index={index} onRemove={onRemove} />
      {price !== null && (
        <Text className={styles.wide ?? ''} fz="sm" c="dimmed">
          Its price this year is {formatMoney(price)}.
        </Text>
      )}
      {row.isOtherPlot && !isRent && (
        <Box className={styles.wide}>
          <PaidPlotChoice
            id={row.plot_id}
            name={name('plot_id')}
            error={errors[name('plot_id')]}
            onChoose={(plot_id) => onChange({ plot_id })}
          />
        </Box>
      )}
    </li>
  );
}
