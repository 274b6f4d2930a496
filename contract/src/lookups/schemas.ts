import { z } from 'zod';
import { Id } from '../common/ids.ts';
import { line } from '../common/line.ts';
import { isPlainText } from '../common/text.ts';
import { isMask } from './number-mask.ts';

const MAX_MASK = 40;

/**
 * The form of the numbers of a kind of document, as people write one: 9 is any digit, A any letter, and all else itself.
 * Stored in uppercase. It is no regular expression, since a slip in one could refuse everybody or stop the server.
 */
export const NumberMask = z
  .string()
  .trim()
  .min(1, 'Please write the form of the numbers, or leave it empty.')
  .max(MAX_MASK, `The form has at most ${MAX_MASK} characters.`)
  .refine((text) => isPlainText(text) && isMask(text), {
    error:
      'Write 9 for a digit and A for a letter, like A9999999, with no signs besides letters, digits, spaces and - . /',
  });

export const Nationality = z.object({ id: Id, nationality: z.string() });
export const NationalityFields = z.strictObject({ nationality: line('nationality') });

export const Identification = z.object({
  id: Id,
  identification: z.string(),
  /** The form of its numbers; null where they are free text, and for the Ghana Card, whose rule is the product's own. */
  number_mask: z.string().nullable(),
});
export const IdentificationFields = z.strictObject({
  identification: line('identification type'),
  number_mask: NumberMask.nullable().optional(),
});
export const IdentificationChanges = IdentificationFields.partial();

export const Bank = z.object({ id: Id, bank: z.string() });
export const BankFields = z.strictObject({ bank: line('bank') });

export const Relationship = z.object({ id: Id, relationship: z.string() });
export const RelationshipFields = z.strictObject({ relationship: line('relationship') });

export const Title = z.object({ id: Id, title: z.string() });
export const TitleFields = z.strictObject({ title: line('title') });

export const Path = z.object({ id: Id, path: z.string() });
export const PathFields = z.strictObject({ path: line('path') });

export const Stop = z.object({ id: Id, stop: z.string(), gps_address: z.string().nullable() });
export const StopFields = z.strictObject({
  stop: line('stop'),
  gps_address: line('GPS address', 20).nullable().optional(),
});
export const StopChanges = StopFields.partial();
