import {
  changeMessageTemplate,
  exampleValues,
  fillTemplate,
  MAX_TEMPLATE,
  type MessageTemplate,
  resetMessageTemplate,
  smsLength,
  TEMPLATE_FIELDS,
  templateOf,
  templateProblem,
} from '@banbo/contract';
import { Box, Button, Group, SimpleGrid, Stack, Text, Textarea } from '@mantine/core';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { useSite } from '~/components/site/site-info.ts';
import { change } from '~/lib/api/query-client.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { toast } from '~/lib/toast.ts';

/** The length of a text as it is paid, and the character that makes it longer, if any. */
function SmsLength({ text, most }: { text: string; most: number }) {
  const { parts, used, room, outside } = smsLength(text);
  const messages = parts === 1 ? '1 text message' : `${parts} text messages`;
  return (
    <Text fz="sm" mt="xs" c={parts > most ? 'var(--danger)' : 'dimmed'} role="status">
      {messages}, {used} characters, room for {room} more.
      {outside !== null && (
        <>
          {' '}
          <strong>“{outside}”</strong> is not in the alphabet of text messages: each holds 70 characters instead of 160.
        </>
      )}
    </Text>
  );
}

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
      label="Built-in words…"
      title={`Send the built-in words of ‘${label}’?`}
      action="Send the built-in words"
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
          <SmsLength text={example} most={parts} />
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
