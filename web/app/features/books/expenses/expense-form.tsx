import {
  addAttachment,
  addExpense,
  type ExpenseTerms,
  formatMoney,
  groupThousands,
  MAX_ATTACHMENTS,
  PAID_FROM,
  PAID_FROM_LABELS,
  PETTY_CASH_ACCOUNT,
  showExpenseTerms,
  today,
} from '@banbo/contract';
import { Button, Group, NativeSelect, Radio, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { DateField } from '~/components/form/date-field.tsx';
import { Page } from '~/components/page/page.tsx';
import { choosePaper } from '~/components/papers/choose-paper.ts';
import { PaperButton } from '~/components/papers/paper-button.tsx';
import { MoneyInput, RecordForm } from '~/components/record/record-form.tsx';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { useAction } from '~/lib/api/use-action.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { toast } from '~/lib/toast.ts';
import styles from './expense.module.css';
import {
  bodyOfExpense,
  checkExpenseForm,
  type ExpenseValues,
  isAboveLimit,
  newExpense,
  type ShownTaxes,
  taxesOfForm,
} from './expense-values.ts';

const TAX_CHOICES = [
  { value: 'none', label: 'No taxes' },
  { value: 'included', label: 'The price includes taxes' },
];

/** Net, taxes and cost, line by line, before anything is saved. */
export function TaxLines({ shown: { net, taxes, cost, reclaimed } }: { shown: ShownTaxes }) {
  const isSplit = Number(reclaimed) > 0;
  return (
    <table className={styles.taxes}>
      <caption className="visually-hidden">How the taxes are computed</caption>
      <tbody>
        <tr>
          <th scope="row">Before taxes</th>
          <td>{groupThousands(net)}</td>
          <td />
        </tr>
        {taxes.map(({ name, rate, amount, isReclaimed }) => (
          <tr key={name}>
            <th scope="row">
              {name} {Number(rate)}%
            </th>
            <td>{groupThousands(amount)}</td>
            <td>{isSplit && (isReclaimed ? 'reclaimed' : 'cost')}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">Cost</th>
          <td>{groupThousands(cost)}</td>
          <td>{isSplit && `and input tax ${groupThousands(reclaimed)}`}</td>
        </tr>
      </tbody>
    </table>
  );
}

/** The papers to attach once the expense is saved. */
function PapersField({ papers, onChange }: { papers: readonly File[]; onChange: (papers: File[]) => void }) {
  const choosing = useAction({
    run: (file: File) => choosePaper(file),
    onDone: (file) => onChange([...papers, file]),
  });
  return (
    <section aria-label="Attachments" className={styles.whole}>
      <Group gap="sm">
        {papers.length < MAX_ATTACHMENTS && (
          <PaperButton label="Attach a file" busy={choosing.isPending} onFile={(file) => choosing.mutate(file)} />
        )}
        <Text c="dimmed" fz="sm">
          The bill or the receipt: a PDF of at most 10 MB, or a picture.
        </Text>
      </Group>
      <ul className="ruled">
        {papers.map((file, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two papers may have one name
          <li key={n}>
            {file.name}
            <Button
              variant="default"
              size="compact-xs"
              onClick={() => onChange(papers.filter((other) => other !== file))}
            >
              Remove<span className="visually-hidden"> {file.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Attaches the papers one after another; what is refused is told, and the expense stays. */
const attachAll = async (id: string, papers: readonly File[]): Promise<void> => {
  for (const file of papers) {
    const body = { subject_kind: 'expense', subject_id: id, file } as const;
    try {
      await change(addAttachment, { body, idempotencyKey: crypto.randomUUID() });
    } catch (error) {
      const why = error instanceof Error ? error.message : '';
      toast.error(`${file.name} is not attached: ${why} Attach it on this page.`, { duration: 15_000 });
    }
  }
};

function ExpenseForm({ terms }: { terms: ExpenseTerms }) {
  const navigate = useNavigate();
  const [papers, setPapers] = useState<readonly File[]>([]);
  const form = useForm<ExpenseValues>({
    initial: newExpense(today()),
    check: checkExpenseForm,
    keyName: 'banbo-expense-key',
  });
  const { values } = form;
  const shown = taxesOfForm(values, terms);
  const { balance } = terms.petty_cash;
  const send = async (given: ExpenseValues) => {
    const body = bodyOfExpense(given);
    const answer = await change(addExpense, { body, idempotencyKey: form.retryKey.keyFor(body) });
    await attachAll(answer.id, papers);
    return answer;
  };
  return (
    <RecordForm
      form={form}
      send={send}
      action={isAboveLimit(values.amount, terms) ? 'Ask for approval' : 'Post the expense'}
      cancel="/expenditure"
      then={({ id }) => navigate(`/expenditure/${id}`, { replace: true })}
    >
      <TextInput {...form.input('payee')} label="Payee" required maxLength={80} autoComplete="off" />
      <NativeSelect
        {...form.input('kind')}
        label="Kind"
        required
        data={[
          { value: '', label: 'Choose the kind' },
          ...terms.kinds.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
        ]}
      />
      <DateField {...form.input('day')} label="Day" required max={today()} />
      <NativeSelect
        {...form.input('paid_from')}
        label="Paid from"
        required
        data={[
          { value: '', label: 'Choose the account' },
          ...PAID_FROM.map((code) => ({
            value: code,
            label:
              code === PETTY_CASH_ACCOUNT
                ? `${PAID_FROM_LABELS[code]} (${formatMoney(balance)} in it)`
                : PAID_FROM_LABELS[code],
          })),
        ]}
      />
      <MoneyInput
        {...form.input('amount')}
        label="Amount paid"
        required
        onText={(text) => form.setFieldValue('amount', text)}
      />
      <TextInput {...form.input('reference')} label="Number of the bill or receipt" maxLength={60} autoComplete="off" />
      <TextInput
        {...form.input('description')}
        label="What for"
        required
        maxLength={200}
        className={styles.whole ?? ''}
      />
      <Radio.Group
        label="Taxes"
        value={values.tax}
        error={form.errors.tax}
        onChange={(tax) => form.setFieldValue('tax', tax)}
        className={styles.whole ?? ''}
      >
        <Group gap="lg" mt={4}>
          {TAX_CHOICES.map((choice) => (
            <Radio key={choice.value} {...choice} />
          ))}
        </Group>
      </Radio.Group>
      <div className={styles.whole} role="status">
        {typeof shown === 'string' ? <p className="note">{shown}</p> : shown && <TaxLines shown={shown} />}
      </div>
      <PapersField papers={papers} onChange={setPapers} />
      {isAboveLimit(values.amount, terms) && (
        <p className="note">Above {formatMoney(terms.limit)} another person approves it, and it is posted then.</p>
      )}
    </RecordForm>
  );
}

/** The page that enters an expense. */
export const AddExpense = () => (
  <Page>
    <RecordLoaded of="the kinds" query={{ ...read(showExpenseTerms, {}), staleTime: 0 }}>
      {(terms) => <ExpenseForm terms={terms} />}
    </RecordLoaded>
  </Page>
);
