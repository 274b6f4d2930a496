import { Button, Checkbox, Popover } from '@mantine/core';
import { useKept } from '~/lib/use-kept.ts';
import styles from './list-choices.module.css';

type Props = {
  /** The headers of all columns, in their order. */
  headers: readonly string[];
  hidden: readonly string[];
  /** A column that cannot be left out, since the total stands under it. */
  needed: string | undefined;
  onChange: (hidden: string[]) => void;
};

/** Chooses the columns of a table. The last one that is left cannot be taken away. */
export function ColumnChoice({ headers, hidden, needed, onChange }: Props) {
  const left = headers.filter((header) => !hidden.includes(header));
  const toggle = (header: string) =>
    onChange(headers.filter((one) => (one === header ? left.includes(one) : !left.includes(one))));
  return (
    <Popover position="bottom-end" trapFocus returnFocus withRoles hideDetached={false}>
      <Popover.Target>
        <Button variant="default" px="sm">
          Columns{left.length < headers.length && ` ${left.length} of ${headers.length}`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={styles.columns ?? ''} aria-label="Columns">
        <fieldset className={styles.choices}>
          <legend>Show these columns</legend>
          {headers.map((header) => (
            <Checkbox
              key={header}
              size="xs"
              label={header}
              checked={left.includes(header)}
              disabled={left.includes(header) && (left.length === 1 || header === needed)}
              onChange={() => toggle(header)}
            />
          ))}
        </fieldset>
        {left.length < headers.length && (
          <Button size="compact-sm" variant="default" mt="xs" onClick={() => onChange([])}>
            Show all columns
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

const headersOf = (kept: unknown): string[] =>
  Array.isArray(kept) ? kept.filter((header): header is string => typeof header === 'string') : [];

/**
 * The columns of a screen's table that a person leaves out on this device, by their headers. Headers that the table has no
 * more count as none, and one column always stays.
 */
export const useColumns = (screen: string, headers: readonly string[], needed: string | undefined) => {
  const [kept, setHidden] = useKept(`banbo.columns.${screen}`, headersOf);
  const hidden = kept.filter((header) => headers.includes(header) && header !== needed);
  return { hidden: hidden.length < headers.length ? hidden : [], setHidden };
};
