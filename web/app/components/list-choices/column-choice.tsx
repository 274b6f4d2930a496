import { Button, Checkbox, Group, Modal, SimpleGrid } from '@mantine/core';
import { useKept } from '~/lib/use-kept.ts';

type Props = {
  headers: readonly string[];
  hidden: readonly string[];
  /** A column that must stay, because the total stands under it. */
  needed: string | undefined;
  onChange: (hidden: string[]) => void;
  onClose: () => void;
};

/** Chooses the columns of a table. The last one cannot be removed. */
export function ColumnChoice({ headers, hidden, needed, onChange, onClose }: Props) {
  const left = headers.filter((header) => !hidden.includes(header));
  const toggle = (header: string) =>
    onChange(headers.filter((one) => (one === header ? left.includes(one) : !left.includes(one))));
  return (
    <Modal opened onClose={onClose} title="Show these columns" centered>
      <SimpleGrid minColWidth="9rem" verticalSpacing={{ base: 'lg', sm: 'xs' }}>
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
      </SimpleGrid>
      <Group justify="flex-end" mt="md" gap="xs">
        {left.length < headers.length && (
          <Button variant="default" onClick={() => onChange([])}>
            Show all columns
          </Button>
        )}
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Modal>
  );
}

const headersOf = (kept: unknown): string[] | null =>
  Array.isArray(kept) ? kept.filter((header): header is string => typeof header === 'string') : null;

type Columns = {
  headers: readonly string[];
  /** A column that must stay, because the total stands under it. */
  needed: string | undefined;
  /** Those that are hidden until a person chooses columns. */
  atFirst: readonly string[];
};

/**
 * The columns, by header, that a person hides on this device. Unknown headers are ignored, and one
 * column always stays.
 */
export const useColumns = (screen: string, { headers, needed, atFirst }: Columns) => {
  const [kept, setHidden] = useKept<string[] | null>(`banbo.columns.${screen}`, headersOf);
  const hidden = (kept ?? atFirst).filter((header) => headers.includes(header) && header !== needed);
  return { hidden: hidden.length < headers.length ? hidden : [], setHidden };
};
