import type { Filter } from '@banbo/contract';
import { Button, Drawer, Group, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { FilterFields } from './filter-field.tsx';
import {
  type FilterSet,
  filterProblems,
  isNarrowed,
  isSet,
  pillsOf,
  trimmed,
  withoutNarrowing,
} from './filter-values.ts';

type FormProps = FilterSet & { names: readonly string[]; onClose: () => void };

function SheetForm({ names, filters, values, rule, onFilter, onClose }: FormProps) {
  const [draft, setDraft] = useState(values);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = trimmed(draft);
    const found = filterProblems({ filters, values: given, ...(rule && { rule }) });
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    onFilter(given);
    onClose();
  };
  const showAll = () => {
    onFilter(withoutNarrowing({ filters, values }));
    onClose();
  };
  return (
    <Stack component="form" gap="sm" onSubmit={submit}>
      <FilterFields {...{ names, filters, draft, errors }} onDraft={setDraft} />
      <Group gap="xs" grow>
        {isNarrowed({ filters, values }) && (
          <Button variant="default" onClick={showAll}>
            Show all
          </Button>
        )}
        <Button type="submit">Show</Button>
      </Group>
    </Stack>
  );
}

/** On phones: one button that opens all filters, and the order, on a sheet. */
export function FilterSheet({ order, ...set }: FilterSet & { order: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const names = pillsOf(set.filters).flat();
  const count = names.filter((name) => isSet(set.filters[name] as Filter, set.values[name])).length;
  const close = () => setOpen(false);
  if (names.length === 0 && !order) return null;
  return (
    <>
      <Button variant="default" px="sm" aria-expanded={isOpen} onClick={() => setOpen(true)}>
        {names.length === 0 ? 'Sort' : `Filters${count > 0 ? ` (${count})` : ''}`}
      </Button>
      <Drawer opened={isOpen} onClose={close} title="Filters" position="bottom" size="auto">
        <Stack gap="sm">
          {order}
          {names.length > 0 && <SheetForm {...set} names={names} onClose={close} />}
        </Stack>
      </Drawer>
    </>
  );
}
