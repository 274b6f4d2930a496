import {
  addCar,
  type BodyOf,
  type Driver,
  FEES,
  formatPhone,
  fullName,
  NewCar,
  PLANS,
  planIn,
  plateHint,
  shownName,
  today,
} from '@banbo/contract';
import { Box, Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { deskAddress } from '~/components/payments/desk-address.ts';
import { LeaveQuestion } from '~/components/question/leave-question.tsx';
import { FactList } from '~/components/record/fact-list.tsx';
import { change } from '~/lib/api/query-client.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { DriverLoaded } from '../driver-loaded.tsx';

type Props = {
  title: string;
  driver_code: string;
  car_number: string;
  /** The record's page, if its id is known. */
  record?: string;
  /** The address of the next record, and its label. */
  another: string;
  more: string;
};

/** A record that staff just made: its code, and the fee as the next step. */
export function NewRecord({ title, driver_code, car_number, record, another, more }: Props) {
  const { can } = useAbility();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Stack component="section" className="card" p="lg" maw="40rem" aria-label={title}>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <FactList
        facts={[
          ['Driver Code', driver_code],
          ['Car Number', car_number],
        ]}
      />
      <p>
        Next comes the registration fee: without it the record is archived after some weeks. The code that sets the
        password is on its way to the driver’s mobile.
      </p>
      <Group gap="sm">
        {can('payments.receive') && (
          <Button component={Link} to={deskAddress(driver_code, { payment_type: FEES.registration_fees.type })}>
            Receive the fee
          </Button>
        )}
        <Button component={Link} to={record ?? `/global_drivers?q=${driver_code}`} variant="default">
          Open the record
        </Button>
        <Button component={Link} to={another} variant="default">
          {more}
        </Button>
      </Group>
    </Stack>
  );
}

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
        Another car of <Link to={`/view_driver/${driver.id}`}>{shownName(fullName(driver))}</Link>, {driver.driver_code}
        , {driver.car_number}, <span style={{ whiteSpace: 'nowrap' }}>{formatPhone(driver.mobile_number)}</span>.
      </p>
      <TextInput
        autoFocus
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
export const AddCar = ({ id }: { id: string }) => (
  <DriverLoaded id={id}>{(driver) => <AddCarForm driver={driver} />}</DriverLoaded>
);
