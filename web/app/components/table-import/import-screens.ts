import type { AnyImport, Endpoint, FileLine, ImportProgress, ImportSummary } from '@banbo/contract';
import { queryOptions } from '@tanstack/react-query';
import { type CallInput, call } from '~/lib/api.ts';
import { keyOf } from '~/lib/query-client.ts';

/** An import as its page shows it, whatever it makes of its lines. */
export type ImportRecord = ImportSummary & {
  mapping: object | null;
  suggestion: object;
  is_remembered: boolean;
  counts: readonly { outcome: string; lines: number }[];
  problem: string;
  progress: ImportProgress | null;
  head: FileLine[];
  taken_back?: { status: string } | null;
};

/** An import of the contract, and the words and address of its pages. `Shown` is its record. */
export type ImportScreens<Shown extends ImportRecord> = {
  imports: AnyImport & { record: { _output: Shown } };
  /** The address of the page of all of them; below it, by its number, that of one. */
  path: string;
  /** A file of this kind in sentences: `statement`. */
  thing: string;
};

/** Milliseconds between two looks at an import that runs. */
const LOOK_MS = 1_500;

/** Calls an endpoint of an import, whose schemas are known to its own screens alone. */
export const ask = (endpoint: Endpoint, input: object): Promise<object> =>
  call(endpoint, input as CallInput<Endpoint>) as unknown as Promise<object>;

/** An import by its number, asked for again for as long as it, or taking it back, runs. */
export const importQuery = <Shown extends ImportRecord>({ imports }: ImportScreens<Shown>, id: string) =>
  queryOptions({
    queryKey: keyOf(imports.show, { params: { id } }),
    queryFn: async ({ signal }) => (await ask(imports.show, { params: { id }, signal })) as Shown,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'importing' || data?.taken_back?.status === 'running' ? LOOK_MS : false,
  });

/** The lines that an import would take. */
export const linesToTake = <Shown extends ImportRecord>({ imports }: ImportScreens<Shown>, { counts }: Shown): number =>
  counts.filter(({ outcome }) => imports.takes.includes(outcome)).reduce((sum, { lines }) => sum + lines, 0);
