import {
  changeDeviceState,
  DEVICE_MOVES,
  type DeviceMove,
  type DeviceRecord,
  DeviceStateChange,
  deleteDevice,
  formatDay,
  formatInstant,
  formatPhone,
  makeFeedKey,
  showDevice,
  shownName,
  today,
} from '@banbo/contract';
import { Box, Button, Grid, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import side from '~/components/page/side-panel.module.css';
import { HistorySteps } from '~/components/record/changes.tsx';
import { SecretLink } from '~/components/record/copy-button.tsx';
import { type Fact, FactList } from '~/components/record/fact-list.tsx';
import { ChangeButton, StateActions } from '~/components/record/record-actions.tsx';
import { RecordPage } from '~/components/record/record-page.tsx';
import { useIdempotencyKey } from '~/lib/api/idempotency-key.ts';
import { change, read, refresh } from '~/lib/api/query-client.ts';
import { withFixed } from '~/lib/form/check-by.ts';
import { useLive } from '~/lib/live/use-live.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { DeviceBadge } from './device-table.tsx';
import { FitDevice, TakeOutDevice } from './fit-device.tsx';
import { CarsOfDevice } from './fittings.tsx';

type Props = { device: DeviceRecord };

const carOf = ({ driver_id, car_number, fullname, driver_code, is_driver_removed }: DeviceRecord): Fact[] =>
  driver_id === null
    ? []
    : [
        [
          'Car',
          <span key="car">
            <Link to={`/view_driver/${driver_id}/tracker`}>{car_number}</Link>, {shownName(fullname ?? '')},{' '}
            {driver_code}
            {is_driver_removed && ' (this driver was removed)'}
          </span>,
        ],
      ];

/** The last day of a data bundle, and whether that is over. */
const bundleText = (until: string): string => `${formatDay(until)}${until < today() ? ' (it has ended)' : ''}`;

const factsOf = (device: DeviceRecord): Fact[] => [
  ...carOf(device),
  ...(device.fitted_at === null
    ? []
    : [['Fitted', `${formatInstant(device.fitted_at)} by ${device.fitted_by}`] as const]),
  ['Name in the feed', device.feed_name ?? ''],
  ['Model', device.model],
  ['Serial number', device.serial_number],
  ['SIM', device.sim_number === null ? '' : `${formatPhone(device.sim_number)} ${device.sim_network}`.trim()],
  ['Bundle until', device.bundle_until === null ? '' : bundleText(device.bundle_until)],
  [
    'Silent after',
    device.silent_minutes === null ? 'As in General Setup' : `${device.silent_minutes.toLocaleString('en-GB')} minutes`,
  ],
  ['Own key for reports', device.has_feed_key ? 'Yes' : 'No'],
  ['Added', [formatInstant(device.added_at), device.added_by].filter(Boolean).join(' by ')],
  ['Note', device.note],
];

const asked = (change: DeviceMove) => ({
  schema: withFixed(DeviceStateChange, { change }),
  seenBy: 'Stays with the tracker and in the audit log.',
});

const MOVES = {
  stock: {
    label: 'Back into stock…',
    question: {
      ...{ title: 'Put it back into stock?', action: 'Put it back', danger: false, reason: asked('stock') },
      text: 'It can be fitted again.',
    },
  },
  faulty: {
    label: 'Faulty…',
    question: {
      ...{ title: 'Is it faulty?', action: 'Mark as faulty', danger: false, reason: asked('faulty') },
      text: 'It is not fitted until it is in stock again.',
    },
  },
  return: {
    label: 'Returned…',
    question: {
      ...{ title: 'Did it go back to its supplier?', action: 'Mark as returned', danger: false },
      ...{ reason: asked('return'), text: 'It is not in the office any more.' },
    },
  },
  lose: {
    label: 'Lost…',
    question: {
      ...{ title: 'Is it lost?', action: 'Mark as lost', danger: false, reason: asked('lose') },
      text: 'It can come back into stock if it is found.',
    },
  },
};

/** Makes a key, which is shown this once. */
function FeedKey({ device: { id, has_feed_key } }: Props) {
  const [key, setKey] = useState('');
  const retryKey = useIdempotencyKey();
  const make = async () => {
    const answer = await change(makeFeedKey, { params: { id }, idempotencyKey: retryKey.keyFor({ id, key }) });
    retryKey.forget();
    setKey(answer.feed_key);
    return answer;
  };
  return (
    <>
      <ChangeButton
        label="New key for reports…"
        title="Make a new key for its reports?"
        action="Make a key"
        danger={has_feed_key}
        send={make}
      >
        <p>
          Trackers and phones that report by themselves (OsmAnd) send it.{' '}
          {has_feed_key && 'The key that it has now ends at once.'}
        </p>
      </ChangeButton>
      {key !== '' && (
        <Box component="section" className="card" w="100%" role="status" aria-label="New key">
          <SecretLink label="Its key, shown this once" link={key} />
        </Box>
      )}
    </>
  );
}

function DeviceActions({ device }: Props) {
  const navigate = useNavigate();
  const { id, status, imei, fittings } = device;
  const params = { id };
  return (
    <Stack gap="sm" align="stretch">
      <Group gap="sm">
        {status === 'in_stock' && <FitDevice device={device} />}
        {status === 'fitted' && <TakeOutDevice device={device} />}
        <StateActions
          status={status}
          changes={DEVICE_MOVES}
          words={MOVES}
          send={(name, reason) => change(changeDeviceState, { params, body: { change: name, reason } })}
        />
        <Button component={Link} to={`/edit_device/${id}`} variant="default">
          Edit
        </Button>
        {status === 'in_stock' && fittings.length === 0 && (
          <ChangeButton
            label="Delete"
            danger
            title={`Delete the tracker ${imei}?`}
            send={async () => {
              const answer = await change(deleteDevice, { params });
              await navigate('/devices', { replace: true });
              return answer;
            }}
          >
            <p>Only one that was never in a car and never reported can be deleted.</p>
          </ChangeButton>
        )}
        <FeedKey device={device} />
      </Group>
    </Stack>
  );
}

/** A tracker with its car, what can be done with it, and its history. */
export function DevicePage({ id }: { id: string }) {
  const { can } = useAbility();
  useLive(['devices'], () => refresh('devices'));
  return (
    <RecordPage
      of="tracker"
      query={{ ...read(showDevice, { params: { id } }), staleTime: 0 }}
      all={{ to: '/devices', label: 'All devices' }}
      title={({ imei }) => imei}
    >
      {(device) => (
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, lg: 7 }}>
            <Stack gap="md">
              {can('devices.change') && <DeviceActions key={device.id} device={device} />}
              <h2 className="large">Cars that had it</h2>
              <CarsOfDevice fittings={device.fittings} />
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 5 }}>
            <aside className={side.panel} aria-label="About the tracker">
              <p>
                <DeviceBadge status={device.status} reason={device.status_reason} />
              </p>
              <FactList facts={factsOf(device)} />
              {device.history.length > 0 && (
                <details>
                  <summary>What was done</summary>
                  <HistorySteps steps={device.history} />
                </details>
              )}
            </aside>
          </Grid.Col>
        </Grid>
      )}
    </RecordPage>
  );
}
