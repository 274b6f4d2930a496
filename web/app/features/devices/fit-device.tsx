import {
  checkFitting,
  DEVICE_STATUS_LABELS,
  type DeviceRecord,
  DeviceRemoval,
  type DriverSummary,
  fitDevice,
  fullName,
  MISSING_REASON,
  NewFitting,
  REMOVED_STATUSES,
  shownName,
  takeOutDevice,
  today,
} from '@banbo/contract';
import { Button, NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DriverFinder } from '~/components/driver-finder/driver-finder.tsx';
import { DateField } from '~/components/form/date-field.tsx';
import { FormQuestion } from '~/components/question/confirm.tsx';
import { ReasonFields } from '~/components/question/reason-fields.tsx';
import { change, queryClient, read } from '~/lib/api/query-client.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';

/** A day as a moment: today is now, which the server takes by itself; others are noon. */
const momentOf = (day: string): string | undefined => (day === today() ? undefined : `${day}T12:00:00.000Z`);

const at = <Name extends string>(name: Name, day: string) => {
  const moment = momentOf(day);
  return (moment === undefined ? {} : { [name]: moment }) as { [K in Name]?: string };
};

const checkOf = (driverId: string) => read(checkFitting, { query: { driver_id: driverId } });

type Props = { device: DeviceRecord };

const fittingBody = ({ driver_id, fitted_at, fitted_by, unpaid_reason }: Record<string, string>) => ({
  driver_id: driver_id ?? '',
  ...at('fitted_at', fitted_at ?? ''),
  fitted_by: fitted_by ?? '',
  ...(unpaid_reason?.trim() && { unpaid_reason }),
});

/** Fits a tracker of the stock to the car of a driver, and says whether the device is paid. */
export function FitDevice({ device: { id, imei } }: Props) {
  const [opened, setOpened] = useState(false);
  const [driver, setDriver] = useState<DriverSummary | null>(null);
  const form = useForm({
    initial: { driver_id: '', fitted_at: today(), fitted_by: '', unpaid_reason: '' },
    check: async (values) => {
      const errors = checkBy(NewFitting)(fittingBody(values));
      const found = values.driver_id === '' ? null : await queryClient.fetchQuery(checkOf(values.driver_id));
      const lacksReason = found?.is_paid === false && values.unpaid_reason.trim() === '';
      return { ...errors, ...(lacksReason && { unpaid_reason: MISSING_REASON }) };
    },
  });
  const { driver_id } = form.values;
  const { data: found } = useQuery({ ...checkOf(driver_id), staleTime: 0, enabled: driver_id !== '' });
  const choose = (chosen: DriverSummary | null): void => {
    setDriver(chosen);
    form.setFieldValue('driver_id', chosen?.id ?? '');
  };
  return (
    <>
      <Button onClick={() => setOpened(true)}>Fit to a car…</Button>
      <FormQuestion
        opened={opened}
        title={`Which car gets ${imei}?`}
        action="Fit it"
        form={form}
        send={async (values) => {
          const body = fittingBody(values);
          const answer = await change(fitDevice, {
            params: { id },
            body,
            idempotencyKey: form.retryKey.keyFor({ id, ...body }),
          });
          setDriver(null);
          return answer;
        }}
        onClose={() => setOpened(false)}
      >
        {driver ? (
          <Text>
            <strong>{shownName(fullName(driver))}</strong>, {driver.car_number}, {driver.driver_code}{' '}
            <Button size="compact-sm" variant="default" my={4} onClick={() => choose(null)}>
              Another driver
            </Button>
          </Text>
        ) : (
          <DriverFinder name="driver_id" isFirst error={form.errors.driver_id} onFound={choose} />
        )}
        {driver && found && (
          <p className="note" role="status">
            {found.device
              ? `This car has the tracker ${found.device.imei} already. Take that one out first.`
              : found.is_paid
                ? 'Paid: the device fee is paid.'
                : 'Not paid yet: please say why it is fitted.'}
          </p>
        )}
        {found?.is_paid === false && (
          <Textarea
            mt="sm"
            {...form.input('unpaid_reason')}
            label="Why it is fitted before it is paid"
            required
            rows={2}
            maxLength={300}
          />
        )}
        <DateField mt="sm" {...form.input('fitted_at')} label="Fitted on" max={today()} required />
        <TextInput mt="sm" {...form.input('fitted_by')} label="Fitter’s name" required maxLength={80} />
      </FormQuestion>
    </>
  );
}

const removalBody = ({ removed_at, becomes, reason }: Record<string, string>) => ({
  ...at('removed_at', removed_at ?? ''),
  becomes: becomes as DeviceRemoval['becomes'],
  reason: reason ?? '',
});

/** Takes a tracker out of its car, and says what becomes of it. */
export function TakeOutDevice({ device: { id, imei, car_number } }: Props) {
  const [opened, setOpened] = useState(false);
  const check = checkBy(DeviceRemoval);
  const form = useForm({
    initial: { removed_at: today(), becomes: 'in_stock', reason: '' },
    check: (values) => check(removalBody(values)),
  });
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        Take out…
      </Button>
      <FormQuestion
        opened={opened}
        title={`Take ${imei} out of ${car_number}?`}
        action="Take it out"
        form={form}
        send={(values) => change(takeOutDevice, { params: { id }, body: removalBody(values) })}
        onClose={() => setOpened(false)}
      >
        <p>The car and the tracker keep the time that they were together.</p>
        <NativeSelect
          mt="sm"
          {...form.input('becomes')}
          label="What becomes of it"
          data={REMOVED_STATUSES.map((value) => ({ value, label: DEVICE_STATUS_LABELS[value] }))}
        />
        <DateField mt="sm" {...form.input('removed_at')} label="Taken out on" max={today()} required />
        <ReasonFields form={form} seenBy="Stays with the tracker, the car and in the audit log." />
      </FormQuestion>
    </>
  );
}
