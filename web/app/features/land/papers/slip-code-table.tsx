import {
  formatPaperCode,
  makeSlipCode,
  NewSlipCode,
  SLIP_CODE_STATE_LABELS,
  type SlipCode,
  slipCodeList,
} from '@banbo/contract';
import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { FormQuestion } from '~/components/question/confirm.tsx';
import { SecretLink } from '~/components/record/copy-button.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { change } from '~/lib/api/query-client.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';

const TONES = { open: 'waiting', used: 'good', expired: 'plain' } as const satisfies Record<SlipCode['state'], string>;

/** Makes a code for a receipt, and shows it to be read out or copied. */
function MakeCode() {
  const [opened, setOpened] = useState(false);
  const [code, setCode] = useState('');
  const form = useForm({ initial: { receipt_number: '' }, check: checkBy(NewSlipCode) });
  return (
    <>
      <Group mb="sm">
        <Button onClick={() => setOpened(true)}>Make a code…</Button>
      </Group>
      {code !== '' && (
        <section className="card" role="status" aria-label="New code">
          <SecretLink label="Code for one slip" link={formatPaperCode(code)} />
        </section>
      )}
      <FormQuestion
        opened={opened}
        title="Make a code for a slip"
        action="Make the code"
        form={form}
        send={async (body) => {
          const answer = await change(makeSlipCode, { body, idempotencyKey: form.retryKey.keyFor(body) });
          setCode(answer.code);
          return answer;
        }}
        onClose={() => setOpened(false)}
      >
        <p>For somebody who has paid the fee. One receipt pays for one code, which is good for 30 days.</p>
        <TextInput
          mt="sm"
          {...form.input('receipt_number')}
          data-autofocus
          label="Receipt number"
          required
          maxLength={40}
        />
      </FormQuestion>
    </>
  );
}

const COLUMNS: readonly ShownColumn<typeof slipCodeList>[] = [
  { key: 'code', heading: true, oneLine: true },
  { key: 'receipt_number', oneLine: true },
  {
    key: 'state',
    oneLine: true,
    cell: ({ state }) => <StatusBadge tone={TONES[state]}>{SLIP_CODE_STATE_LABELS[state]}</StatusBadge>,
  },
  { key: 'plot', grows: true, cell: ({ plot }) => (plot === '' ? 'Any plot' : plot) },
  { key: 'made_at', oneLine: true, spare: true },
  { key: 'made_by', oneLine: true, spare: true },
  { key: 'expires_at', oneLine: true },
  { key: 'used_at', oneLine: true, spare: true },
  { key: 'slip', oneLine: true },
];

/** Codes with which strangers ask about a plot, the newest first. */
export function SlipCodeTable() {
  const state = useListState(slipCodeList);
  return (
    <>
      <MakeCode />
      <ListScreen
        list={slipCodeList}
        state={state}
        caption="Slip codes"
        columns={COLUMNS}
        loading="Loading codes..."
        empty={<p>{state.isFiltered ? 'No codes match these filters.' : 'No code has been made yet.'}</p>}
      />
    </>
  );
}
