import { parseMoney } from '@banbo/contract';
import { TextInput, type TextInputProps } from '@mantine/core';

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
