import { Refusal } from '#lib/refusal.ts';

export const noImport = (): Refusal => new Refusal('not_found', 'There is no such list of drivers.');
