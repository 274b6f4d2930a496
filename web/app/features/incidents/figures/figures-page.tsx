import {
  addDays,
  getIncidentFigures,
  INCIDENT_GRADE_LABELS,
  type IncidentFigures,
  spanText,
  today,
} from '@banbo/contract';
import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { DateField } from '~/components/form/date-field.tsx';
import { PrintButton } from '~/components/print/print-button.tsx';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import { read } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';
import styles from './figures.module.css';

/** The days that are shown first. */
const FIRST_DAYS = 30;

const inWords = (seconds: number | null): string => (seconds === null ? '–' : spanText(seconds * 1_000));

const SPANS = [
  ['acknowledged', 'Acknowledged'],
  ['dispatched', 'Help sent'],
  ['on_scene', 'On scene'],
  ['ended', 'Ended'],
] as const;

function Spans({ figures }: { figures: IncidentFigures }) {
  return (
    <table className={styles.table}>
      <caption>Time since the call</caption>
      <thead>
        <tr>
          <th scope="col">Until</th>
          <th scope="col">Calls</th>
          <th scope="col">Half within</th>
          <th scope="col">Nine of ten within</th>
        </tr>
      </thead>
      <tbody>
        {SPANS.map(([key, label]) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            <td>{figures[key].count}</td>
            <td>{inWords(figures[key].median)}</td>
            <td>{inWords(figures[key].ninety)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Grades({ by_grade }: Pick<IncidentFigures, 'by_grade'>) {
  return (
    <table className={styles.table}>
      <caption>By grade</caption>
      <thead>
        <tr>
          <th scope="col">Grade</th>
          <th scope="col">Raised</th>
          <th scope="col">False alarms</th>
        </tr>
      </thead>
      <tbody>
        {by_grade.map(({ grade, raised, false_alarms }) => (
          <tr key={grade}>
            <th scope="row">{INCIDENT_GRADE_LABELS[grade]}</th>
            <td>{raised}</td>
            <td>{false_alarms}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Trackers({ trackers }: { trackers: IncidentFigures['false_alarms_by_tracker'] }) {
  const { can } = useAbility();
  if (trackers.length === 0) return <p>No tracker had a false alarm.</p>;
  return (
    <table className={styles.table}>
      <caption>False alarms by tracker</caption>
      <thead>
        <tr>
          <th scope="col">Tracker</th>
          <th scope="col">Car</th>
          <th scope="col">False alarms</th>
          <th scope="col">Of calls</th>
        </tr>
      </thead>
      <tbody>
        {trackers.map(({ device_id, imei, car_number, false_alarms, raised }) => (
          <tr key={device_id}>
            <th scope="row">{can('devices.read') ? <Link to={`/devices/${device_id}`}>{imei}</Link> : imei}</th>
            <td>{car_number || '–'}</td>
            <td>{false_alarms}</td>
            <td>{raised}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Asks for the days; the address keeps them. */
function Days({ from, to, onDays }: { from: string; to: string; onDays: (from: string, to: string) => void }) {
  const [days, setDays] = useState({ from, to });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (days.from !== '' && days.to !== '') onDays(days.from, days.to);
      }}
    >
      <Group gap="sm" align="flex-end">
        <DateField
          label="From"
          value={days.from}
          onChange={({ currentTarget }) => setDays((before) => ({ ...before, from: currentTarget.value }))}
        />
        <DateField
          label="To"
          value={days.to}
          onChange={({ currentTarget }) => setDays((before) => ({ ...before, to: currentTarget.value }))}
        />
        <Button type="submit" variant="default">
          Show
        </Button>
        <PrintButton />
      </Group>
    </form>
  );
}

/** How fast calls for help were answered, and which trackers call falsely. */
export function FiguresPage() {
  const [query, setQuery] = useSearchParams();
  const day = today(new Date());
  const [from, to] = [query.get('from') ?? addDays(day, 1 - FIRST_DAYS), query.get('to') ?? day];
  return (
    <Stack gap="lg">
      <Days key={`${from} ${to}`} from={from} to={to} onDays={(first, last) => setQuery({ from: first, to: last })} />
      <RecordLoaded of="figures" query={{ ...read(getIncidentFigures, { query: { from, to } }), staleTime: 0 }}>
        {(figures) => (
          <Stack gap="lg">
            <p>
              {figures.raised} raised, {figures.false_alarms} of them false alarms. Drills are left out.
            </p>
            <Spans figures={figures} />
            <Grades by_grade={figures.by_grade} />
            <Trackers trackers={figures.false_alarms_by_tracker} />
          </Stack>
        )}
      </RecordLoaded>
    </Stack>
  );
}
