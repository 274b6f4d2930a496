import {
  DRIVER_LINE_FIELDS,
  type DriverImport,
  type DriverLineField,
  type DriverLineOutcome,
  driverImports,
  driverLineLabel,
  formatMoney,
  formatPhone,
  importedLineFilters,
  MISSING_NAME_COLUMNS,
  NAME_ORDER_LABELS,
  PLANS,
  type RowOf,
  shownName,
  toPesewas,
} from '@banbo/contract';
import { Text } from '@mantine/core';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import {
  choicesFrom,
  ImportMapping,
  MappingFields,
  MappingGroup,
  type MappingValues,
  NO_CHOICE,
} from '~/components/table-import/import-mapping.tsx';
import { ImportPage } from '~/components/table-import/import-page.tsx';
import {
  type ImportScreens,
  ImportStatusBadge,
  ImportsPage,
  importScreens,
} from '~/components/table-import/imports-page.tsx';
import { refresh } from '~/lib/api/query-client.ts';
import { counted } from '~/lib/counted.ts';
import { useIdentifications, useNationalities } from '../registration/use-lookups.ts';
import { DriversTakenBack, TakeDriversBack } from './take-back.tsx';

function Status({ status, drivers, taken_back }: RowOf<typeof driverImports.list>) {
  if (status === 'importing' || taken_back === 0) return <ImportStatusBadge status={status} />;
  return <StatusBadge tone="plain">{taken_back < drivers ? `${taken_back} taken back` : 'Taken back'}</StatusBadge>;
}

const OF_NAME = ['last_name', 'first_name', 'middle_name', 'full_name', 'car_number', 'mobile_number'] as const;
const OF_PERSON = [
  ...(['gender', 'date_of_birth', 'nationality', 'marital_status', 'identification_type', 'id_number'] as const),
  ...(['date_issued', 'plan'] as const),
];
const OF_FEES = ['registered_on', 'paid_until', 'opening_balance'] as const;
const GROUPED: readonly DriverLineField[] = [...OF_NAME, ...OF_PERSON, ...OF_FEES];
const FEES = 'Fees that were paid or owed before';
const GROUPS: Readonly<Record<string, readonly DriverLineField[]>> = {
  'Name, car and mobile number, which every line needs': OF_NAME,
  [FEES]: OF_FEES,
  'Person and plan': OF_PERSON,
  'Contact, next of kin and reference person': DRIVER_LINE_FIELDS.filter((field) => !GROUPED.includes(field)),
};

const FEES_NOTE =
  'Without a paid month or an opening balance, a member owes the registration fee, the device and every month since the ' +
  'day of registering. Paid until: the last month paid, such as 10/2026. Opening balance: what is owed, in GHS; below ' +
  'zero for credit. A member with either owes no registration fee and no device.';

const namesOf = (names: readonly string[]) => [NO_CHOICE, ...names.map((name) => ({ value: name, label: name }))];
const PLAN_CHOICES = [NO_CHOICE, ...PLANS.map(({ slug, name }) => ({ value: slug, label: name }))];

/** Finds columns that are chosen twice, and a name that has no column. */
const checkNames = (values: MappingValues): Record<string, string> => {
  const chosen = DRIVER_LINE_FIELDS.filter((field) => values[field] !== '');
  const sharing = chosen.filter((field, at) => chosen.slice(0, at).some((other) => values[other] === values[field]));
  const problems = Object.fromEntries(sharing.map((field) => [field, 'This column is chosen for something else.']));
  const hasName = values.full_name !== '' || values.first_name !== '' || values.last_name !== '';
  return hasName ? problems : { ...problems, last_name: MISSING_NAME_COLUMNS };
};

function DriverColumns({ list }: { list: DriverImport }) {
  const nationalities = useNationalities();
  const identifications = useIdentifications();
  return (
    <ImportMapping of={LISTS} record={list} check={checkNames}>
      {({ values, choice, general, column }) => (
        <>
          <MappingFields>
            {general}
            {values.full_name !== '' && choice('name_order', 'Full names', choicesFrom(NAME_ORDER_LABELS))}
          </MappingFields>
          {Object.entries(GROUPS).map(([legend, fields]) => (
            <MappingGroup key={legend} legend={legend} note={legend === FEES && FEES_NOTE}>
              {fields.map(column)}
            </MappingGroup>
          ))}
          <MappingGroup legend="Where a line leaves it empty">
            {choice('default_nationality', 'Usual nationality', namesOf(nationalities.choices))}
            {choice('default_identification_type', 'Usual ID type', namesOf(identifications.choices))}
            {choice('default_plan', 'Usual plan', PLAN_CHOICES)}
          </MappingGroup>
        </>
      )}
    </ImportMapping>
  );
}

const toneOf = (outcome: DriverLineOutcome) => {
  if (outcome === 'refused') return 'bad';
  if (outcome === 'another_car') return 'waiting';
  return driverImports.takes.includes(outcome) ? 'good' : 'plain';
};

/** From this sum on the debts of a list are pointed out as what may be a mistake. */
const MUCH = toPesewas('10000.00');

/** Tells before an import what its drivers would owe, and what credit they bring along. */
function DebtsAhead({ list }: { list: DriverImport }) {
  const { status, debtors, debts, credited, credits, unpriced_years: unpriced } = list;
  if (status !== 'checked' || (debtors === 0 && credited === 0 && unpriced.length === 0)) return null;
  const isMuch = toPesewas(debts) >= MUCH;
  return (
    <Text inherit className="note" role="status" mb="md">
      {debtors > 0 && (
        <strong>
          {counted(debtors, 'driver')} would owe {formatMoney(debts)} in all.{' '}
        </strong>
      )}
      {unpriced.length > 0 && (
        <strong>
          {unpriced.join(', ')} {unpriced.length === 1 ? 'has' : 'have'} no price for every fee: what is owed for{' '}
          {unpriced.length === 1 ? 'that year' : 'those years'} is not in the sum.{' '}
        </strong>
      )}
      {credited > 0 && (
        <strong>
          {counted(credited, 'driver')} would come with {formatMoney(credits)} of credit.{' '}
        </strong>
      )}
      {isMuch && 'If they paid elsewhere before, choose a column for “Paid until” or “Opening balance” above. '}
      No reminders go out and no credit is used until another person has released the list on the Arrears page.
    </Text>
  );
}

/** Tells how many drivers were added; pages of drivers are read again when that changes. */
function MadeDrivers({ list: { status, drivers, taken_back } }: { list: DriverImport }) {
  const removed = taken_back?.drivers ?? 0;
  useEffect(() => {
    if (status !== 'importing' && drivers + removed > 0) void refresh('drivers');
  }, [status, drivers, removed]);
  if (drivers === 0 || status === 'importing') return null;
  return (
    <Text className="soft" mb="md">
      {counted(drivers, 'driver was', 'drivers were')} added. Nobody was texted: each sets a password by “Forgot
      password?” or with a code from the driver’s page.
    </Text>
  );
}

const LISTS: ImportScreens = importScreens({
  imports: driverImports,
  kind: 'driver_import',
  path: '/driver_import',
  upload: {
    label: 'Send a list of drivers',
    fileLabel: 'File of drivers',
    title: 'A list of drivers, as CSV or Excel (.xlsx)',
    note: 'Up to 50,000 lines, each with a name, a car and a mobile number. You first see what would happen.',
  },
  caption: 'Lists of drivers',
  empty: 'No list of drivers has been sent yet.',
  columns: [{ key: 'drivers' }, { key: 'status', cell: (row) => <Status {...row} /> }],
  mapping: (list) => <DriverColumns list={list} />,
  above: (list) => (
    <>
      <DebtsAhead list={list} />
      <MadeDrivers list={list} />
      <DriversTakenBack list={list} />
    </>
  ),
  below: (list) => <TakeDriversBack list={list} />,
  label: driverLineLabel,
  tone: toneOf,
  importedFilters: importedLineFilters,
  lineColumns: (outcome, reason) => [
    { key: 'line' },
    { header: 'Name', heading: true, oneLine: true, cell: ({ fullname }) => shownName(fullname) || '–' },
    { key: 'car_number', header: 'Car Number', oneLine: true },
    { key: 'mobile_number', header: 'Mobile Number', oneLine: true, spare: true },
    outcome,
    { key: 'owes', cell: ({ owes }) => (owes === null ? '–' : formatMoney(owes)) },
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
      {known && `${shownName(known.fullname)}, ${known.car_number}, ${formatPhone(known.mobile_number)}: `}
      {reason || '–'}
    </>
  ),
  note: ({ counts }) =>
    counts.some(({ outcome }) => outcome === 'refused') && (
      <Text className="soft" mb="md">
        Press “Refused” and save the list: the file has the lines with their reasons, to be corrected and sent again.
      </Text>
    ),
});

export const DriverImportsPage = () => <ImportsPage of={LISTS} />;
export const DriverImportPage = () => <ImportPage of={LISTS} />;
