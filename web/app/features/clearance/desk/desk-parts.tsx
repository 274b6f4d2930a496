import { formatDay, formatMoney, formatPaidMonth, formatPhone, parseMoney, type WaitingClaim } from '@banbo/contract';
import { TextInput, type TextInputProps } from '@mantine/core';
import { FactList } from '~/components/record/fact-list.tsx';

/** A claim that waits, as its form told it. */
export function ClaimFacts({ claim }: { claim: WaitingClaim }) {
  const month = formatPaidMonth(claim);
  return (
    <FactList
      facts={[
        ['Driver', claim.fullname],
        ['Driver Code', claim.driver_code],
        ['Car Number', claim.car_number],
        ['Mobile Number', formatPhone(claim.mobile_number)],
        ['For', month === '' ? claim.payment_type : `${claim.payment_type}, ${month}`],
        ['Amount claimed', formatMoney(claim.amount)],
        ['Claimed on', formatDay(claim.transaction_date)],
      ]}
    />
  );
}

type Props = Omit<TextInputProps, 'onChange'> & { value: string; onText: (text: string) => void };

/** An amount in cedis. `1,500` becomes `1500.00` on leaving the field; a text that is no amount stays, for its error. */
export function MoneyInput({ value, onText, onBlur, ...props }: Props) {
  return (
    <TextInput
      {...props}
      value={value}
      inputMode="decimal"
      maxLength={20}
      autoComplete="off"
      leftSection={<small aria-hidden="true">GHS</small>}
      leftSectionWidth={48}
      onChange={(event) => onText(event.currentTarget.value)}
      onBlur={(event) => {
        const parsed = parseMoney(value);
        if (parsed !== null && parsed !== value) onText(parsed);
        onBlur?.(event);
      }}
    />
  );
}
