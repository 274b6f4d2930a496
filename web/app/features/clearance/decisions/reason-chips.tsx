import {
  type AnswerOf,
  CASE_REASON_LABELS,
  type clearanceFigures,
  groupThousands,
  WAITING_REASONS,
} from '@banbo/contract';
import { Box, Menu, NativeSelect } from '@mantine/core';
import chips from '~/components/chips.module.css';
import styles from './clearance.module.css';

/** Reasons that stand in the row; those behind them are in a menu, so that it stays one row. */
const IN_ROW = 3;

type Props = {
  figures: AnswerOf<typeof clearanceFigures> | undefined;
  /** The reason that is filtered by; empty for all, and null while a search shows other cases. */
  reason: string | null;
  /** How many cases the search found. */
  found: number | undefined;
  onReason: (reason: string) => void;
  /** True beside an open case, where a menu takes the place of the chips. */
  isNarrow: boolean;
};

type Kind = { name: string; label: string; count: string };

/** Stands for the cases that a search found, whatever their reason. */
const FOUND = 'found';

const inThousands = (count: number): string => groupThousands(String(count));

/** The kinds of cases with how many of each wait; the first one is all of them. */
const kindsOf = ({ figures, reason, found }: Pick<Props, 'figures' | 'reason' | 'found'>): Kind[] => {
  const countOf = (name: string): number => figures?.reasons.find((one) => one.reason === name)?.count ?? 0;
  const shown = WAITING_REASONS.filter((name) => countOf(name) > 0 || name === reason);
  const inWords = (count: number): string => (figures ? inThousands(count) : '…');
  return [
    ...(reason === null
      ? [{ name: FOUND, label: 'found', count: found === undefined ? '…' : inThousands(found) }]
      : []),
    { name: '', label: 'waiting', count: `${inWords(figures?.all.count ?? 0)}${figures?.is_cut ? '+' : ''}` },
    ...shown.map((name) => ({ name, label: CASE_REASON_LABELS[name].toLowerCase(), count: inWords(countOf(name)) })),
  ];
};

const inWords = ({ count, label }: Kind) => (
  <>
    <strong>{count}</strong> {label}
  </>
);

/** Why cases wait, with how many: chips in one row that filter, or a menu without the room. */
export function ReasonChips({ reason, found, onReason, figures, isNarrow }: Props) {
  const kinds = kindsOf({ figures, reason, found });
  const pressed = reason ?? FOUND;
  const choose = (name: string) => name !== FOUND && onReason(name);
  const front = kinds.slice(0, IN_ROW + 1);
  const chosen = kinds.find(({ name }) => name === pressed);
  const isBehind = chosen !== undefined && !front.includes(chosen);
  const behind = kinds.filter((kind) => !front.includes(kind) && !(isBehind && kind === chosen));
  const shown = isBehind ? [...front, chosen] : front;
  const menu = (
    <NativeSelect
      {...(!isNarrow && { hiddenFrom: 'md' })}
      className={styles.why ?? ''}
      aria-label="Why it waits"
      data={[...kinds.map(({ name, label, count }) => ({ value: name, label: `${count} ${label}` }))]}
      value={pressed}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  );
  if (isNarrow) return menu;
  return (
    <>
      <Box
        component="fieldset"
        className={`${chips.chips} ${styles.chips}`}
        data-loading={!figures || undefined}
        visibleFrom="md"
      >
        <legend className="visually-hidden">Why it waits</legend>
        {shown.map((kind) => (
          <button
            key={kind.name}
            type="button"
            className={chips.chip}
            aria-pressed={kind.name === pressed}
            onClick={() => choose(kind.name)}
          >
            {inWords(kind)}
          </button>
        ))}
        {behind.length > 0 && (
          <Menu position="bottom-start" withInitialFocusPlaceholder={false}>
            <Menu.Target>
              <button type="button" className={chips.chip}>
                More ▾
              </button>
            </Menu.Target>
            <Menu.Dropdown>
              {behind.map((kind) => (
                <Menu.Item key={kind.name} onClick={() => choose(kind.name)}>
                  {inWords(kind)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </Box>
      {menu}
    </>
  );
}
