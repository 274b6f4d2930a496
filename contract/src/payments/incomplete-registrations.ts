import { z } from 'zod';
import { Day, Id, Instant } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { defaultedFilter } from '../common/lists/filters.ts';

/** The parts of a registration that may be missing, the most urgent first. */
export const MISSING_PARTS = ['fee', 'claim', 'photo', 'document', 'password'] as const;
export type MissingPart = (typeof MISSING_PARTS)[number];

export const MISSING_LABELS: Readonly<Record<MissingPart, string>> = {
  fee: 'Registration fee',
  claim: 'Clearance of a payment',
  photo: 'Photo',
  document: 'Valid document',
  password: 'Password',
};

/** A current driver of whose registration something is missing. */
export const IncompleteRegistration = z.object({
  /** The driver's id. */
  id: Id,
  driver_code: z.string(),
  fullname: z.string(),
  car_number: z.string(),
  mobile_number: z.string(),
  registered_at: Instant,
  missing: z.array(z.enum(MISSING_PARTS)),
  expiry_date: Day.nullable(),
  /**
   * Whole days until it is archived without its fee, 0 on the last; null where no days count: once
   * the fee is paid, and of imported drivers.
   */
  days_left: z.number().int().nullable(),
});
export type IncompleteRegistration = z.infer<typeof IncompleteRegistration>;

export const incompleteRegistrationList = defineList({
  name: 'incomplete-registrations',
  url: '/incomplete_registrations',
  access: 'drivers.register',
  summary: 'Current drivers of whose registration a part is missing',
  description:
    'In the order of registering; where the fee is missing, of how soon they are archived without it, and imported drivers last; where a document is, those who lack one longest first.',
  tags: ['drivers'],
  row: IncompleteRegistration,
  filters: { missing: defaultedFilter('Missing', MISSING_PARTS, (part) => MISSING_LABELS[part]) },
  sorts: ['registered_at', '-registered_at'],
  columns: [
    columnOf('fullname', 'Full Name', 'name'),
    columnOf('driver_code', 'Driver Code'),
    columnOf('car_number', 'Car Number'),
    columnOf('mobile_number', 'Mobile Number', 'phone'),
    columnOf('registered_at', 'Registered', 'instant', { sort: 'registered_at' }),
    {
      key: 'missing',
      header: 'Missing',
      kind: 'text',
      value: ({ missing }) => missing.map((part) => MISSING_LABELS[part]).join(', '),
    },
    columnOf('expiry_date', 'Document Until', 'day'),
    columnOf('days_left', 'Days Left', 'number'),
  ],
  reach: 1000,
});
export const listIncompleteRegistrations = incompleteRegistrationList.page;
export const exportIncompleteRegistrations = incompleteRegistrationList.file;

export const incompleteRegistrationEndpoints = { listIncompleteRegistrations, exportIncompleteRegistrations } as const;
