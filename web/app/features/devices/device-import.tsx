import {
  type DeviceImport,
  type DeviceLineOutcome,
  deviceImports,
  deviceLineLabel,
  WRONG_DIGIT_LABELS,
} from '@banbo/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { choicesFrom, ImportMapping, MappingFields } from '~/components/table-import/import-mapping.tsx';
import { ImportPage } from '~/components/table-import/import-page.tsx';
import {
  type ImportScreens,
  ImportStatusBadge,
  ImportsPage,
  importScreens,
} from '~/components/table-import/imports-page.tsx';

const DeviceColumns = ({ list }: { list: DeviceImport }) => (
  <ImportMapping of={DEVICES} record={list}>
    {({ general, choice, column }) => (
      <MappingFields>
        {general}
        {Object.keys(deviceImports.fields.labels).map(column)}
        {choice('wrong_digits', 'IMEIs whose last digit does not fit', choicesFrom(WRONG_DIGIT_LABELS))}
      </MappingFields>
    )}
  </ImportMapping>
);

const toneOf = (outcome: DeviceLineOutcome) => {
  if (outcome === 'refused') return 'bad';
  return outcome === 'new' ? 'good' : 'plain';
};

const DEVICES: ImportScreens = importScreens({
  imports: deviceImports,
  kind: 'device_import',
  path: '/device_import',
  upload: {
    label: 'Send a list of trackers',
    fileLabel: 'List of trackers',
    title: 'Trackers as CSV or Excel (.xlsx), a line each, with their IMEI or name in the feed',
    note: 'Up to 50,000 lines. Nothing is added yet. This is a preview.',
  },
  caption: 'Lists of trackers',
  empty: 'No list has been sent yet.',
  columns: [
    { key: 'status', cell: ({ status }) => <ImportStatusBadge status={status} /> },
    { key: 'imported_at', oneLine: true },
  ],
  mapping: (list) => <DeviceColumns list={list} />,
  links: (
    <Button component={Link} to="/devices" variant="default">
      Devices
    </Button>
  ),
  label: deviceLineLabel,
  tone: toneOf,
  lineColumns: (outcome, reason) => [
    { key: 'line', spare: true },
    { key: 'imei', heading: true, oneLine: true },
    { key: 'feed_name', oneLine: true },
    { key: 'model', oneLine: true },
    { key: 'serial_number', oneLine: true, spare: true },
    { key: 'sim_number', oneLine: true },
    { key: 'sim_network', oneLine: true, spare: true },
    { key: 'bundle_until', oneLine: true },
    outcome,
    reason,
  ],
  reason: ({ reason }) => reason || '–',
});

export const DeviceImportsPage = () => <ImportsPage of={DEVICES} />;
export const DeviceImportPage = () => <ImportPage of={DEVICES} />;
