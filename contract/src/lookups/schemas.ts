import { z } from 'zod';
import { Id } from '../common/ids.ts';

export const Nationality = z.object({ id: Id, nationality: z.string() });
export type Nationality = z.infer<typeof Nationality>;

export const Identification = z.object({ id: Id, identification: z.string() });
export type Identification = z.infer<typeof Identification>;

export const Relationship = z.object({ id: Id, relationship: z.string() });
export type Relationship = z.infer<typeof Relationship>;
