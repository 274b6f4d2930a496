import {
  askForCar,
  CAR_REQUEST_LABELS,
  CarRequest,
  formatDay,
  getOwnCars,
  MAX_OPEN_CAR_REQUESTS,
  type OwnCarRequest,
  plateHint,
  withdrawCarRequest,
} from '@banbo/contract';
import { Box, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { changeAddress } from '~/components/data-table/list-state.ts';
import { FormText } from '~/components/form/form-inputs.tsx';
import { FormArea } from '~/components/form/form-line.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { toast } from '~/lib/toast.ts';
import styles from './cars.module.css';

// The office may have decided on a request.
const ownCarsQuery = { ...read(getOwnCars, {}), staleTime: 0 };

const TONES = { asked: 'waiting', granted: 'good', refused: 'bad', withdrawn: 'plain' } as const;

/** The state of a request for another car, with the reason of a refusal. */
export function CarRequestState({ status, status_reason }: Pick<OwnCarRequest, 'status' | 'status_reason'>) {
  return (
    <StatusBadge tone={TONES[status]} reason={status_reason}>
      {CAR_REQUEST_LABELS[status]}
    </StatusBadge>
  );
}

function Withdraw({ id, car_number }: OwnCarRequest) {
  const question = {
    title: `Withdraw your request for ${car_number}?`,
    children: <p>Our office then does not look at it. You may ask for the car again.</p>,
    action: 'Withdraw',
    danger: true,
  };
  return (
    <ChangeButton
      {...question}
      label="Withdraw"
      send={() => change(withdrawCarRequest, { params: { id } })}
      button={{ size: 'compact-sm', ml: 'auto', 'aria-label': `Withdraw ${car_number}` }}
    />
  );
}

/** A member's last requests for another car; open ones can be withdrawn. */
const OwnRequests = ({ requests }: { requests: readonly OwnCarRequest[] }) => (
  <ul className="ruled" aria-label="Requests">
    {requests.map((request) => (
      <li key={request.id}>
        <strong>{request.car_number}</strong>
        <small>asked for on {formatDay(request.asked_at.slice(0, 10))}</small>
        <CarRequestState {...request} />
        {request.status === 'asked' && <Withdraw {...request} />}
      </li>
    ))}
  </ul>
);

function AskForCar() {
  const form = useForm({
    initial: { car_number: '', note: '' },
    check: checkBy(CarRequest),
    keyName: 'banbo-car-request-key',
  });
  const submit = form.submit(async (body) => {
    const { message } = await change(askForCar, { body, idempotencyKey: form.retryKey.keyFor(body) });
    form.retryKey.forget();
    toast.success(message);
    form.reset();
  });
  return (
    <Box
      component="form"
      className="stack close"
      maw="30rem"
      mt="md"
      onSubmit={submit}
      noValidate
      aria-label="Ask for another car"
    >
      <FormText
        {...form.field('car_number')}
        label="Car Number"
        required
        maxLength={20}
        hint={plateHint(form.values.car_number)}
      />
      <FormArea {...form.field('note')} label="Note" required={false} rows={2} maxLength={300} hint="Optional" />
      <button type="submit" className="button" disabled={form.isBusy} aria-busy={form.isBusy}>
        {form.isBusy ? 'Sending…' : 'Ask for this car'}
      </button>
    </Box>
  );
}

/** The member's requests for another car, and the form of the next one. */
export function OwnCarRequests() {
  const { data } = useQuery(ownCarsQuery);
  if (!data) return null;
  const waiting = data.requests.filter(({ status }) => status === 'asked').length;
  return (
    <Stack component="section" gap="xs" my="lg" aria-labelledby="another-car-title">
      <h2 className="large" id="another-car-title">
        Another car
      </h2>
      <p>Cover is for one car. Our office registers another one for you, with its own driver code.</p>
      {data.requests.length > 0 && <OwnRequests requests={data.requests} />}
      {waiting < MAX_OPEN_CAR_REQUESTS ? <AskForCar /> : <p>{waiting} of your requests wait for our office.</p>}
    </Stack>
  );
}

/** False until it is known whether the member has several cars, or the first try to ask failed. */
export const useKnowsCars = (): boolean => {
  const { isPending, failureCount } = useQuery(ownCarsQuery);
  return !isPending || failureCount > 0;
};

/** Links to each of a member's cars, if they have several. The address has the car's code. */
export function CarSwitch() {
  const { data } = useQuery(ownCarsQuery);
  const [search] = useSearchParams();
  if (!data || data.cars.length < 2) return null;
  const shown = search.get('driver_code') ?? '';
  const addressOf = (driver_code: string) => `?${changeAddress(search, { driver_code, page: null })}`;
  return (
    <nav aria-label="My cars" className={`row tight ${styles.switch}`}>
      {data.cars.map(({ driver_code, car_number, is_signed_in }) => {
        const code = is_signed_in ? '' : driver_code;
        return (
          <Link
            key={driver_code}
            to={addressOf(code)}
            className="card"
            aria-current={code === shown ? 'page' : undefined}
          >
            {car_number}
          </Link>
        );
      })}
    </nav>
  );
}
