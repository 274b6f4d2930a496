import { type Driver, formatInstant, formatMoney, formatPhone, fullName, type MergePreview } from '@banbo/contract';
import { Link } from 'react-router';
import { Cell, ColumnHead, HeadRow, Row, RowGroup, RowHead } from '~/components/data-table/table-parts.tsx';
import { counted } from '~/lib/counted.ts';
import { knownDay } from '../driver-facts.tsx';
import styles from './merging.module.css';

const phone = (number: string): string => (number ? formatPhone(number) : '');

/** The details by which people recognise a duplicate. */
const ROWS: readonly (readonly [label: string, value: (driver: Driver) => string])[] = [
  ['Full name', fullName],
  ['Driver code', ({ driver_code }) => driver_code],
  ['Car number', ({ car_number }) => car_number],
  ['Mobile number', ({ mobile_number }) => phone(mobile_number)],
  ['ID', ({ identification_type, id_number }) => `${identification_type} ${id_number}`.trim()],
  ['Date of birth', ({ date_of_birth }) => knownDay(date_of_birth)],
  ['E-mail', ({ email }) => email],
  [
    'Next of kin',
    ({ next_of_kin, kin_mobile_number }) => [next_of_kin, phone(kin_mobile_number)].filter(Boolean).join(', '),
  ],
  ['Registered', ({ registered_at }) => formatInstant(registered_at)],
];

/** Two records side by side. Values that differ are marked by a word, too. */
export function ComparedRecords({ duplicate, kept }: { duplicate: Driver; kept: Driver }) {
  return (
    <div className={`card ${styles.scroll}`}>
      {/* biome-ignore lint/a11y/noRedundantRoles: browsers drop the role where rows are grids */}
      <table role="table" className={styles.records}>
        <caption className="visually-hidden">The two records</caption>
        <HeadRow>
          <ColumnHead>
            <span className="visually-hidden">Detail</span>
          </ColumnHead>
          <ColumnHead>Duplicate, goes</ColumnHead>
          <ColumnHead>Stays</ColumnHead>
        </HeadRow>
        <RowGroup as="tbody">
          {ROWS.map(([label, shown]) => {
            const [one, other] = [shown(duplicate), shown(kept)];
            return (
              <Row key={label} data-differs={one !== other || undefined}>
                <RowHead>
                  {label}
                  {one !== other && <span className="visually-hidden">, differs</span>}
                </RowHead>
                <Cell>{one || '–'}</Cell>
                <Cell>{other || '–'}</Cell>
              </Row>
            );
          })}
          <Row>
            <RowHead>Record</RowHead>
            {[duplicate, kept].map(({ id, driver_code }) => (
              <Cell key={id}>
                <Link to={`/view_driver/${id}`} aria-label={`Open the record ${driver_code}`}>
                  Open
                </Link>
              </Cell>
            ))}
          </Row>
        </RowGroup>
      </table>
    </div>
  );
}

/** A line for each kind of money that moves. */
const movesOf = ({ cleared, waiting, ended, credit }: MergePreview['moves']): string[] => [
  ...(cleared.count > 0 ? [`${counted(cleared.count, 'cleared payment')}, ${formatMoney(cleared.amount)}`] : []),
  ...(waiting.count > 0
    ? [
        `${counted(waiting.count, 'claim that waits to be cleared', 'claims that wait to be cleared')}, ${formatMoney(waiting.amount)}`,
      ]
    : []),
  ...(ended.count > 0
    ? [counted(ended.count, 'payment that was rejected or reversed', 'payments that were rejected or reversed')]
    : []),
  ...(credit === '0.00' ? [] : [`Credit of ${formatMoney(credit)}`]),
];

const inWords = (details: readonly string[]): string => new Intl.ListFormat('en-GB').format(details);

/** Says what a merge moves, what the two have in common, and what stops it. */
export function MergeConsequences({
  preview: { duplicate, kept, moves, lost, common, obstacles },
}: {
  preview: MergePreview;
}) {
  const lines = movesOf(moves);
  return (
    <section aria-labelledby="moves" className={`stack tight ${styles.moves}`}>
      {obstacles.length > 0 && (
        <div role="alert" className="notice bad">
          <h2>This cannot be merged</h2>
          <ul>
            {obstacles.map((obstacle) => (
              <li key={obstacle}>{obstacle}</li>
            ))}
          </ul>
        </div>
      )}
      {common.length === 0 ? (
        <p role="note" className="notice">
          <strong>These two have nothing in common:</strong> they share no name, date of birth, mobile number, e-mail or
          ID number. Please look at both again.{obstacles.length === 0 && ' Merging asks why they are one person.'}
        </p>
      ) : (
        <p>Both have the same {inWords(common)}.</p>
      )}
      {lost.count > 0 && (
        <p className="notice" role="status">
          <strong>
            {formatMoney(lost.amount)} would not be owed any more: {counted(lost.count, 'fee')} of{' '}
            {duplicate.driver_code}.
          </strong>{' '}
          {kept.driver_code} does not owe the same, since it began later or its list says what was paid. The merge waits
          until somebody else has approved it.
        </p>
      )}
      <h2 id="moves">
        Moves from {duplicate.driver_code} to {kept.driver_code}
      </h2>
      {lines.length === 0 ? (
        <p>No payment: the duplicate has none.</p>
      ) : (
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <p>
        The details, the plan and the photo of {kept.driver_code} stay as they are. A person with two cars has two
        records. Those are not duplicates.
      </p>
    </section>
  );
}
