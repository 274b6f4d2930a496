import {
  alarmLabel,
  listTrackers,
  shownName,
  spanText,
  TRACKER_LINES,
  TRACKER_STATE_LABELS,
  TRACKER_STATES,
  type TrackerLine,
  type TrackerState,
} from '@banbo/contract';
import { Button, Group, TextInput, VisuallyHidden } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Icon } from '~/components/icon.tsx';
import mapPage from '~/components/map/map-page.module.css';
import { StateMark } from '~/components/map/state-mark.tsx';
import { ListTrouble } from '~/components/trouble/states.tsx';
import { read } from '~/lib/api/query-client.ts';
import { counted } from '~/lib/counted.ts';
import type { CarStore } from './car-store.ts';
import styles from './tracker-map.module.css';

/** The list in the page, which is the map's text. */
export const LIST_ID = 'cars-of-the-map';

/** Milliseconds between two reads of the list: the stream tells only of what is in view. */
const READ_MS = 10_000;
/** Milliseconds after a letter until the search begins. */
const CALM_MS = 250;

/** A line with what the stream has told since it was read. */
const freshened = (line: TrackerLine, store: CarStore): TrackerLine => {
  const car = store.car(line.id);
  const state = store.stateOf(line.id);
  if (!car || !state || car.received_at < Date.parse(line.received_at ?? '1970-01-01T00:00:00Z')) return line;
  return { ...line, state, received_at: new Date(car.received_at).toISOString(), alarm: store.alarmOf(line.id) };
};

type LineProps = {
  line: TrackerLine;
  now: number;
  isChosen: boolean;
  isFollowed: boolean;
  onChoose: () => void;
};

function Line({ line, now, isChosen, isFollowed, onChoose }: LineProps) {
  const { state, alarm, received_at } = line;
  const words = alarm === null ? TRACKER_STATE_LABELS[state] : alarmLabel(alarm);
  return (
    <li>
      <button
        type="button"
        className={mapPage.line}
        data-car={line.id}
        aria-current={isChosen || undefined}
        onClick={onChoose}
      >
        <strong>{line.car_number}</strong>
        <span className={mapPage.state} data-state={state}>
          <StateMark state={state} />
          {words}
        </span>
        <span className={styles.age}>
          {received_at === null ? '–' : spanText(now - Date.parse(received_at))}
          {received_at !== null && <VisuallyHidden> ago</VisuallyHidden>}
        </span>
        <span className={mapPage.who}>
          {shownName(line.driver_name)} · {line.driver_code}
          {isFollowed && ' · followed'}
        </span>
      </button>
    </li>
  );
}

type PillProps = { label: string; count: number | undefined; isOn: boolean; onClick: () => void };

const Pill = ({ label, count, isOn, onClick }: PillProps) => (
  <button type="button" className={mapPage.pill} aria-pressed={isOn} onClick={onClick}>
    {label} {count?.toLocaleString('en')}
  </button>
);

type Props = {
  store: CarStore;
  chosen: string | null;
  followed: readonly string[];
  onChoose: (id: string) => void;
  onFollow: (id: string, name: string) => void;
};

/** Moves among the lines by the arrow keys. */
const stepFrom = (element: Element | null, by: 1 | -1): void => {
  const lines = [...(element?.closest('ul')?.querySelectorAll<HTMLButtonElement>('button[data-car]') ?? [])];
  const at = lines.indexOf(element as HTMLButtonElement);
  lines[Math.min(lines.length - 1, Math.max(0, at + by))]?.focus();
};

/** The cars beside the map, as its text: found by number, code, name or IMEI, and by state. */
export function TrackerList({ store, chosen, followed, onChoose, onFollow }: Props) {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const [state, setState] = useState<TrackerState | null>(null);
  const [skip, setSkip] = useState(0);
  const lines = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSearch(typed.trim());
      setSkip(0);
    }, CALM_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const query = { skip, ...(search !== '' && { search }), ...(state !== null && { state }) };
  const { data, error, refetch } = useQuery({
    ...read(listTrackers, { query }),
    refetchInterval: READ_MS,
    placeholderData: keepPreviousData,
  });
  const counts = data?.counts;
  const all = counts && Object.values(counts).reduce((sum, one) => sum + one, 0);
  const choose = (one: TrackerState | null) => {
    setState(one === state ? null : one);
    setSkip(0);
  };
  const onKey = (event: KeyboardEvent): void => {
    const line = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-car]') : null;
    if (!line || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'ArrowDown' || event.key === 'j') stepFrom(line, 1);
    else if (event.key === 'ArrowUp' || event.key === 'k') stepFrom(line, -1);
    else if (event.key === 'f') {
      const found = data?.lines.find(({ id }) => id === line.dataset.car);
      if (found) onFollow(found.id, found.car_number);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const now = store.now();
  return (
    <section id={LIST_ID} className={`${mapPage.panel} ${mapPage.list}`} aria-label="Cars with a tracker">
      <TextInput
        type="search"
        aria-label="Find a car"
        placeholder="Car number, code, name or IMEI"
        leftSection={<Icon name="search" />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          lines.current?.querySelector<HTMLButtonElement>('button[data-car]')?.focus();
        }}
      />
      <Group gap={5} role="group" aria-label="States">
        <Pill label="All" count={all} isOn={state === null} onClick={() => choose(null)} />
        {TRACKER_STATES.filter((one) => (counts?.[one] ?? 0) > 0 || one === state || one !== 'unreported').map(
          (one) => (
            <Pill
              key={one}
              label={TRACKER_STATE_LABELS[one]}
              count={counts?.[one]}
              isOn={state === one}
              onClick={() => choose(one)}
            />
          ),
        )}
      </Group>
      <VisuallyHidden role="status">{data ? `${counted(data.found, 'car')} found` : ''}</VisuallyHidden>
      {error && !data && <ListTrouble message={error.message} onRetry={() => void refetch()} />}
      {data && data.lines.length === 0 && (
        <p className="soft">
          {search === '' && state === null
            ? 'No car has a tracker yet. Fit one under Devices.'
            : 'No car with a tracker matches. Try a plate, a code, an IMEI or part of a name.'}
        </p>
      )}
      <ul ref={lines} className={mapPage.lines} onKeyDown={onKey}>
        {data?.lines.map((line) => (
          <Line
            key={line.id}
            line={freshened(line, store)}
            now={now}
            isChosen={line.id === chosen}
            isFollowed={followed.includes(line.id)}
            onChoose={() => onChoose(line.id)}
          />
        ))}
      </ul>
      {data && data.found > TRACKER_LINES && (
        <Group component="nav" justify="space-between" gap="xs" fz="xs" aria-label="Pages of the list" wrap="nowrap">
          <Button
            size="compact-sm"
            variant="default"
            disabled={skip === 0}
            onClick={() => setSkip(Math.max(0, skip - TRACKER_LINES))}
          >
            Previous
          </Button>
          <span>
            {skip + 1}–{Math.min(data.found, skip + TRACKER_LINES)} of {data.found.toLocaleString('en')}
          </span>
          <Button
            size="compact-sm"
            variant="default"
            disabled={skip + TRACKER_LINES >= data.found}
            onClick={() => setSkip(skip + TRACKER_LINES)}
          >
            Next
          </Button>
        </Group>
      )}
    </section>
  );
}
