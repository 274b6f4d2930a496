import {
  alarmLabel,
  alarmNow,
  nearTown,
  shownName,
  showTracker,
  spanText,
  TRACKER_STATE_LABELS,
  type Tracker,
  type TrackerPlace,
  trackerState,
} from '@banbo/contract';
import { ActionIcon, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Icon } from '~/components/icon.tsx';
import mapPage from '~/components/map/map-page.module.css';
import { StateMark } from '~/components/map/state-mark.tsx';
import { type Fact, FactList } from '~/components/record/fact-list.tsx';
import { isNotFound } from '~/lib/api/api.ts';
import { read } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { StolenSwitch } from '../stolen/stolen-switch.tsx';
import styles from './tracker-map.module.css';

/** Milliseconds between two reads of a chosen car, should the stream be lost. */
const READ_MS = 30_000;

const motionOf = ({ speed_kmh, has_ignition }: TrackerPlace): string => {
  const engine = has_ignition === null ? [] : [has_ignition ? 'engine on' : 'engine off'];
  return [`${Math.round(speed_kmh)} km/h`, ...engine].join(', ');
};

const powerOf = ({ has_power, battery_percent }: TrackerPlace): string =>
  [
    ...(has_power === null ? [] : [has_power ? 'car’s power' : 'car’s power cut']),
    ...(battery_percent === null ? [] : [`battery ${battery_percent}%`]),
  ].join(', ');

const factsOf = (tracker: Tracker, now: number, links: { driver: boolean; device: boolean }): Fact[] => {
  const { place, incident } = tracker;
  const ago = (moment: string): string => `${spanText(now - Date.parse(moment))} ago`;
  const name = shownName(tracker.driver_name);
  const who = (
    <>
      {links.driver ? <Link to={`/view_driver/${tracker.id}`}>{name}</Link> : name}, {tracker.driver_code}
    </>
  );
  const device = links.device ? <Link to={`/devices/${tracker.device_id}`}>{tracker.imei}</Link> : tracker.imei;
  const ofPlace = (found: TrackerPlace): Fact[] => [
    ['Now', motionOf(found)],
    ...(found.still_since !== null && !found.is_moving
      ? [['Parked for', spanText(now - Date.parse(found.still_since))] as const]
      : []),
    ['Position', `${ago(found.fix_at)}${found.accuracy_m === null ? '' : `, ±${Math.round(found.accuracy_m)} m`}`],
    ['Last report', ago(found.received_at)],
    ['Near', nearTown(found) ?? 'Outside Ghana'],
    ['Power', powerOf(found)],
  ];
  const emergency: Fact[] = incident
    ? [
        [
          'Emergency',
          <>
            <Link to={`/response_request/${incident.id}`}>{incident.number}</Link>,{' '}
            {incident.is_open ? 'open' : 'ended'}
          </>,
        ],
      ]
    : [];
  return [...emergency, ...(place ? ofPlace(place) : []), ['Driver', who], ['Tracker', device]];
};

type Props = {
  id: string;
  now: number;
  isFollowed: boolean;
  mayFollow: boolean;
  onFollow: (id: string, name: string) => void;
  onDay: () => void;
  onClose: () => void;
};

/** The chosen car: what its tracker last said, and what to do with it. */
export function TrackerCard({ id, now, isFollowed, mayFollow, onFollow, onDay, onClose }: Props) {
  const { can } = useAbility();
  const { data: tracker, error } = useQuery({ ...read(showTracker, { params: { id } }), refetchInterval: READ_MS });
  const links = { driver: can('drivers.read'), device: can('devices.read') };
  const state = tracker && trackerState(tracker.place, tracker.silent_minutes, now);
  const alarm = tracker?.place ? alarmNow(tracker.place, now) : null;
  return (
    <section className={`${mapPage.panel} ${mapPage.card} ${styles.card}`} aria-label="Chosen car" data-state={state}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Group gap="xs">
          <h2>{tracker ? tracker.car_number : error ? 'Not on the map' : 'Loading...'}</h2>
          {state && (
            <span className={mapPage.state} data-state={state}>
              <StateMark state={state} />
              {alarm === null ? TRACKER_STATE_LABELS[state] : alarmLabel(alarm)}
            </span>
          )}
        </Group>
        <ActionIcon variant="subtle" c="inherit" onClick={onClose}>
          <Icon name="cross" label="Close the car" />
        </ActionIcon>
      </Group>
      {error && !tracker && (
        <p className="soft">{isNotFound(error) ? 'This car has no tracker now.' : error.message}</p>
      )}
      {tracker && (
        <>
          <FactList facts={factsOf(tracker, now, links)} />
          <Group gap="xs">
            <Button
              size="compact-sm"
              disabled={!tracker.place || !(isFollowed || mayFollow)}
              onClick={() => onFollow(id, tracker.car_number)}
            >
              {isFollowed ? 'Stop following' : 'Follow'}
            </Button>
            <Button size="compact-sm" variant="default" onClick={onDay}>
              Show the day
            </Button>
            <StolenSwitch car={{ driver_id: id, car_number: tracker.car_number }} isSmall />
          </Group>
        </>
      )}
    </section>
  );
}
