import { parseMoney } from '@banbo/contract';
import { TextInput, type TextInputProps } from '@mantine/core';
import styles from '../prices.module.css';

type Props = Omit<TextInputProps, 'value'> & { value: string; onParsed: (amount: string) => void };

/** An amount in cedis: `1,500` becomes `1500.00` on leaving the field; a text that is no amount stays, for its error. */
export function AmountInput({ value, onParsed, ...input }: Props) {
  const leave = () => {
    const parsed = parseMoney(value);
    if (parsed !== null && parsed !== value) onParsed(parsed);
  };
  return (
    <TextInput
      {...input}
      label="Amount"
      value={value}
      inputMode="decimal"
      maxLength={20}
      autoComplete="off"
      leftSection={<span className={styles.currency}>GHS</span>}
      leftSectionWidth={52}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onBlur={leave}
    />
  );
}
