import {
  APPLICATION_KIND_LABELS,
  changeLandKind,
  formatMoney,
  type LandKind,
  listLandKinds,
  parseMoney,
} from '@banbo/contract';
import { Button, Checkbox, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FormButton } from '~/components/question/confirm.tsx';
import { FactList } from '~/components/record/fact-list.tsx';
import { MoneyInput } from '~/components/record/record-form.tsx';
import { LoadError } from '~/components/trouble/states.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { counted } from '~/lib/counted.ts';
import { AMOUNT_WANTED } from '~/lib/form/check-by.ts';
import type { FieldErrors } from '~/lib/form/refusal.ts';
import { type FormValues, useForm } from '~/lib/form/use-form.ts';
import { useAbility } from '~/lib/session/ability.ts';

/** Lines at the end of the list of papers, for those that come to it. */
const EMPTY_LINES = 2;
const MOST_PAPERS = 20;

const nameOf = (n: number): string => `papers.${n}.paper`;
const neededOf = (n: number): string => `papers.${n}.is_needed`;

const lineOf = (n: number, paper?: LandKind['papers'][number]): FormValues => ({
  [nameOf(n)]: paper?.paper ?? '',
  [neededOf(n)]: paper?.is_needed ?? true,
});

const valuesOf = ({ days, fee, papers }: LandKind): FormValues => ({
  ...{ days: String(days), fee, papers: '' },
  ...Object.assign(
    {},
    ...Array.from({ length: Math.min(papers.length + EMPTY_LINES, MOST_PAPERS) }, (_, n) => lineOf(n, papers[n])),
  ),
});

const countLines = (values: FormValues): number => Object.keys(values).filter((name) => name.endsWith('.paper')).length;

/** The lines of the form that have a name, by their place in it. */
const filledLines = (values: FormValues) =>
  Array.from({ length: countLines(values) }, (_, n) => ({
    n,
    paper: String(values[nameOf(n)]).trim(),
    is_needed: values[neededOf(n)] === true,
  })).filter(({ paper }) => paper !== '');

const bodyOf = (values: FormValues) => ({
  days: Number(values.days),
  fee: parseMoney(String(values.fee)) ?? String(values.fee),
  papers: filledLines(values).map(({ paper, is_needed }) => ({ paper, is_needed })),
});

const checkKind = (values: FormValues): FieldErrors => {
  const lines = filledLines(values);
  const found: Record<string, string> = {};
  for (const { path, message } of changeLandKind.schema.body.safeParse(bodyOf(values)).error?.issues ?? []) {
    const [name, place] = path;
    const line = typeof place === 'number' ? lines[place] : undefined;
    if (name === 'fee') found.fee = AMOUNT_WANTED;
    else found[line ? nameOf(line.n) : String(name)] ??= message;
  }
  return found;
};

type Props = { kind: LandKind };

/** Changes a kind's days, fee and papers. A line that is emptied goes from the list. */
function ChangeKind({ kind }: Props) {
  const form = useForm<FormValues>({ initial: valuesOf(kind), check: checkKind });
  const lines = countLines(form.values);
  const label = APPLICATION_KIND_LABELS[kind.kind];
  return (
    <FormButton
      label={
        <>
          Change…<span className="visually-hidden"> {label}</span>
        </>
      }
      title={`Change ‘${label}’`}
      action="Update"
      form={form}
      send={async (values) => {
        const answer = await change(changeLandKind, { params: { kind: kind.kind }, body: bodyOf(values) });
        form.reset(values);
        return answer;
      }}
    >
      <p className="soft">
        Days and fee are for applications that are lodged from now on; papers are for those that are open, too.
      </p>
      <Group gap="sm" mt="sm" grow align="start">
        <TextInput
          {...form.input('days')}
          data-autofocus
          label="Days to decide"
          inputMode="numeric"
          maxLength={3}
          required
        />
        <MoneyInput
          {...form.input('fee')}
          value={String(form.values.fee)}
          label="Fee"
          required
          onText={(text) => form.setFieldValue('fee', text)}
        />
      </Group>
      <Stack component="fieldset" gap="xs" mt="sm">
        <legend>Papers, in their order; empty a line to take it off</legend>
        {Array.from({ length: lines }, (_, n) => (
          <Group key={nameOf(n)} gap="sm" wrap="nowrap" align="start">
            <TextInput {...form.input(nameOf(n))} flex={1} aria-label={`Paper ${n + 1}`} maxLength={60} />
            <Checkbox
              mt={8}
              label="Needed"
              aria-label={`Paper ${n + 1} is needed`}
              checked={form.values[neededOf(n)] === true}
              onChange={(event) => form.setFieldValue(neededOf(n), event.currentTarget.checked)}
            />
          </Group>
        ))}
        {form.errors.papers && (
          <Text c="var(--danger)" fz="sm" role="alert">
            {form.errors.papers}
          </Text>
        )}
        <div>
          <Button
            variant="default"
            size="xs"
            disabled={lines >= MOST_PAPERS}
            onClick={() => form.setValues(lineOf(lines))}
          >
            Add a line
          </Button>
        </div>
      </Stack>
    </FormButton>
  );
}

const Kind = ({ kind, mayChange }: Props & { mayChange: boolean }) => (
  <Stack component="section" className="card" gap="sm" aria-label={APPLICATION_KIND_LABELS[kind.kind]}>
    <Group justify="space-between">
      <h2 className="large">{APPLICATION_KIND_LABELS[kind.kind]}</h2>
      {mayChange && <ChangeKind key={JSON.stringify(kind)} kind={kind} />}
    </Group>
    <FactList
      facts={[
        ['Decided within', counted(kind.days, 'day')],
        ['Fee', formatMoney(kind.fee)],
        [
          'Papers',
          kind.papers.length === 0 ? (
            'None'
          ) : (
            <ul key="papers">
              {kind.papers.map(({ paper, is_needed }) => (
                <li key={paper}>
                  {paper}
                  {!is_needed && <span className="soft"> (not needed)</span>}
                </li>
              ))}
            </ul>
          ),
        ],
      ]}
    />
  </Stack>
);

/** The kinds of applications with their days, fees and papers. */
export function LandKinds() {
  const { can } = useAbility();
  const { data, error, refetch } = useQuery({ ...read(listLandKinds, {}), staleTime: 0 });
  if (error && !data) return <LoadError message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <p role="status">Loading the kinds...</p>;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      {data.map((kind) => (
        <Kind key={kind.kind} kind={kind} mayChange={can('land.setup')} />
      ))}
    </SimpleGrid>
  );
}
