import {
  type AnswerOf,
  CASE_REASON_LABELS,
  type clearanceFigures,
  groupThousands,
  WAITING_REASONS,
} from '@banbo/contract';
import chipStyles from '~/components/chips.module.css';
import styles from './clearance.module.css';

/** Chips that are there also while nothing waits for them. */
const ALWAYS: readonly string[] = ['ready', 'no_receipt', 'differs', 'other_car', 'disputed', 'reclaimed', 'no_claim'];

const COUNTED = 'claims of drivers, and money that is not used yet';

type Props = {
  figures: AnswerOf<typeof clearanceFigures> | undefined;
  /** The reason that is filtered by; empty for all. */
  reason: string;
  onReason: (reason: string) => void;
};

/** How many cases wait for each reason; a chip filters by it. */
export function ReasonChips({ figures, reason, onReason }: Props) {
  const countOf = (name: string): number => figures?.reasons.find((one) => one.reason === name)?.count ?? 0;
  const more = figures?.is_cut ? '+' : '';
  const shown = WAITING_REASONS.filter((name) => ALWAYS.includes(name) || countOf(name) > 0 || name === reason);
  const chips = [
    { name: '', label: 'cases waiting', count: figures?.all.count },
    ...shown.map((name) => ({
      name: String(name),
      label: CASE_REASON_LABELS[name].toLowerCase(),
      count: figures && countOf(name),
    })),
  ];
  return (
    <fieldset className={`${chipStyles.chips} ${styles.chips}`}>
      <legend className="visually-hidden">Why it waits</legend>
      {chips.map(({ name, label, count }) => (
        <button
          key={label}
          type="button"
          className={chipStyles.chip}
          aria-pressed={name === reason}
          {...(name === '' && { title: COUNTED })}
          onClick={() => onReason(name === reason ? '' : name)}
        >
          <strong>{count === undefined ? '…' : `${groupThousands(String(count))}${name === '' ? more : ''}`}</strong>{' '}
          {label}
          {name === '' && <span className="visually-hidden">({COUNTED})</span>}
        </button>
      ))}
    </fieldset>
  );
}
