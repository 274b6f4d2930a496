import { Refusal } from '#lib/refusal.ts';

export const noStatement = (): Refusal => new Refusal('not_found', 'There is no such statement.');
