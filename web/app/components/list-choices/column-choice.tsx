import { Button, Checkbox, Popover, SimpleGrid, Text } from '@mantine/core';
import { useKept } from '~/lib/use-kept.ts';

type Props = {
  headers: readonly string[];
  hidden: readonly string[];
  /** A column that must stay, because the total stands under it. */
  needed: string | undefined;
  onChange: (hidden: string[]) => void;
};

/** Chooses the columns of a table. The last one cannot be removed. */
export function ColumnChoice({ headers, hidden, needed, onChange }: Props) {
  const left = headers.filter((header) => !hidden.includes(header));
  const toggle = (header: string) =>
    onChange(headers.filter((one) => (one === header ? left.includes(one) : !left.includes(one))));
  return (
    <Popover position="bottom-end" trapFocus returnFocus withRoles hideDetached={false}>
      <Popover.Target>
        <Button variant="default" px="xs">
          Columns{left.length < headers.length && ` ${left.length} of ${headers.length}`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown maw="min(30rem, 92vw)" mah="70dvh" style={{ overflowY: 'auto' }} aria-label="Columns">
        <SimpleGrid
          component="fieldset"
          minColWidth="9rem"
          miw="min(20rem, 80vw)"
          verticalSpacing={{ base: 'lg', sm: 'xs' }}
        >
          <Text component="legend" fz="sm" fw={700} pb="xs">
            Show these columns
          </Text>
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
 * The columns, by header, that a person hides on this device. Unknown headers are ignored, and one
 * column always stays.
 */
export const useColumns = (screen: string, headers: readonly string[], needed: string | undefined) => {
  const [kept, setHidden] = useKept(`banbo.columns.${screen}`, headersOf);
  const hidden = kept.filter((header) => headers.includes(header) && header !== needed);
  return { hidden: hidden.length < headers.length ? hidden : [], setHidden };
};
