import {
  ACCOUNT_KIND_LABELS,
  ACCOUNT_KINDS,
  ACCOUNTS_OF_RECORDS,
  addJournal,
  type BookAccount,
  editJournal,
  formatMoney,
  fromPesewas,
  type JournalRecord,
  listBookAccounts,
  MAX_JOURNAL_LINES,
  today,
} from '@banbo/contract';
import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { DateField } from '~/components/form/date-field.tsx';
import { Page } from '~/components/page/page.tsx';
import { RecordForm } from '~/components/record/record-form.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { useForm } from '~/lib/form/use-form.ts';
import styles from './journal.module.css';
import {
  bodyOfJournal,
  checkJournal,
  countLines,
  journalInAddress,
  nameOfField,
  oneMoreLine,
  sumsOfForm,
  valuesOfJournal,
} from './journal-lines.ts';

/** The accounts that take journals, by kind, and the one that the line of a draft has. */
const choicesOf = (accounts: readonly BookAccount[], own: string) => [
  { value: '', label: 'Choose the account' },
  ...ACCOUNT_KINDS.map((kind) => ({
    group: ACCOUNT_KIND_LABELS[kind],
    items: accounts
      .filter((account) => account.kind === kind && !account.is_heading && account.closed_at === null)
      .filter(({ code }) => code === own || !ACCOUNTS_OF_RECORDS.has(code))
      .map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
  })),
];

type Props = {
  journal: JournalRecord | null;
  /** The beginning of a new one. */
  begun?: Parameters<typeof valuesOfJournal>[0];
  onSaved?: () => void;
};

/** A new journal, or a draft that is changed. */
export function JournalForm({ journal, begun = null, onSaved }: Props) {
  const navigate = useNavigate();
  const { data: accounts = [] } = useQuery(read(listBookAccounts, { query: {} }));
  const form = useForm({
    initial: valuesOfJournal(journal ?? begun, today()),
    check: checkJournal,
    keyName: 'banbo-journal-key',
  });
  const send = async (values: typeof form.values): Promise<{ message: string; id: string }> => {
    const body = bodyOfJournal(values);
    if (journal) {
      const answer = await change(editJournal, { params: { id: journal.id }, body });
      return { ...answer, id: journal.id };
    }
    return change(addJournal, { body, idempotencyKey: form.retryKey.keyFor(body) });
  };
  const { debit, credit } = sumsOfForm(form.values);
  const difference = debit > credit ? debit - credit : credit - debit;
  const count = countLines(form.values);
  return (
    <RecordForm
      form={form}
      send={send}
      action="Keep as a draft"
      cancel={journal ? `/journals/${journal.id}` : '/journals'}
      then={({ id }) => (onSaved ? onSaved() : navigate(`/journals/${id}`, { replace: true }))}
    >
      <DateField {...form.input('day')} label="Day" required max={today()} />
      <TextInput {...form.input('description')} label="What for" required maxLength={200} />
      <fieldset className={styles.lines}>
        <legend>Lines</legend>
        {Array.from({ length: count }, (_, n) => (
          <div key={nameOfField(n, 'account')} className={styles.line}>
            <NativeSelect
              {...form.input(nameOfField(n, 'account'))}
              label="Account"
              aria-label={`Account of line ${n + 1}`}
              data={choicesOf(accounts, form.values[nameOfField(n, 'account')] ?? '')}
            />
            {(['debit', 'credit'] as const).map((side) => (
              <TextInput
                key={side}
                {...form.input(nameOfField(n, side))}
                label={side === 'debit' ? 'Debit' : 'Credit'}
                aria-label={`${side === 'debit' ? 'Debit' : 'Credit'} of line ${n + 1}`}
                inputMode="decimal"
                autoComplete="off"
                maxLength={20}
              />
            ))}
          </div>
        ))}
      </fieldset>
      <Group justify="space-between" maw="52rem" mb="sm" className={styles.whole}>
        <Button
          variant="default"
          disabled={count >= MAX_JOURNAL_LINES}
          onClick={() => form.setValues(oneMoreLine(form.values))}
        >
          Add a line
        </Button>
        <Text role="status">
          Debits {formatMoney(fromPesewas(debit))}, credits {formatMoney(fromPesewas(credit))}
          {difference === 0n ? '' : `: ${formatMoney(fromPesewas(difference))} apart`}
        </Text>
      </Group>
      {form.errors.lines && <p className="note">{form.errors.lines}</p>}
    </RecordForm>
  );
}

/** Writes a journal, begun by the address, such as the top-up of the petty cash. */
export function AddJournal() {
  const [query] = useSearchParams();
  return (
    <Page lead="A draft first: look at it again, then post it.">
      <JournalForm journal={null} begun={journalInAddress(query)} />
    </Page>
  );
}
