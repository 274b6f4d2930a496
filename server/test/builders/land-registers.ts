import { csvOf } from './statements.ts';

/** A line of a register by the names of its columns. */
export type RegisterLine = Readonly<Partial<Record<(typeof REGISTER_COLUMNS)[number], string>>>;

const REGISTER_COLUMNS = [
  ...(['Zone', 'Block', 'Plot No', 'Use', 'Owner Type', 'Owner', 'Size', 'Boundary'] as const),
  ...(['Tenant Code', 'Tenant', 'Contact Number', 'Nationality', 'ID Type', 'ID Number'] as const),
  ...(['Indenture No', 'Commencement', 'Term', 'Ground Rent', 'Held From'] as const),
] as const;

/** How a register of these columns is read. */
export const REGISTER_MAPPING = {
  ...{ header_line: 1, day_order: 'dmy', zone: 0, block: 1, plot_number: 2, land_use: 3, owner_kind: 4, owner_name: 5 },
  ...{ plan_area: 6, boundary: 7, tenant_code: 8, tenant_name: 9, contact_number: 10, nationality: 11 },
  ...{
    identification_type: 12,
    id_number: 13,
    indenture_number: 14,
    commencement: 15,
    term_years: 16,
    ground_rent: 17,
  },
  ...{ held_from: 18, name_order: 'first', missing_zones: 'refuse', default_land_use: 'residential' },
  ...{ default_owner_kind: 'stool', default_owner_name: 'NUNGUA STOOL', default_nationality: 'GHANAIAN' },
  ...{ size_unit: 'acres', grid: 'degrees', point_order: 'east_north' },
};

let serial = 0;

/** A plot that no other line has. */
export const nextPlotLine = (zone: string, given: RegisterLine = {}): RegisterLine => {
  serial += 1;
  return { Zone: zone, Block: 'B', 'Plot No': `R-${serial}`, ...given };
};

/** A plot with a tenant of its own and a tenancy of ninety-nine years. */
export const nextHeldLine = (zone: string, given: RegisterLine = {}): RegisterLine => {
  const line = nextPlotLine(zone);
  return {
    ...line,
    Tenant: `Kofi Tenant${serial}`,
    'Contact Number': `024${String(2_000_000 + serial)}`,
    'Indenture No': `IN ${serial}/1990`,
    Commencement: '13/03/1990',
    Term: '99',
    'Ground Rent': '400.00',
    ...given,
  };
};

/** The lines' cells below the names of their columns. */
export const registerRows = (lines: readonly RegisterLine[]): string[][] => [
  [...REGISTER_COLUMNS],
  ...lines.map((line) => REGISTER_COLUMNS.map((name) => line[name] ?? '')),
];

export const registerCsv = (lines: readonly RegisterLine[]): string => csvOf(registerRows(lines));

/** Degrees of a square of some 20 m, and of the way to the next one. */
const SIDE = 0.000_18;
const STEP = 0.000_2;

/** The GeoJSON of a square north of Accra, the `n`th of a row in which none touches the next. */
export const squareAt = (n: number, row = 0): string => {
  const round = (value: number): number => Number(value.toFixed(7));
  const [west, south] = [-0.2 + n * STEP, 5.7 + row * STEP];
  const ring = [
    [west, south],
    [west + SIDE, south],
    [west + SIDE, south + SIDE],
    [west, south + SIDE],
    [west, south],
  ];
  return JSON.stringify({ type: 'Polygon', coordinates: [ring.map((point) => point.map(round))] });
};
