import { type ContactRecord, formatPhone, isMobileNumber, normalizePhone } from '@banbo/contract';
import { Box, Button, Group, TextInput, type TextInputProps } from '@mantine/core';

/** The mobile numbers in a visitor's words, in E.164 form. */
const numbersIn = (text: string): string[] =>
  [...text.matchAll(/(?:\+?233|0)[\d\s\p{Pd}]{8,12}\d/gu)].flatMap(([found]) =>
    isMobileNumber(found) ? (normalizePhone(found) ?? []) : [],
  );

/** Numbers to answer to, and where each comes from: sender, linked driver, or the message. */
const knownNumbers = ({ contact_number, driver, subject, message }: ContactRecord): ReadonlyMap<string, string> =>
  new Map([
    ...numbersIn(`${subject} ${message}`).map((number) => [number, 'from the message'] as const),
    ...(contact_number ? [[contact_number, 'of the sender'] as const] : []),
    ...(driver?.mobile_number ? [[driver.mobile_number, 'of the driver'] as const] : []),
  ]);

/** The number to offer first: the sender's, else the driver's, else one from the message. */
export const firstNumber = (record: ContactRecord): string =>
  formatPhone(record.contact_number ?? record.driver?.mobile_number ?? [...knownNumbers(record).keys()][0] ?? '');

type FieldProps = {
  record: ContactRecord;
  input: TextInputProps & { value: string };
  onChoose: (number: string) => void;
};

/** The number to answer to, where it comes from, and the others that are known. */
export function PhoneField({ record, input, onChoose }: FieldProps) {
  const known = knownNumbers(record);
  const typed = normalizePhone(input.value);
  const origin = known.get(typed ?? '');
  return (
    <Group align="flex-end" gap="sm" mb="sm">
      <TextInput {...input} type="tel" label="Mobile number" {...(origin && { description: `The number ${origin}` })} />
      {[...known]
        .filter(([number]) => number !== typed)
        .map(([number, where]) => (
          <Button key={number} size="compact-sm" variant="default" onClick={() => onChoose(formatPhone(number))}>
            {formatPhone(number)} {where}
          </Button>
        ))}
    </Group>
  );
}

/** Asks whether a message that WhatsApp was opened with was sent. */
export function SentQuestion({ onSent, onNot, busy }: { onSent: () => void; onNot: () => void; busy: boolean }) {
  return (
    <Box className="note" role="status" mt="sm">
      <p>Did you send it in WhatsApp?</p>
      <Group gap="xs" mt="xs">
        <Button size="sm" loading={busy} onClick={onSent}>
          Yes, mark as replied
        </Button>
        <Button size="sm" variant="default" onClick={onNot}>
          No, not sent
        </Button>
      </Group>
    </Box>
  );
}
