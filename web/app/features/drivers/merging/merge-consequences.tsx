import { formatMoney, type MergePreview } from '@banbo/contract';
import { counted } from '~/lib/counted.ts';
import styles from './merging.module.css';
import { FeesPaidTwice, waitsFor } from './paid-twice.tsx';

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
export function MergeConsequences({ preview }: { preview: MergePreview }) {
  const { duplicate, kept, moves, lost, common, obstacles } = preview;
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
          {kept.driver_code} does not owe the same, since it began later or its list says what was paid.
        </p>
      )}
      <FeesPaidTwice preview={preview} />
      {obstacles.length === 0 && waitsFor(preview) && (
        <p className="notice" role="note">
          <strong>Somebody else approves this merge.</strong> {waitsFor(preview)} Until then nothing changes.
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
