import { DriverMerge, type MergePreview, mergeDriver, previewMerge } from '@banbo/contract';
import { Box, Button, Group, Stack, Textarea } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { DriverFinder } from '~/components/driver-finder/driver-finder.tsx';
import { FormQuestion } from '~/components/question/confirm.tsx';
import { LoadError } from '~/components/trouble/states.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { RecordHead } from '../driver-facts.tsx';
import { DriverLoaded } from '../driver-loaded.tsx';
import { ComparedRecords } from './compared-records.tsx';
import { MergeConsequences } from './merge-consequences.tsx';
import { waitsFor } from './paid-twice.tsx';

const MAX_WORDS = 300;

const checkReason = checkBy(DriverMerge.pick({ reason: true }));
const checkBoth = checkBy(DriverMerge.pick({ reason: true, same_person: true }).required({ same_person: true }));

/** Asks for the reason, and of two with nothing in common why they are one person; then merges. */
function MergeQuestion({ preview }: { preview: MergePreview }) {
  const { duplicate, kept, obstacles, common } = preview;
  const waits = waitsFor(preview);
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const areStrangers = common.length === 0;
  const form = useForm({
    initial: { reason: '', same_person: '' },
    check: ({ reason, same_person }) => (areStrangers ? checkBoth({ reason, same_person }) : checkReason({ reason })),
  });
  const merge = async ({ reason, same_person }: typeof form.values) => {
    const body = { into: kept.id, reason, ...(areStrangers && { same_person }) };
    const answer = await change(mergeDriver, { params: { id: duplicate.id }, body });
    await navigate(`/view_driver/${waits ? duplicate.id : kept.id}`, { replace: true });
    return answer;
  };
  const field = { required: true, maxLength: MAX_WORDS, rows: 2 };
  return (
    <>
      <Button color="danger" disabled={obstacles.length > 0} onClick={() => setAsking(true)}>
        {waits ? 'Ask to merge' : 'Merge'} into {kept.driver_code}
      </Button>
      <FormQuestion
        opened={asking}
        title={`Merge ${duplicate.driver_code} into ${kept.driver_code}?`}
        action={waits ? 'Ask for the merge' : 'Merge'}
        danger
        form={form}
        send={merge}
        onClose={() => setAsking(false)}
      >
        <Box component="p" mb="md">
          {waits && `${waits} Somebody else approves it. `}Payments, claims and credit of {duplicate.driver_code} become
          those of {kept.driver_code}. The duplicate is removed: nobody signs in with it, searches lead to{' '}
          {kept.driver_code}, and {duplicate.car_number} can be registered again. For a day you can take the merge back:{' '}
          {kept.driver_code} leads to it. Once somebody has decided on that money, it is too late.
        </Box>
        <Stack gap="sm">
          {areStrangers && (
            <Textarea
              {...form.input('same_person')}
              {...field}
              data-autofocus
              label="Why are they one person?"
              description="They share no name, date of birth, mobile number, e-mail or ID number. Say in a sentence how you know."
            />
          )}
          <Textarea
            {...form.input('reason')}
            {...field}
            {...(!areStrangers && { 'data-autofocus': true })}
            label="Reason"
            description="Stays with the duplicate and in the audit log."
          />
        </Stack>
      </FormQuestion>
    </>
  );
}

/** A merge as it would be done. Money may come at any moment, so it is asked for anew each time. */
const mergePreviewQuery = (id: string, into: string) =>
  queryOptions({
    ...read(previewMerge, { params: { id }, query: { into } }),
    staleTime: 0,
    retry: false,
  });

function Preview({ id, into }: { id: string; into: string }) {
  const { data: preview, error, refetch } = useQuery(mergePreviewQuery(id, into));
  if (error) {
    const ways = [
      { to: `/merge_driver/${into}?into=${id}`, label: 'Keep the other one' },
      { to: `/merge_driver/${id}`, label: 'Choose another record' },
    ];
    return <LoadError message={error.message} onRetry={refetch} ways={ways} />;
  }
  if (!preview) return <p role="status">Looking at both records...</p>;
  return (
    <>
      <ComparedRecords duplicate={preview.duplicate} kept={preview.kept} />
      <MergeConsequences preview={preview} />
      <Group gap="xs">
        <MergeQuestion preview={preview} />
        {preview.duplicate.removed_at === null && (
          <Button component={Link} to={`/merge_driver/${into}?into=${id}`} variant="default">
            Keep the other one
          </Button>
        )}
        <Button component={Link} to={`/merge_driver/${id}`} variant="default">
          Choose another record
        </Button>
      </Group>
    </>
  );
}

const ITSELF = 'That is this record. Please find the other one.';

/** A duplicate, the record that stays, which is in the address, and what merging them does. */
export function MergeScreen({ id }: { id: string }) {
  const [query, setQuery] = useSearchParams();
  const into = query.get('into') ?? '';
  const isChosen = /^[1-9]\d{0,18}$/.test(into) && into !== id;
  return (
    <Stack gap="lg" maw="60rem">
      {isChosen ? (
        <Preview id={id} into={into} />
      ) : (
        <>
          <DriverLoaded id={id}>{(driver) => <RecordHead driver={driver} />}</DriverLoaded>
          <DriverFinder
            name="kept"
            label="The other record of this driver"
            refusalOf={(driver) => (driver.id === id ? ITSELF : undefined)}
            onFound={(driver) => setQuery({ into: driver.id })}
          />
        </>
      )}
    </Stack>
  );
}
