import {
  changeMessageTemplate,
  exampleValues,
  fillTemplate,
  MAX_TEMPLATE,
  type MessageTemplate,
  resetMessageTemplate,
  TEMPLATE_FIELDS,
  templateOf,
  templateProblem,
} from '@banbo/contract';
import { Box, Button, Group, SimpleGrid, Stack, Textarea } from '@mantine/core';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { WaitingApproval } from '~/components/record/waiting-approval.tsx';
import { useSite } from '~/components/site/site-info.ts';
import { TextLength } from '~/components/write-text/text-length.tsx';
import { change } from '~/lib/api/query-client.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { toast } from '~/lib/toast.ts';

type Props = { template: MessageTemplate };

/** The fields that a template knows, which the words need marked. */
function Fields({ template: { key } }: Props) {
  const { fields, required } = templateOf(key);
  return (
    <Stack component="ul" gap={4} fz="sm" aria-label="Fields">
      {fields.map((field) => (
        <li key={field}>
          <code>{`{${field}}`}</code> {TEMPLATE_FIELDS[field].says}
          {required.includes(field) && <strong> (needed)</strong>}
        </li>
      ))}
    </Stack>
  );
}

/** Goes back to the built-in words, after asking. */
function Reset({ template: { key, own_words }, onDone }: Props & { onDone: (words: string) => void }) {
  const { label, words } = templateOf(key);
  const reset = async () => {
    const answer = await change(resetMessageTemplate, { params: { key } });
    onDone(words);
    return answer;
  };
  if (own_words === null) return null;
  return (
    <ChangeButton
      label="Standard text…"
      title={`Send the standard text of ‘${label}’?`}
      action="Send the standard text"
      send={reset}
    >
      <p>{words}</p>
    </ChangeButton>
  );
}

const EXAMPLE = {
  ...{ px: 'md', py: 'sm', fz: 'sm', bdrs: 'var(--radius)', bg: 'var(--surface-sunk)' },
  style: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
} as const;

/** The words of a text message: written with fields, and shown as it would be sent. */
export function TemplateForm({ template }: Props) {
  const { key } = template;
  const { words: builtIn, parts, label } = templateOf(key);
  const { company_name } = useSite();
  const form = useForm({
    initial: { words: template.own_words ?? builtIn },
    check: ({ words }): Record<string, string> => {
      const problem = templateProblem(key, words.trim());
      return problem === null ? {} : { words: problem };
    },
  });
  const submit = form.submit(async ({ words }) => {
    const { message } = await change(changeMessageTemplate, { params: { key }, body: { words } });
    toast.success(message);
    form.reset({ words: words.trim() });
  });
  const example = fillTemplate(form.values.words, exampleValues(key, company_name));
  return (
    <form onSubmit={submit} noValidate aria-label={label}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} mt="sm">
        <div>
          <Textarea {...form.input('words')} label="Words" rows={4} maxLength={MAX_TEMPLATE} />
          <TextLength text={example} most={parts} />
          {template.waiting_approval !== null && (
            <WaitingApproval id={template.waiting_approval} isSmall>
              Other words wait for approval by another person
            </WaitingApproval>
          )}
          <Group gap="xs" mt="sm">
            <Button type="submit" size="sm" loading={form.isBusy} disabled={!form.isDirty}>
              Save words
            </Button>
            <Reset template={template} onDone={(words) => form.reset({ words })} />
          </Group>
        </div>
        <Stack gap="sm">
          <Box component="section" {...EXAMPLE} aria-label="Example">
            {example}
          </Box>
          <Fields template={template} />
        </Stack>
      </SimpleGrid>
    </form>
  );
}
