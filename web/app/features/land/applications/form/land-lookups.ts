import { listIdentifications, listNationalities, listRelationships } from '@banbo/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { read } from '~/lib/api/query-client.ts';

/** A list of words as `FormSearchChoice` takes it. */
const choicesIn = <Row>({ data, error, status, refetch }: UseQueryResult<Row[]>, nameOf: (row: Row) => string) => ({
  choices: (data ?? []).map(nameOf),
  status,
  trouble: error?.message,
  onRetry: () => void refetch(),
});

export const useNationalityChoices = () =>
  choicesIn(useQuery(read(listNationalities, {})), ({ nationality }) => nationality);

export const useIdentificationChoices = () =>
  choicesIn(useQuery(read(listIdentifications, {})), ({ identification }) => identification);

export const useRelationshipChoices = () =>
  choicesIn(useQuery(read(listRelationships, {})), ({ relationship }) => relationship);
