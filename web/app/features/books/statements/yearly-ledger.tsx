import {
  formatMonth,
  listBookMonths,
  STATEMENT_PART_LABELS,
  STATEMENT_PARTS,
  type StatementFormat,
  type StatementPart,
  saveBookStatement,
  showBookStatement,
} from '@banbo/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { changeAddress } from '~/components/data-table/list-state.ts';
import { Page } from '~/components/page/page.tsx';
import { PartLinks } from '~/components/page/part-links.tsx';
import { PeriodFields, useBookPeriod } from '~/components/period/period-fields.tsx';
import { useRecord } from '~/components/record/record-page.tsx';
import { read } from '~/lib/api/query-client.ts';
import { saveFile } from '~/lib/api/save-file.ts';
import { useAction } from '~/lib/api/use-action.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { ProvedNote, SentToOwner } from '../proof/book-proof.tsx';
import { YearChips } from './book-period.tsx';
import { BeforeClosing, CloseMonth, Months, YearEnd } from './months-panel.tsx';
import { StatementTable } from './statement-table.tsx';
import styles from './statements.module.css';

type Asked = { part: StatementPart; from: string; to: string };

function SaveStatement({ part, from, to, format, label }: Asked & { format: StatementFormat; label: string }) {
  const save = useAction({
    run: () => saveFile(saveBookStatement, { params: { part }, query: { from, to, format } }),
    says: (name) => `${name} is saved.`,
  });
  return (
    <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
      {label}
    </Button>
  );
}

function Statement({ part, from, to }: Asked) {
  const query = { ...read(showBookStatement, { params: { part }, query: { from, to } }), staleTime: 0 };
  const { data, instead } = useRecord('statement', query);
  return data ? <StatementTable statement={data} /> : instead;
}

/** The statements of the books, and beside them the months that close. */
export function YearlyLedger() {
  const { can } = useAbility();
  const [query] = useSearchParams();
  const period = useBookPeriod();
  const { from, to } = period;
  const part = STATEMENT_PARTS.find((one) => one === query.get('part')) ?? 'income';
  const year = Number(to.slice(0, 4));
  const { data: months } = useQuery({ ...read(listBookMonths, { query: { year } }), staleTime: 0 });
  const asked = { part, from, to };
  const addressOf = (one: StatementPart): string =>
    `/yearly_ledger?${changeAddress(query, { part: one === 'income' ? '' : one })}`;
  return (
    <Page
      facts={<YearChips {...period} />}
      actions={
        <>
          <SaveStatement {...asked} format="pdf" label="PDF" />
          <SaveStatement {...asked} format="xlsx" label="Excel" />
          {months?.next && <CloseMonth key={months.next} month={months.next} />}
        </>
      }
    >
      <div className={styles.above}>
        <PartLinks
          label="Statements"
          isInHead
          parts={STATEMENT_PARTS.map((one) => ({
            to: addressOf(one),
            label: STATEMENT_PART_LABELS[one],
            isOpen: one === part,
          }))}
        />
        <PeriodFields {...period} />
      </div>
      <div className={styles.proof}>
        <ProvedNote />
      </div>
      <div className={styles.page}>
        <Statement {...asked} />
        <aside className={styles.side} aria-label="Closing">
          {months?.next && <BeforeClosing month={months.next} />}
          {months && months.next === null && (
            <section className={`card ${styles.card}`}>
              <h2>Nothing to close now</h2>
              <p>
                {months.last_closed === null
                  ? 'A month can close once it is over and the books have an entry.'
                  : `${formatMonth(months.last_closed)} was closed last. The month after it can close once it is over.`}
              </p>
            </section>
          )}
          {months && <Months {...months} />}
          <YearEnd year={year} />
          {can('payments.read') && (
            <section className={`card ${styles.card}`}>
              <h2>Told to the owner</h2>
              <SentToOwner />
            </section>
          )}
        </aside>
      </div>
    </Page>
  );
}
