import { addCourtCase, MOST_OF_CASE, shownPlotName, showPlot } from '@banbo/contract';
import { Box, Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { RecordForm } from '~/components/record/record-form.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { type FormValues, useForm } from '~/lib/form/use-form.ts';
import { FormColumns, FormSection, WideField } from '../applications/form/form-section.tsx';
import { PlotFinder } from '../applications/form/plot-choice.tsx';
import {
  COURT_CHOICES,
  checkNewCase,
  chosenPlots,
  countPartyLines,
  emptyCase,
  newCaseBody,
  partyField,
  partyLine,
  ROLE_CHOICES,
} from './case-values.ts';

type Form = ReturnType<typeof useForm<FormValues>>;

/** The plots that are chosen, each with a way to take it off, and the search for another one. */
function PlotsOfForm({ form }: { form: Form }) {
  const ids = chosenPlots(form.values);
  const plots = useQueries({ queries: ids.map((id) => read(showPlot, { params: { id } })) });
  const set = (next: readonly string[]) => form.setFieldValue('plot_ids', next.join(','));
  return (
    <Stack gap="sm">
      {ids.length > 0 && (
        <ul className="ruled" aria-label="Chosen plots">
          {ids.map((id, n) => {
            const { data, error } = plots[n] ?? {};
            const name = data ? shownPlotName(data) : (error?.message ?? 'Loading the plot...');
            return (
              <li key={id}>
                <Group gap="sm">
                  <span>{name}</span>
                  <Button size="compact-sm" variant="default" onClick={() => set(ids.filter((other) => other !== id))}>
                    Remove<span className="visually-hidden"> {name}</span>
                  </Button>
                </Group>
              </li>
            );
          })}
        </ul>
      )}
      {ids.length < MOST_OF_CASE.plots && (
        <PlotFinder
          key={ids.length}
          error={form.errors.plot_ids}
          onFound={(id) => set([...new Set([...ids, id])])}
          onAdd={null}
        />
      )}
    </Stack>
  );
}

/** A line for each party; one that stays empty is left out. */
function PartiesOfForm({ form }: { form: Form }) {
  const count = countPartyLines(form.values);
  return (
    <Stack gap="sm">
      {Array.from({ length: count }, (_, n) => (
        <Group key={partyField(n, 'name')} gap="sm" align="start" preventGrowOverflow={false}>
          <NativeSelect
            {...form.input(partyField(n, 'role'))}
            flex="1 1 9rem"
            label="Role"
            aria-label={`Role of party ${n + 1}`}
            data={ROLE_CHOICES}
          />
          <TextInput
            {...form.input(partyField(n, 'name'))}
            flex="2 1 14rem"
            label="Name"
            aria-label={`Name of party ${n + 1}`}
            autoComplete="off"
            maxLength={120}
          />
          <TextInput
            {...form.input(partyField(n, 'counsel'))}
            flex="2 1 12rem"
            label="Counsel"
            aria-label={`Counsel of party ${n + 1}`}
            autoComplete="off"
            maxLength={120}
          />
        </Group>
      ))}
      {form.errors.parties && (
        <Text c="var(--danger)" fz="sm" role="alert">
          {form.errors.parties}
        </Text>
      )}
      <Box mb="md">
        <Button
          variant="default"
          size="xs"
          disabled={count >= MOST_OF_CASE.parties}
          onClick={() => form.setValues(partyLine(count))}
        >
          Add a party
        </Button>
      </Box>
    </Stack>
  );
}

/** Enters a court case with its plots and parties. */
export function AddCourtCase() {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const form = useForm<FormValues>({
    initial: emptyCase(/^\d+$/.test(query.get('plot') ?? '') ? (query.get('plot') ?? '') : ''),
    check: checkNewCase,
    keyName: 'banbo-court-case-key',
  });
  return (
    <Page lead="Once it is entered, nothing about its plots is approved until the case is resolved.">
      <RecordForm
        form={form}
        send={(values) => {
          const body = newCaseBody(values);
          return change(addCourtCase, { body, idempotencyKey: form.retryKey.keyFor(body) });
        }}
        action="Enter the case"
        cancel="/court_cases"
        then={({ id }) => navigate(`/court_cases/${id}`, { replace: true })}
      >
        <FormSection title="Case">
          <FormColumns>
            <NativeSelect
              {...form.input('court')}
              label="Court"
              description="Where it was filed"
              required
              data={COURT_CHOICES}
            />
            <TextInput
              {...form.input('suit_number')}
              label="Suit number"
              description="As the court writes it"
              required
              autoComplete="off"
              maxLength={60}
            />
            <TextInput
              {...form.input('title')}
              label="Title"
              description="Stands on the plot’s page"
              required
              autoComplete="off"
              maxLength={120}
            />
            <WideField>
              <Textarea {...form.input('about')} label="About the case" rows={3} maxLength={2000} />
            </WideField>
          </FormColumns>
        </FormSection>
        <FormSection title="Plots">
          <PlotsOfForm form={form} />
        </FormSection>
        <FormSection title="Parties" lead="A party who is a tenant can be linked on the page of the case.">
          <PartiesOfForm form={form} />
        </FormSection>
      </RecordForm>
    </Page>
  );
}
