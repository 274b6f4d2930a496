import {
  DRIVER_LINE_FIELDS,
  type DriverImport,
  type DriverLineField,
  type DriverLineOutcome,
  driverImports,
  driverLineLabel,
  driverLineList,
  formatPhone,
  importedLineFilters,
  type ListedImport,
  MISSING_NAME_COLUMNS,
  NAME_ORDER_LABELS,
  PLANS,
} from '@banbo/contract';
import { Text } from '@mantine/core';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import {
  choicesOfLabels,
  ImportMapping,
  MappingFields,
  MappingGroup,
  MappingNote,
  type MappingValues,
  NO_CHOICE,
} from '~/components/table-import/import-mapping.tsx';
import { ImportPage } from '~/components/table-import/import-page.tsx';
import { type ImportScreens, importScreens } from '~/components/table-import/import-screens.ts';
import { ImportStatusBadge, ImportsPage } from '~/components/table-import/imports-page.tsx';
import { refresh } from '~/lib/api/query-client.ts';
import { counted } from '~/lib/counted.ts';
import { useIdentifications, useNationalities } from '../registration/use-lookups.ts';
import { TakeBack, TakenBackState } from './take-back.tsx';

/** Shows the status, or how many drivers were taken back. */
function Status({ status, drivers, taken_back }: ListedImport) {
  if (status === 'importing' || taken_back === 0) return <ImportStatusBadge status={status} />;
  return <StatusBadge tone="plain">{taken_back < drivers ? `${taken_back} taken back` : 'Taken back'}</StatusBadge>;
}

const GROUPS: readonly { legend: string; fields: readonly DriverLineField[] }[] = [
  {
    legend: 'Name, car and mobile number, which every line needs',
    fields: ['last_name', 'first_name', 'middle_name', 'full_name', 'car_number', 'mobile_number'],
  },
  {
    legend: 'Person and membership',
    fields: [
      ...(['gender', 'date_of_birth', 'nationality', 'marital_status', 'identification_type', 'id_number'] as const),
      ...(['date_issued', 'plan', 'registered_on'] as const),
    ],
  },
  {
    legend: 'Contact, next of kin and reference person',
    fields: [
      ...(['email', 'spouse_mobile_number', 'gps_address', 'next_of_kin', 'kin_mobile_number'] as const),
      ...(['kin_relationship', 'reference_person', 'reference_mobile_number'] as const),
    ],
  },
];

const namesOf = (names: readonly string[]) => [NO_CHOICE, ...names.map((name) => ({ value: name, label: name }))];
const PLAN_CHOICES = [NO_CHOICE, ...PLANS.map(({ slug, name }) => ({ value: slug, label: name }))];

/** Finds columns that are chosen twice, and a name that has no column. */
const checkNames = (values: MappingValues): Record<string, string> => {
  const hasName = values.full_name !== '' || (values.first_name !== '' && values.last_name !== '');
  const sharing = DRIVER_LINE_FIELDS.filter(
    (field, at) =>
      values[field] !== '' && DRIVER_LINE_FIELDS.slice(0, at).some((other) => values[other] === values[field]),
  );
  return {
    ...Object.fromEntries(sharing.map((field) => [field, 'This column is chosen for something else.'])),
    ...(!hasName && { last_name: MISSING_NAME_COLUMNS }),
  };
};

/** Asks for the columns, and for defaults where a line says nothing. */
function DriverColumns({ list }: { list: DriverImport }) {
  const nationalities = useNationalities();
  const identifications = useIdentifications();
  return (
    <ImportMapping of={LISTS} record={list} check={checkNames}>
      {({ values, choice, general, column }) => (
        <>
          <MappingFields>
            {general}
            {values.full_name !== '' && choice('name_order', 'Full names', choicesOfLabels(NAME_ORDER_LABELS))}
          </MappingFields>
          {GROUPS.map(({ legend, fields }) => (
            <MappingGroup key={legend} legend={legend}>
              {fields.map(column)}
            </MappingGroup>
          ))}
          {values.registered_on !== '' && (
            <MappingNote>
              Fees are due from the month of registering on: leave that column out where those of before are not kept
              here.
            </MappingNote>
          )}
          <MappingGroup legend="Where a line says nothing">
            {choice('default_nationality', 'Usual nationality', namesOf(nationalities.choices))}
            {choice('default_identification_type', 'Usual ID type', namesOf(identifications.choices))}
            {choice('default_plan', 'Usual plan', PLAN_CHOICES)}
          </MappingGroup>
        </>
      )}
    </ImportMapping>
  );
}

const TONES = {
  new: 'good',
  remark: 'good',
  known: 'plain',
  another_car: 'waiting',
  repeated: 'plain',
  refused: 'bad',
} as const satisfies Record<DriverLineOutcome, string>;

/** Tells how many drivers were added; pages of drivers are read again when that changes. */
function MadeDrivers({ list: { status, drivers, taken_back } }: { list: DriverImport }) {
  const removed = taken_back?.drivers ?? 0;
  useEffect(() => {
    if (status !== 'importing' && drivers + removed > 0) void refresh('drivers');
  }, [status, drivers, removed]);
  if (drivers === 0 || status === 'importing') return null;
  return (
    <Text size="sm" c="dimmed" mb="md">
      {counted(drivers, 'driver was', 'drivers were')} added. Nobody was texted: each sets a password by “Forgot
      password?” or with a code from the driver’s page.
    </Text>
  );
}

const LISTS: ImportScreens = importScreens({
  imports: driverImports,
  path: '/driver_import',
  upload: {
    label: 'Send a list of drivers',
    fileLabel: 'File of drivers',
    title: 'A list of drivers, as CSV or Excel (.xlsx)',
    note: 'Up to 50,000 lines, each with a name, a car and a mobile number. You see first what would happen.',
  },
  caption: 'Lists of drivers',
  empty: 'No list of drivers has been sent yet.',
  columns: [{ key: 'drivers' }, { key: 'status', cell: (row) => <Status {...row} /> }],
  mapping: (list) => <DriverColumns list={list} />,
  above: (list) => (
    <>
      <MadeDrivers list={list} />
      <TakenBackState list={list} />
    </>
  ),
  below: (list) => <TakeBack list={list} />,
  lines: driverLineList,
  label: driverLineLabel,
  tone: (outcome) => TONES[outcome],
  importedFilters: importedLineFilters,
  lineColumns: (outcome, reason) => [
    { key: 'line' },
    { header: 'Name', heading: true, oneLine: true, cell: ({ fullname }) => fullname || '–' },
    { key: 'car_number', header: 'Car Number', oneLine: true },
    { key: 'mobile_number', header: 'Mobile Number', oneLine: true, spare: true },
    outcome,
    {
      key: 'known',
      oneLine: true,
      cell: ({ known, driver }) => {
        const beside = driver ?? known;
        return beside ? <Link to={`/display_driver/${beside.id}`}>{beside.driver_code}</Link> : '–';
      },
    },
    reason,
  ],
  reason: ({ reason, known }) => (
    <>
      {known && `${known.fullname}, ${known.car_number}, ${formatPhone(known.mobile_number)}: `}
      {reason || '–'}
    </>
  ),
  note: ({ counts }) =>
    counts.some(({ outcome }) => outcome === 'refused') && (
      <Text size="sm" c="dimmed" mb="md">
        Press “Refused” and save the list: the file has the lines with their reasons, to be mended and sent again.
      </Text>
    ),
});

/** Lists of drivers: one can be sent, and those of before are listed. */
export const DriverImportsPage = () => <ImportsPage of={LISTS} />;

/** A list of drivers: how it is read, what becomes of its lines, its import, and taking that back. */
export const DriverImportPage = () => <ImportPage of={LISTS} />;
