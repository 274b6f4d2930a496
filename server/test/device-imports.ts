import type { DeviceImport } from '@banbo/contract';
import { deviceImport } from '#domains/devices';
import type { TestApp } from './harness.ts';
import { importServer, tableImportsOf } from './table-imports.ts';

type Line = { imei: string; outcome: string; reason: string };

/** Calls that staff make with lists of trackers, as one of them. */
export const deviceImportsOf = tableImportsOf<DeviceImport, Line>({
  url: '/device_imports',
  noun: 'device_import',
  mapping: {
    ...{ header_line: 1, day_order: 'dmy', imei: 0, serial_number: 1 },
    ...{ model: 2, sim_number: 3, sim_network: 4, bundle_until: 5 },
  },
});

/** A server that runs the imports of trackers. */
export const deviceImportServer = (it: Pick<TestApp, 'db' | 'clock'>, errors: unknown[] = []) =>
  importServer(it, [deviceImport], errors);
