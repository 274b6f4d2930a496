import {
  AREA_UNIT_LABELS,
  importedLandFilters,
  LAND_LINE_PARTS,
  LAND_USE_LABELS,
  type LandCounts,
  type LandImport,
  type LandLineOutcome,
  landImports,
  landLineLabel,
  listNationalities,
  listZones,
  MISSING_ZONES_LABELS,
  NAME_ORDER_LABELS,
  OWNER_KIND_LABELS,
  PLOT_GRID_LABELS,
  POINT_ORDER_LABELS,
  type RowOf,
  shownName,
} from '@banbo/contract';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import {
  choicesFrom,
  ImportMapping,
  MappingFields,
  MappingGroup,
  NO_CHOICE,
} from '~/components/table-import/import-mapping.tsx';
import { ImportPage } from '~/components/table-import/import-page.tsx';
import {
  type ImportScreens,
  ImportStatusBadge,
  ImportsPage,
  importScreens,
} from '~/components/table-import/imports-page.tsx';
import { read } from '~/lib/api/query-client.ts';
import { counted } from '~/lib/counted.ts';
import { LandTakenBack, TakeLandBack } from './take-back.tsx';

const BOUNDARY_NOTE =
  'A boundary is a GeoJSON geometry in degrees, a WKT polygon, or a list of coordinates with “;” between two points.';

const GROUPS = [
  ['Plot, which every line needs', LAND_LINE_PARTS.plot, BOUNDARY_NOTE],
  ['Tenancy, of lines with a tenant', LAND_LINE_PARTS.tenancy, ''],
  ['Tenant', LAND_LINE_PARTS.tenant, ''],
  ['Next of kin, contact and reference person', LAND_LINE_PARTS.others, ''],
] as const;

const optional = (labels: Readonly<Record<string, string>>) => [NO_CHOICE, ...choicesFrom(labels)];
const withNames = (names: readonly string[]) => [NO_CHOICE, ...names.map((name) => ({ value: name, label: name }))];

function LandColumns({ register }: { register: LandImport }) {
  const zones = useQuery(read(listZones, {}));
  const nationalities = useQuery(read(listNationalities, {}));
  return (
    <ImportMapping of={REGISTERS} record={register}>
      {({ values, choice, general, column, text }) => (
        <>
          <MappingFields>
            {general}
            {values.tenant_name !== '' && choice('name_order', 'Full names', choicesFrom(NAME_ORDER_LABELS))}
            {choice('missing_zones', 'Zones that are not in the list', choicesFrom(MISSING_ZONES_LABELS))}
          </MappingFields>
          {GROUPS.map(([legend, labels, note]) => (
            <MappingGroup key={legend} legend={legend} note={note}>
              {Object.keys(labels).map(column)}
            </MappingGroup>
          ))}
          <MappingGroup legend="Used where a cell is empty">
            {choice('default_zone', 'Default zone', withNames(zones.data?.map(({ zone }) => zone) ?? []))}
            {choice('default_land_use', 'Default use', optional(LAND_USE_LABELS))}
            {choice('default_owner_kind', 'Default kind of owner', optional(OWNER_KIND_LABELS))}
            {text('default_owner_name', 'Default owner’s name')}
            {choice(
              'default_nationality',
              'Default nationality',
              withNames(nationalities.data?.map(({ nationality }) => nationality) ?? []),
            )}
            {choice('size_unit', 'Sizes without a unit', choicesFrom(AREA_UNIT_LABELS))}
            {values.boundary !== '' && choice('grid', 'Coordinates', choicesFrom(PLOT_GRID_LABELS))}
            {values.boundary !== '' && choice('point_order', 'Order of coordinates', choicesFrom(POINT_ORDER_LABELS))}
          </MappingGroup>
        </>
      )}
    </ImportMapping>
  );
}

const countsInWords = ({ plots, tenants, tenancies, boundaries, zones }: LandCounts): string =>
  [
    counted(plots, 'plot'),
    counted(tenants, 'tenant'),
    counted(tenancies, 'tenancy', 'tenancies'),
    ...(boundaries > 0 ? [counted(boundaries, 'boundary of a known plot', 'boundaries of known plots')] : []),
    ...(zones > 0 ? [counted(zones, 'zone')] : []),
  ].join(', ');

/** Says what an import would make, or has made so far. */
function Counts({ register: { status, ahead, ...made } }: { register: LandImport }) {
  if (status === 'checked' && ahead) return <Text mb="md">The import would add {countsInWords(ahead)}.</Text>;
  if (status === 'uploaded' || status === 'checked' || status === 'importing') return null;
  return (
    <Text className="soft" mb="md">
      {countsInWords(made)} added. Nobody was texted: a tenant gets a sign-in by a setup code from their page.
    </Text>
  );
}

function Status({ status, taken_back }: RowOf<typeof landImports.list>) {
  if (status === 'importing' || taken_back === 0) return <ImportStatusBadge status={status} />;
  return <StatusBadge tone="plain">{`${counted(taken_back, 'record')} taken back`}</StatusBadge>;
}

const toneOf = (outcome: LandLineOutcome) => {
  if (outcome === 'refused') return 'bad';
  if (outcome === 'held') return 'waiting';
  return landImports.takes.includes(outcome) ? 'good' : 'plain';
};

const REGISTERS: ImportScreens = importScreens({
  imports: landImports,
  kind: 'land_import',
  path: '/land_import',
  upload: {
    label: 'Send a register of land',
    fileLabel: 'Register of land',
    title: 'A register of land, as CSV, Excel (.xlsx) or GeoJSON',
    alsoAccepts: '.geojson,.json,application/geo+json',
    note: 'Up to 50,000 lines, each with a plot. You first see what would happen.',
  },
  caption: 'Registers of land',
  empty: 'No register has been sent yet.',
  columns: [
    { key: 'plots' },
    { key: 'tenants' },
    { key: 'tenancies' },
    { key: 'status', cell: (row) => <Status {...row} /> },
  ],
  mapping: (register) => <LandColumns register={register} />,
  above: (register) => (
    <>
      <Counts register={register} />
      <LandTakenBack register={register} />
    </>
  ),
  below: (register) => <TakeLandBack register={register} />,
  label: landLineLabel,
  tone: toneOf,
  importedFilters: importedLandFilters,
  lineColumns: (outcome, reason) => [
    { key: 'line' },
    { header: 'Plot', heading: true, oneLine: true, cell: ({ plot }) => plot || '–' },
    { header: 'Tenant', oneLine: true, cell: ({ tenant }) => shownName(tenant) || '–' },
    { key: 'indenture_number', header: 'Indenture', oneLine: true, spare: true },
    outcome,
    reason,
  ],
  reason: ({ reason }) => reason || '–',
  note: ({ counts }) =>
    counts.some(({ outcome }) => outcome === 'refused') && (
      <Text className="soft" mb="md">
        Press “Refused” and save the list: the file has the lines with their reasons, to be corrected and sent again.
      </Text>
    ),
});

export const LandImportsPage = () => <ImportsPage of={REGISTERS} />;
export const LandImportPage = () => <ImportPage of={REGISTERS} />;
