import type { Network } from '@banbo/contract';
import type { Author } from '#lib/caller.ts';

/** The person who makes a call of the desk, the networks whose transaction IDs count, and the moment. */
export type MadeAtDesk = { by: Author; networks: readonly Network[]; now: Date };
