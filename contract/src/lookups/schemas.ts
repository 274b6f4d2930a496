import { z } from 'zod';
import { Id } from '../common/ids.ts';
import { line } from '../common/line.ts';

export const Nationality = z.object({ id: Id, nationality: z.string() });
export const NationalityFields = z.strictObject({ nationality: line('nationality') });

export const Identification = z.object({ id: Id, identification: z.string() });
export const IdentificationFields = z.strictObject({ identification: line('identification type') });

export const Bank = z.object({ id: Id, bank: z.string() });
export const BankFields = z.strictObject({ bank: line('bank') });

export const Relationship = z.object({ id: Id, relationship: z.string() });
export const RelationshipFields = z.strictObject({ relationship: line('relationship') });
