import { z } from 'zod';
import { Done, endpoint } from '../common/endpoint.ts';
import { Instant } from '../common/fields.ts';
import { ImportProgress } from '../common/imports.ts';
import { DriverRemoval } from './schemas.ts';

const tags = ['drivers'];
const access = 'drivers.remove';

/** Why an imported driver stays when the import is taken back, the weightiest first. */
export const IMPORT_TOUCHES = ['money', 'cars', 'changes'] as const;
export type ImportTouch = (typeof IMPORT_TOUCHES)[number];

export const IMPORT_TOUCH_LABELS = {
  money: 'with a payment, a claim or a prompt',
  cars: 'of a person with another car, or a request for one',
  changes: 'changed by staff since, or with a password of their own',
} as const satisfies Record<ImportTouch, string>;

/** How far taking back an import is, and what it came to. */
export const TakenBack = z.object({
  /** `failed` stopped on its way and can be begun again. */
  status: z.enum(['running', 'done', 'failed']),
  /** The drivers that were removed so, by all takings back of this import. */
  drivers: z.int(),
  ended_at: Instant.nullable(),
  progress: ImportProgress.nullable(),
});
export type TakenBack = z.output<typeof TakenBack>;

export const TakeBackPreview = z.object({
  /** The drivers that would be removed. */
  drivers: z.int(),
  /** The current ones that stay, by the weightiest reason of each. */
  stays: z.array(z.object({ touch: z.enum(IMPORT_TOUCHES), drivers: z.int() })),
});
export type TakeBackPreview = z.output<typeof TakeBackPreview>;

export const previewTakeBack = endpoint('GET /driver_imports/:id/take_back', access, {
  summary: 'How many drivers of an import would be removed if it were taken back, and how many stay and why',
  tags,
  limits: [{ by: 'caller', max: 30, seconds: 60 }],
  errors: ['not_found'],
  answer: TakeBackPreview,
});

export const takeBackDriverImport = endpoint('POST /driver_imports/:id/take_back', access, {
  summary: 'Remove the drivers of an import whom nobody has touched since; it goes on by itself',
  description: 'Each is asked anew as it is removed. Staff can restore each of them, as any removed driver.',
  tags,
  idempotent: true,
  errors: ['not_found', 'conflict'],
  body: DriverRemoval,
  created: Done,
});
