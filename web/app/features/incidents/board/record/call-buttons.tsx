import { formatPhone, type IncidentRecord, normalizePhone } from '@banbo/contract';
import { Button } from '@mantine/core';

/** The address that a phone dials. */
export const callUrl = (phone: string): string => `tel:${normalizePhone(phone) ?? phone}`;

type Phones = Pick<IncidentRecord, 'driver' | 'caller_phone' | 'private'>;

/** The numbers to call, each once: who called, the driver, and the next of kin. */
const numbersOf = ({ driver, caller_phone, private: known }: Phones): (readonly [string, string])[] => {
  const all = [
    ['Call', caller_phone],
    ['Call driver', driver?.mobile_number ?? ''],
    ['Call kin', known?.kin?.mobile_number ?? ''],
  ] as const;
  const dialled = (phone: string): string => normalizePhone(phone) ?? phone;
  return all.filter(
    ([, phone], n) => phone !== '' && all.findIndex(([, other]) => dialled(other) === dialled(phone)) === n,
  );
};

/** Calls whoever may know what happened, by one click. */
export const CallButtons = ({ of }: { of: Phones }) =>
  numbersOf(of).map(([label, phone]) => (
    <Button key={label} component="a" href={callUrl(phone)} variant="default">
      {label} {formatPhone(phone)}
    </Button>
  ));
