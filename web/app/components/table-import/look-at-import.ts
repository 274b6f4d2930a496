import type { ImportStatus } from '@banbo/contract';

/** Milliseconds between two looks at an import that runs. */
export const LOOK_MS = 1_500;

/** Looks again for as long as an import runs. */
export const lookAtImport = ({ state }: { state: { data: { status: ImportStatus } | undefined } }): number | false =>
  state.data?.status === 'importing' ? LOOK_MS : false;
