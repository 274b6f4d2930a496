import { formatMoney, fromPesewas, parseMoney, toPesewas } from '@banbo/contract';
import { NativeSelect } from '@mantine/core';
import { fieldId } from '~/lib/form/field-id.ts';
import { type PaidRow, sumOf } from './paid-rows.ts';
import styles from './receive.module.css';
import { creditedOf, driversOf, leftOf } from './receive-values.ts';
import type { useReceive } from './use-receive.ts';

type Props = { form: ReturnType<typeof useReceive>['form']; rows: readonly PaidRow[] };

/** The money received, what the rows come to, and whose credit the rest becomes. */
export function SumLine({ form, rows }: Props) {
  const { values, errors } = form;
  const left = leftOf(values, rows);
  const rest = left === null ? 0n : toPesewas(left);
  return (
    <div className={styles.sums}>
      <dl>
        <div>
          <dt>Received</dt>
          <dd>{formatMoney(parseMoney(values.amount) ?? '0.00')}</dd>
        </div>
        <div>
          <dt>Payments</dt>
          <dd>{formatMoney(sumOf(rows))}</dd>
        </div>
        <div>
          <dt>{rest < 0n ? 'Too much' : 'Left'}</dt>
          <dd data-wrong={rest < 0n || undefined}>{formatMoney(fromPesewas(rest < 0n ? -rest : rest))}</dd>
        </div>
      </dl>
      {rest > 0n && rows.length > 0 && (
        <NativeSelect
          id={fieldId('credit_to')}
          name="credit_to"
          label={`${formatMoney(fromPesewas(rest))} becomes credit of`}
          value={creditedOf(values, rows)}
          error={errors.credit_to}
          data={[
            { value: '', label: 'Choose the driver' },
            ...driversOf(rows).map(({ driver_code, fullname, car_number }) => ({
              value: driver_code,
              label: `${fullname} (${car_number})`,
            })),
          ]}
          onChange={(event) => form.setFieldValue('credit_to', event.currentTarget.value)}
        />
      )}
    </div>
  );
}
