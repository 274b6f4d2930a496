import { formatMoney, formatPhone, REMINDER_HOURS, type ReminderPreview, shownName } from '@banbo/contract';
import { Box, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { counted } from '~/lib/counted.ts';
import { AllowedLink } from '../page/allowed-link.tsx';
import styles from './reminders.module.css';

export const costOfReminders = ({ cost }: Pick<ReminderPreview, 'cost'>): string =>
  cost === null ? 'cost unknown: the price of a text is not set' : `about ${formatMoney(cost)}`;

const UNSENT = `Texts that have not gone out after ${REMINDER_HOURS / 24} days are dropped.`;

/** When the texts go out, as far as it is known. */
export const WHEN_SENT: Readonly<Record<ReminderPreview['texting'], string>> = {
  sent: 'Texts go out from 08:00 to 19:00, not on Sundays, after all others.',
  held: `Today’s text messages are used up: texts go out from tomorrow on, from 08:00 to 19:00, not on Sundays, after all others. ${UNSENT}`,
  stopped: `Text messages are stopped: none of these goes out until somebody begins sending again on the outbox’s page. ${UNSENT}`,
  'by hand': 'No service sends text messages: they wait in the outbox for staff to pass on.',
};

type Summed = Pick<ReminderPreview, 'parts' | 'cost' | 'texting'> & { reminders: readonly { parts: number }[] };

/** The sums of what would be sent; the children say who is left out and why. */
export function ReminderSums({ of, recipients, children }: { of: Summed; recipients: string; children: ReactNode }) {
  const long = of.reminders.filter(({ parts }) => parts > 1).length;
  const isHeldBack = of.texting === 'held' || of.texting === 'stopped';
  return (
    <Stack gap={4} mb="md">
      <p>
        <strong>{recipients}</strong>, {counted(of.parts, 'text')}, {costOfReminders(of)}.
      </p>
      <p className="muted">{children}</p>
      {long > 0 && (
        <p className={styles.waits} role="alert">
          {counted(long, 'reminder takes', 'reminders take')} more than one text message: the company’s own words are
          too long. <Link to="/message_templates">Shorten them</Link> before sending.
        </p>
      )}
      <p className={isHeldBack ? styles.waits : 'muted'}>{WHEN_SENT[of.texting]}</p>
    </Stack>
  );
}

type Reminded = {
  id: string;
  code: string;
  name: string;
  /** The record's page. */
  page: string;
  number: string;
  text: string;
  parts: number;
};

/** Every text that would be sent, with whom it goes to. */
export function ReminderTexts({ reminders }: { reminders: readonly Reminded[] }) {
  return (
    <Stack component="ol" className={styles.texts} gap="xs" mt="lg" aria-label="Texts">
      {reminders.map(({ id, code, name, page, number, text, parts }) => (
        <li key={id} className="card">
          <p className={`row ${styles.to}`}>
            <AllowedLink to={page}>{shownName(name)}</AllowedLink>
            <span>{code}</span>
            <span>{formatPhone(number)}</span>
            <span>{counted(parts, 'text')}</span>
          </p>
          <p>{text}</p>
        </li>
      ))}
    </Stack>
  );
}

type Batch = { recipients: number; queued: number; skipped: number; waiting: number; failure: string };

/** How far a batch of reminders is, in words and as a bar. */
export function ReminderProgress({ of: { recipients, queued, skipped, waiting, failure } }: { of: Batch }) {
  return (
    <Box component="section" className="card" mb="md" aria-label="Reminders on their way">
      <progress max={recipients} value={recipients - waiting} aria-label="Reminders checked" />
      <p role="status">
        {waiting === 0
          ? `${queued} of ${recipients} reminders wait to go out as texts.`
          : `${recipients - waiting} of ${recipients} reminders are on their way.`}
        {skipped > 0 && ` ${skipped} left out, since they paid or claimed meanwhile.`}
      </p>
      {failure && waiting > 0 && <p role="alert">It will be tried again: {failure}</p>}
    </Box>
  );
}

/** The batches that were confirmed before; asked for once they are opened. */
export function EarlierBatches({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.earlier} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Earlier reminders</summary>
      {isOpen && children}
    </details>
  );
}

/** The columns of a list of batches. */
export const BATCH_COLUMNS = [
  { key: 'created_at', heading: true, oneLine: true },
  { key: 'sent_by', oneLine: true },
  { key: 'age', grows: true },
  { key: 'recipients' },
  { key: 'skipped' },
  { key: 'parts' },
  { key: 'cost' },
] as const;
