import {
  type BookMonth,
  type BookMonths,
  checkBookMonth,
  closeBookMonth,
  closeBookYear,
  formatInstant,
  formatMonth,
  type LeftToDo,
  monthAbbreviation,
  reopenBookMonth,
  showBookYear,
} from '@banbo/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { LoadError } from '~/components/trouble/states.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';
import styles from './statements.module.css';

/** Counts anew whenever the page opens: others settle things meanwhile. */
const leftQuery = (month: string) => ({ ...read(checkBookMonth, { params: { month } }), staleTime: 0 });

const nameOf = (month: string): string => formatMonth(month).split(' ')[0] ?? month;

/** The states of a month as people read them. */
const STATE_WORDS: Readonly<Record<BookMonth['state'], string>> = {
  closed: 'Closed',
  next: 'The next to close',
  open: 'Open',
  'to come': 'To come',
};

/** `October: 3 entries landed in November 2026` */
const lateInWords = (month: string, { landed, count }: BookMonth['late'][number]): string =>
  `${nameOf(month)}: ${count === 1 ? '1 entry' : `${count} entries`} landed in ${formatMonth(landed)}`;

const REASON = { schema: reopenBookMonth.schema.body, seenBy: 'Stays with the month and in the audit log.' };

/** Closes the month whose turn it is; with a reason where something is left to do. */
export function CloseMonth({ month }: { month: string }) {
  const { can } = useAbility();
  const { data: left } = useQuery(leftQuery(month));
  if (!can('books.close') || !left) return null;
  const open = left.filter(({ count }) => count > 0);
  const send = (reason: string) =>
    change(closeBookMonth, { params: { month }, body: open.length > 0 ? { reason } : {} });
  return (
    <ChangeButton
      label={`Close ${nameOf(month)}…`}
      title={`Close ${formatMonth(month)}?`}
      action="Close it"
      danger={open.length > 0}
      button={{ variant: 'filled' }}
      {...(open.length > 0 && { reason: REASON })}
      send={send}
    >
      <p>Nothing is posted into a closed month, whatever the way in. What comes late lands in the next open month.</p>
      {open.length > 0 && (
        <>
          <p>Something is left to do:</p>
          <ul>
            {open.map(({ what, count }) => (
              <li key={what}>
                {what}: {count}
              </li>
            ))}
          </ul>
        </>
      )}
    </ChangeButton>
  );
}

function Left({ items }: { items: readonly LeftToDo[] }) {
  return (
    <ul className={styles.left ?? ''}>
      {items.map(({ what, count, path }) => (
        <li key={what} data-left={count > 0}>
          {count > 0 && path !== null ? <Link to={path}>{what}</Link> : what}
          <strong>{count > 0 ? count : '0 ✓'}</strong>
        </li>
      ))}
    </ul>
  );
}

/** The matters to settle before the next month can close. */
export function BeforeClosing({ month }: { month: string }) {
  const { data, error, refetch } = useQuery(leftQuery(month));
  return (
    <section className={`card ${styles.card}`}>
      <h2>Before {nameOf(month)} can close</h2>
      {data && <Left items={data} />}
      {!data && (error ? <LoadError message={error.message} onRetry={refetch} /> : <p role="status">Counting...</p>)}
    </section>
  );
}

function Chip({ month }: { month: BookMonth }) {
  const { state, closed_at, closed_by, left_reason } = month;
  const closing = closed_at === null ? '' : `${formatInstant(closed_at)} by ${closed_by}`;
  const words =
    state === 'closed' ? `Closed ${closing}${left_reason === null ? '' : `: ${left_reason}`}` : STATE_WORDS[state];
  return (
    <li data-state={state} title={words}>
      {monthAbbreviation(month.month)}
      <span className="visually-hidden">: {words}</span>
    </li>
  );
}

const reopened = ({ month, state, reopened_at, reopened_by, reopen_reason }: BookMonth): string | null =>
  reopened_at === null || state === 'closed'
    ? null
    : `${nameOf(month)} was opened again by ${reopened_by}: ${reopen_reason}`;

/** The months of a year: how each stands, what came late, and the one that can be opened again. */
export function Months({ months, last_closed }: BookMonths) {
  const { can } = useAbility();
  const said = months.flatMap((month) => [
    ...month.late.map((late) => lateInWords(month.month, late)),
    ...(month.left_reason !== null && month.state === 'closed'
      ? [`${nameOf(month.month)} was closed with something left to do: ${month.left_reason}`]
      : []),
    ...[reopened(month)].filter((words) => words !== null),
  ]);
  const mayReopen = can('books.reopen') && months.some(({ month }) => month === last_closed);
  return (
    <section className={`card ${styles.card}`}>
      <h2>Months</h2>
      <ul className={styles.months ?? ''}>
        {months.map((month) => (
          <Chip key={month.month} month={month} />
        ))}
      </ul>
      <div className={styles.said}>
        <p>Green: closed, nothing can be posted. Reopening needs SuperAdmin and a reason.</p>
        {said.map((words) => (
          <p key={words}>{words}</p>
        ))}
      </div>
      {mayReopen && last_closed !== null && (
        <ChangeButton
          label={`Open ${nameOf(last_closed)} again…`}
          title={`Open ${formatMonth(last_closed)} again?`}
          action="Open it"
          button={{ size: 'compact-sm', mt: 'xs' }}
          reason={REASON}
          send={(reason) => change(reopenBookMonth, { params: { month: last_closed }, body: { reason } })}
        >
          <p>Entries can be posted into it again until it is closed once more.</p>
        </ChangeButton>
      )}
    </section>
  );
}

/** The closing of a year: its journal, the button that makes it, or why it cannot be made now. */
export function YearEnd({ year }: { year: number }) {
  const { can } = useAbility();
  const { data } = useQuery({ ...read(showBookYear, { params: { year: String(year) } }), staleTime: 0 });
  if (!data) return null;
  const { closing, why_not } = data;
  return (
    <section className={`card ${styles.card}`}>
      <h2>Closing of {year}</h2>
      {closing !== null && (
        <p>
          The result of {year} is in retained earnings, by the journal{' '}
          <Link to={`/journals/${closing.id}`}>{closing.number}</Link>. Its reversal opens the year again.
        </p>
      )}
      {why_not !== null && <p>{why_not}</p>}
      {closing === null && why_not === null && !can('books.close') && <p>The year can be closed.</p>}
      {closing === null && why_not === null && can('books.close') && (
        <ChangeButton
          label={`Close the year ${year}…`}
          title={`Close the year ${year}?`}
          action="Close it"
          button={{ size: 'compact-sm' }}
          send={() => change(closeBookYear, { params: { year: String(year) } })}
        >
          <p>
            A journal of 31 December {year} takes the balances of income and expenses to retained earnings. Close
            December after it. While December is open, its reversal opens the year again.
          </p>
        </ChangeButton>
      )}
      {closing !== null && (
        <Button component={Link} to={`/journals/${closing.id}`} variant="default" size="compact-sm" mt="xs">
          See {closing.number}
        </Button>
      )}
    </section>
  );
}
