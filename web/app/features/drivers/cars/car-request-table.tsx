import { CarRefusal, carRequestList, type ListedCarRequest, refuseCarRequest, shownName } from '@banbo/contract';
import { Button, Group } from '@mantine/core';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { change } from '~/lib/api/query-client.ts';
import { CarRequestState } from './own-cars.tsx';

const grantAddress = (driverId: string, { id, car_number }: ListedCarRequest): string =>
  `/add_car/${driverId}?${new URLSearchParams({ request: id, car: car_number })}`;

type Columns = readonly ShownColumn<typeof carRequestList>[];

const COLUMNS: Columns = [
  {
    key: 'car_number',
    heading: true,
    oneLine: true,
    cell: ({ car_number, granted_driver_id }) =>
      granted_driver_id === null ? car_number : <Link to={`/view_driver/${granted_driver_id}`}>{car_number}</Link>,
  },
  {
    key: 'fullname',
    oneLine: true,
    cell: ({ fullname, driver_id }) => <Link to={`/view_driver/${driver_id}`}>{shownName(fullname)}</Link>,
  },
  { key: 'driver_code', oneLine: true },
  { key: 'mobile_number', oneLine: true },
  { key: 'note', grows: true },
  { key: 'asked_at', oneLine: true },
];

const DECIDED: Columns = [
  { key: 'status', cell: (request) => <CarRequestState {...request} /> },
  { key: 'decided_by', oneLine: true },
];

const ACTIONS: Columns = [
  {
    header: 'Action',
    cell: (request) => (
      <Group gap="xs" wrap="nowrap">
        {request.current_driver_id === null ? (
          <small>Has no car any more</small>
        ) : (
          <Button component={Link} to={grantAddress(request.current_driver_id, request)} size="compact-xs">
            Grant
          </Button>
        )}
        <ChangeButton
          label="Refuse"
          title={`Refuse ${request.car_number} for ${shownName(request.fullname)}?`}
          reason={{ schema: CarRefusal, seenBy: 'The member reads it, and gets it as a text where texts are sent.' }}
          button={{ size: 'compact-xs' }}
          send={(reason) => change(refuseCarRequest, { params: { id: request.id }, body: { reason } })}
        >
          <p>They may ask again. Nothing changes for the cars that they have.</p>
        </ChangeButton>
      </Group>
    ),
  },
];

/** Members' requests for another car; a waiting one is granted by a prefilled form, or refused. */
export function CarRequestTable() {
  const state = useListState(carRequestList);
  const isWaiting = (state.filters.status || 'asked') === 'asked';
  return (
    <ListScreen
      list={carRequestList}
      state={state}
      caption="Requests for another car"
      columns={[...COLUMNS, ...(isWaiting ? ACTIONS : DECIDED)]}
      loading="Loading requests..."
      isLive
      empty={
        <>
          <p>{isWaiting ? 'No request waits.' : 'There is no such request.'}</p>
          {isWaiting && <Link to="/global_drivers">Find the driver who has another car</Link>}
        </>
      }
    />
  );
}
