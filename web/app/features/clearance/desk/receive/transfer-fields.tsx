import { PAYMENT_MODE_LABELS, PAYMENT_MODES, type PaymentMode, today } from '@banbo/contract';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { fieldId } from '~/lib/form/field-id.ts';
import styles from '../desk.module.css';
import { MoneyInput } from '../money-input.tsx';
import { useBanks } from './desk-lookups.ts';
import { isInAccount } from './receive-values.ts';
import type { useReceive } from './use-receive.ts';

const ID_LABELS = { momo: 'Transaction ID', bank: 'Reference Number', cheque: 'Cheque Number' } as const;
const ACCOUNTS = { momo: 'MoMo account', bank: 'bank account' } as const;

/** How the money came: its mode, its amount and the mark by which it is known. */
export function TransferFields({ receive }: { receive: ReturnType<typeof useReceive> }) {
  const { form, setMode, leaveId } = receive;
  const { values, errors } = form;
  const { mode } = values;
  const banks = useBanks(mode === 'cheque');
  const bankHint = banks.isError ? banks.error.message : undefined;

  return (
    <>
      <div className={styles.fields}>
        <NativeSelect
          {...form.input('mode')}
          label="Paid by"
          required
          data={PAYMENT_MODES.map((value) => ({ value, label: PAYMENT_MODE_LABELS[value] }))}
          onChange={(event) => setMode(event.currentTarget.value as PaymentMode)}
        />
        {mode !== 'cash' && (
          <TextInput
            {...form.input('transaction_id')}
            className={styles.upper}
            label={ID_LABELS[mode]}
            required
            autoComplete="off"
            spellCheck={false}
            maxLength={40}
            onBlur={() => void leaveId()}
          />
        )}
        {mode === 'cheque' && (
          <NativeSelect
            {...form.input('bank')}
            label="Bank"
            required
            description={bankHint}
            data={[
              { value: '', label: banks.isPending ? 'Loading...' : 'Choose the bank' },
              ...(banks.data ?? []).map(({ bank }) => ({ value: bank, label: bank })),
            ]}
          />
        )}
        <MoneyInput
          {...form.input('amount')}
          value={values.amount}
          label="Money received"
          required
          onText={(text) => form.setFieldValue('amount', text)}
        />
        <TextInput {...form.input('received_on')} label="Received on" type="date" max={today()} />
        <TextInput {...form.input('payer_name')} className={styles.upper} label="Payer’s Name" maxLength={120} />
        <TextInput {...form.input('reference')} className={styles.upper} label="Reference" maxLength={60} />
      </div>
      {isInAccount(values) && (
        <Checkbox
          id={fieldId('seen_in_account')}
          label={`I have seen this payment in the ${mode === 'bank' ? ACCOUNTS.bank : ACCOUNTS.momo}`}
          checked={values.seen_in_account}
          error={errors.seen_in_account}
          onChange={(event) => form.setFieldValue('seen_in_account', event.currentTarget.checked)}
        />
      )}
    </>
  );
}
