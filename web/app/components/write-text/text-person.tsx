import {
  CONTACT_TEXT_PARTS,
  formatPhone,
  getTextDesk,
  MAX_CONTACT_TEXT,
  staffText,
  type TextDesk,
  tooLongToSend,
  WrittenText,
  writeText,
} from '@banbo/contract';
import { Button, type ButtonProps, Group, Modal, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { change, read } from '~/lib/api/query-client.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { focusPageIfLost } from '~/lib/keep-focus.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { toast } from '~/lib/toast.ts';
import { useSite } from '../site/site-info.ts';
import { TextLength } from './text-length.tsx';
import { UsualAnswers } from './usual-answers.tsx';

/** The sentence about a text message that is not simply sent now. */
export const WHEN_TEXTED: Readonly<Record<TextDesk['texting'], string | null>> = {
  sent: null,
  held: 'Today’s text messages are used up: this one goes out tomorrow.',
  stopped: 'Text messages are stopped: this one waits in the outbox until somebody starts them again.',
  'by hand': 'No service sends text messages: this one waits in the outbox for staff to pass on.',
};

type Person = {
  /** In E.164 form. */
  number: string;
  name: string;
  /** The driver whose number it is; absent for a payer. */
  driverId?: string;
  /** The case of clearance in whose history it then stands. */
  caseId?: string;
};

/** Opens what was written in a program of this device. */
function OwnDevice({ number, text }: { number: string; text: string }) {
  const words = encodeURIComponent(text);
  return (
    <>
      <Button
        component="a"
        variant="default"
        href={`https://wa.me/${number.replace('+', '')}?text=${words}`}
        target="_blank"
        rel="noreferrer"
      >
        WhatsApp
      </Button>
      <Button component="a" variant="default" href={`sms:${number}?body=${words}`}>
        SMS from this device
      </Button>
    </>
  );
}

function Composer({ number, driverId, caseId, onDone }: Person & { onDone: () => void }) {
  const { can } = useAbility();
  const { company_name } = useSite();
  const { data: desk } = useQuery({ ...read(getTextDesk, {}), staleTime: 0, enabled: can('contact.answer') });
  const bodyOf = (text: string) => ({
    ...{ mobile_number: number, text },
    ...(driverId && { driver_id: driverId }),
    ...(caseId && { case_id: caseId }),
  });
  const form = useForm({
    initial: { text: '' },
    check: ({ text }): Record<string, string> => {
      const tooLong = tooLongToSend(staffText(company_name, text));
      return { ...(tooLong && { text: tooLong }), ...checkBy(WrittenText)(bodyOf(text)) };
    },
  });
  const { text } = form.values;
  const whole = staffText(company_name, text);
  const isSent = desk !== undefined && desk.texting !== 'by hand';
  const send = form.submit(async (values) => {
    const body = bodyOf(values.text);
    const idempotencyKey = form.retryKey.keyFor(body);
    toast.success((await change(writeText, { body, idempotencyKey })).message);
    form.retryKey.forget();
    onDone();
  });
  return (
    <form onSubmit={send} noValidate>
      {desk && (
        <UsualAnswers
          answers={desk.usual_answers}
          written={text}
          onWrite={(written) => form.setFieldValue('text', written)}
        />
      )}
      <Textarea {...form.input('text')} data-autofocus label="Text" rows={4} maxLength={MAX_CONTACT_TEXT} />
      <TextLength text={whole} most={CONTACT_TEXT_PARTS} />
      <Text size="sm" c="dimmed">
        To {formatPhone(number)}. It begins with ‘{company_name}:’. {isSent && WHEN_TEXTED[desk.texting]}
        {desk && !isSent && 'No service sends texts from here: write it, and send it from this device.'}
      </Text>
      <Group gap="xs" mt="md">
        {isSent && (
          <Button type="submit" loading={form.isBusy}>
            Send text
          </Button>
        )}
        <OwnDevice number={number} text={whole} />
      </Group>
    </form>
  );
}

type Props = Person & { button: ButtonProps & { 'aria-label'?: string; 'aria-keyshortcuts'?: string } };

/** Writes to a person: sent by the office where a service sends texts, else from this device. */
export function TextPerson({ button, ...person }: Props) {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <Button variant="default" {...button} onClick={() => setOpened(true)}>
        Text
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        onExitTransitionEnd={focusPageIfLost}
        title={`Text ${person.name}`}
        centered
      >
        <Composer {...person} onDone={close} />
      </Modal>
    </>
  );
}
