import { addCar, type BodyOf, type Driver, formatPhone, fullName, NewCar, PLANS, planIn, today } from '@banbo/contract';
import { Box, Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { LeaveQuestion } from '~/components/question/leave-question.tsx';
import { useRecord } from '~/components/record/record-page.tsx';
import { change } from '~/lib/api/query-client.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { driverQuery } from '../driver-photo.tsx';
import { plateHint } from '../plate-hint.ts';
import { NewRecord } from './new-record.tsx';

/** The queue of members' requests for another car. */
const REQUESTS = '/admin_registration?part=cars';

const NO_PLAN = { value: '', label: 'Agree it later' };
const PLAN_CHOICES = [NO_PLAN, ...PLANS.map(({ slug, name }) => ({ value: slug, label: name }))];

type Values = { car_number: string; plan: string; gps_address: string };

/** The request's body; a plan that is agreed later is left out. */
const bodyOf = ({ car_number, plan, gps_address }: Values, request: string | null) =>
  ({
    car_number,
    gps_address,
    ...(plan && { plan }),
    ...(request && { request_id: request }),
  }) as BodyOf<typeof addCar>;

const check = checkBy(NewCar);

function AddCarForm({ driver }: { driver: Driver }) {
  const [search] = useSearchParams();
  const request = search.get('request');
  const [made, setMade] = useState<{ id: string; driver_code: string; car_number: string } | null>(null);
  const plan = planIn(driver.plans, today().slice(0, 7)) ?? '';
  const form = useForm<Values>({
    initial: { car_number: search.get('car') ?? '', plan, gps_address: driver.gps_address },
    check: (values) => check(bodyOf(values, request)),
    keyName: `banbo-car-key-${driver.id}`,
  });
  const submit = form.submit(async (values) => {
    const body = bodyOf(values, request);
    const idempotencyKey = form.retryKey.keyFor(body);
    const added = await change(addCar, { params: { id: driver.id }, body, idempotencyKey });
    form.retryKey.forget();
    setMade({ id: added.id, driver_code: added.driver.driver_code, car_number: added.driver.car_number });
  });
  if (made) {
    const record = `/view_driver/${made.id}`;
    return (
      <NewRecord
        title={`${made.car_number} is registered`}
        {...made}
        record={record}
        {...(request
          ? { another: REQUESTS, more: 'Back to the requests' }
          : { another: `/view_driver/${driver.id}`, more: 'Back to the first car' })}
      />
    );
  }
  return (
    <Box component="form" className="stack" maw="30rem" onSubmit={submit} noValidate aria-label="Another car">
      <p>
        Another car of <Link to={`/view_driver/${driver.id}`}>{fullName(driver)}</Link>, {driver.driver_code},{' '}
        {driver.car_number}, {formatPhone(driver.mobile_number)}.
      </p>
      <TextInput
        label="Car Number"
        description={plateHint(form.values.car_number)}
        required
        maxLength={20}
        autoComplete="off"
        {...form.input('car_number')}
      />
      <NativeSelect label="Plan" data={PLAN_CHOICES} {...form.input('plan')} />
      <TextInput
        label="GPS Address"
        description="Optional. Where the car stands at night, from GhanaPostGPS"
        maxLength={20}
        autoComplete="off"
        {...form.input('gps_address')}
      />
      <Group gap="sm">
        <Button type="submit" loading={form.isBusy}>
          Add the car
        </Button>
        <Button component={Link} to={request ? REQUESTS : `/view_driver/${driver.id}`} variant="default">
          Cancel
        </Button>
      </Group>
      <LeaveQuestion isUnsaved={form.isDirtyNow}>
        <p>This car is not added yet. Leaving this page loses what you typed.</p>
      </LeaveQuestion>
    </Box>
  );
}

/** Adds another car to a driver's person. The address may name a member's request and its car. */
export function AddCar({ id }: { id: string }) {
  const { data: driver, instead } = useRecord('driver', driverQuery(id));
  return driver ? <AddCarForm driver={driver} /> : instead;
}
