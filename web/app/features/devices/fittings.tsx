import { type DeviceFitting, formatInstant, listDriverTrackers, shownName } from '@banbo/contract';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type Fact, FactList } from '~/components/record/fact-list.tsx';
import { LoadError } from '~/components/trouble/states.tsx';
import { read, refresh } from '~/lib/api/query-client.ts';
import { useLive } from '~/lib/live/use-live.ts';

const spanOf = ({
  fitted_at,
  fitted_by,
  noted_by,
  unpaid_reason,
  removed_at,
  removal_reason,
}: DeviceFitting): Fact[] => [
  ['Fitted', `${formatInstant(fitted_at)} by ${fitted_by}${noted_by === null ? '' : `, noted by ${noted_by}`}`],
  ...(unpaid_reason === null ? [] : [['Fitted before it was paid', unpaid_reason] as const]),
  ...(removed_at === null
    ? []
    : [['Taken out', [formatInstant(removed_at), removal_reason].filter(Boolean).join(': ')] as const]),
];

type SpansProps = {
  fittings: readonly DeviceFitting[];
  /** The level of the headings. */
  as: 'h2' | 'h3';
  head: (fitting: DeviceFitting) => ReactNode;
};

const Spans = ({ fittings, as: Heading, head }: SpansProps) => (
  <Stack component="ul" gap="sm" p={0} m={0}>
    {fittings.map((fitting) => (
      <li key={fitting.id} className="card">
        <Heading className="large">{head(fitting)}</Heading>
        <FactList facts={spanOf(fitting)} />
      </li>
    ))}
  </Stack>
);

/** The cars that had a tracker, the newest first. */
export const CarsOfDevice = ({ fittings }: Pick<SpansProps, 'fittings'>) =>
  fittings.length === 0 ? (
    <p className="soft">It has not been in a car yet.</p>
  ) : (
    <Spans
      fittings={fittings}
      as="h3"
      head={({ driver_id, car_number, fullname, is_driver_removed, removed_at }) => (
        <>
          <Link to={`/view_driver/${driver_id}/tracker`}>{car_number}</Link>, {shownName(fullname)}
          {is_driver_removed && ' (removed)'}
          {removed_at === null && ', now'}
        </>
      )}
    />
  );

/** The part of a driver's record: what can be done, its tracker now, and those that it had. */
export function DriverTrackers({ driverId, children }: { driverId: string; children?: ReactNode }) {
  useLive(['devices'], () => refresh('devices'));
  const query = useQuery({ ...read(listDriverTrackers, { query: { driver_id: driverId } }), staleTime: 0 });
  const { data, error, refetch } = query;
  if (data === undefined) {
    return error ? <LoadError message={error.message} onRetry={refetch} /> : <p role="status">Loading trackers...</p>;
  }
  const hasNow = data.some(({ removed_at }) => removed_at === null);
  return (
    <Stack gap="md">
      {children}
      {!hasNow && <p>This car has no tracker{data.length > 0 && ' now'}.</p>}
      <Spans
        fittings={data}
        as="h2"
        head={({ device_id, imei, removed_at }) => (
          <>
            <Link to={`/devices/${device_id}`}>{imei}</Link>
            {removed_at === null ? ', in the car now' : ', before'}
          </>
        )}
      />
    </Stack>
  );
}
