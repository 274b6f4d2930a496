import type { StatementMapping } from '@banbo/contract';
import { NativeSelect } from '@mantine/core';
import styles from '~/components/table-import/table-import.module.css';

type Directions = StatementMapping['directions'];
type Props = {
  /** Words of which nobody has said yet what they mean. */
  words: readonly string[];
  directions: Directions;
  onChange: (directions: Directions) => void;
};

const CHOICES = [
  { value: '', label: 'Not imported' },
  { value: 'in', label: 'Money in' },
  { value: 'out', label: 'Money out' },
];

/** Asks of each word of the column of the direction whether it is money in or out. */
export function DirectionWords({ words, directions, onChange }: Props) {
  const all = [...new Set([...directions.map(({ text }) => text), ...words])];
  if (all.length === 0) return null;
  const choose = (text: string, is: string): void => {
    const others = directions.filter((one) => one.text !== text);
    onChange(is === 'in' || is === 'out' ? [...others, { text, is }] : others);
  };
  return (
    <fieldset className={styles.words}>
      <legend>Words for money in or out</legend>
      {words.length > 0 && <p className={styles.soft}>Lines with a word that nobody has explained are not imported.</p>}
      <div className={styles.fields}>
        {all.map((text) => (
          <NativeSelect
            key={text}
            label={text || '(empty)'}
            data={CHOICES}
            value={directions.find((one) => one.text === text)?.is ?? ''}
            onChange={(event) => choose(text, event.currentTarget.value)}
          />
        ))}
      </div>
    </fieldset>
  );
}
