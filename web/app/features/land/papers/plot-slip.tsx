import { type AnswerOf, addPlotSlip, getLandDocument, NewPlotSlip } from '@banbo/contract';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormQuestion } from '~/components/question/confirm.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { change } from '~/lib/api/query-client.ts';
import { openFile } from '~/lib/api/save-file.ts';
import { useAction } from '~/lib/api/use-action.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';

type Slip = AnswerOf<typeof addPlotSlip>;

/** The slip that was issued just now, with its finding and the way to its PDF. */
function IssuedSlip({ slip: { id, number, finding } }: { slip: Slip }) {
  const opening = useAction({ run: () => openFile(getLandDocument, { params: { id } }) });
  return (
    <Stack gap="xs" mt="xs" role="status">
      <Group gap="xs">
        <strong>{number}</strong>
        <StatusBadge tone={finding.is_clear ? 'good' : 'bad'}>
          {finding.is_clear ? 'Nothing against it' : 'Not free'}
        </StatusBadge>
      </Group>
      <ul className="ruled">
        {finding.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Group>
        <Button variant="default" loading={opening.isPending} onClick={() => opening.mutate()}>
          Open the slip (PDF)
        </Button>
      </Group>
    </Stack>
  );
}

/** Issues a slip on what is recorded against a plot, for somebody who asks at the desk. */
export function PlotSlip({ id, name }: { id: string; name: string }) {
  const [opened, setOpened] = useState(false);
  const [slip, setSlip] = useState<Slip | null>(null);
  const form = useForm({ initial: { receipt_number: '' }, check: checkBy(NewPlotSlip) });
  return (
    <section className="card" aria-label="Slip">
      <Group gap="xs" justify="space-between">
        <p>For somebody who asks about this plot. The slip names nobody.</p>
        <Button variant="default" onClick={() => setOpened(true)}>
          Is this plot free?
        </Button>
      </Group>
      {slip && <IssuedSlip slip={slip} />}
      <FormQuestion
        opened={opened}
        title={`Is ${name} free?`}
        action="Issue a slip"
        form={form}
        send={async (body) => {
          const idempotencyKey = form.retryKey.keyFor({ id, ...body });
          const answer = await change(addPlotSlip, { params: { id }, body, idempotencyKey });
          setSlip(answer);
          return answer;
        }}
        onClose={() => setOpened(false)}
      >
        <p>The slip says what this office has on record about the plot today. It gets the next slip number.</p>
        <TextInput
          mt="sm"
          {...form.input('receipt_number')}
          data-autofocus
          label="Receipt number"
          description="Optional. The receipt for the fee of the slip."
          maxLength={40}
        />
      </FormQuestion>
    </section>
  );
}
