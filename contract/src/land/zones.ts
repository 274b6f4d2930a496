import { z } from 'zod';
import { Id, shortText } from '../common/fields.ts';
import { defineLookup, namedEndpoints, resourcePaths } from '../common/lookup.ts';

export const Zone = z.object({ id: Id, zone: z.string(), district: z.string().nullable() });
export type Zone = z.infer<typeof Zone>;

export const ZoneName = shortText('zone');

const ZoneFields = z.strictObject({
  zone: ZoneName,
  district: shortText('district').nullable().optional(),
});
const ZoneChanges = ZoneFields.partial();

export const zones = defineLookup({
  words: { one: 'zone', many: 'zones' },
  paths: resourcePaths('/zones'),
  tag: 'land',
  summary: 'Zones in which the office keeps land, by name',
  row: Zone,
  name: 'zone',
  added: ZoneFields,
  example: { zone: 'Nungua' },
  changed: ZoneChanges,
  fields: {
    zone: { kind: 'text', label: 'Zone', maxLength: 60 },
    district: { kind: 'text', label: 'District', maxLength: 60, isOptional: true },
  },
  filters: {},
  changedBy: 'land.setup',
});

export const listZones = zones.list;

export const zoneEndpoints = namedEndpoints('Zone', 'Zones', zones);
