import { createSavedView, type SavedView, type ShownList } from '@banbo/contract';
import { Box, Menu, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { change } from '~/lib/api/query-client.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { toast } from '~/lib/toast.ts';
import type { ListState } from '../data-table/list-state.ts';
import { Icon } from '../icon.tsx';
import { FormQuestion } from '../question/confirm.tsx';
import { isSame, shownOf, usableOf, viewsQuery } from './view-state.ts';

type KeepViewProps = {
  view: Omit<SavedView, 'id' | 'name'>;
  /** True if a filter applies that no view keeps. */
  leavesOut: boolean;
  onClose: () => void;
};

/** Asks for the name of a new view, and keeps it. */
export function KeepView({ view, leavesOut, onClose }: KeepViewProps) {
  const form = useForm({ initial: { name: '' } });
  const keep = (values: { name: string }) => {
    const body = { ...view, ...values };
    return change(createSavedView, { body, idempotencyKey: form.retryKey.keyFor(body) });
  };
  return (
    <FormQuestion opened title="Save what is shown" action="Save the view" form={form} send={keep} onClose={onClose}>
      <TextInput
        {...form.input('name')}
        label="Name of the view"
        description="Its filters, order and columns are saved for you alone."
        maxLength={40}
        autoComplete="off"
        data-autofocus
      />
      {leavesOut && (
        <Text size="sm" mt="sm">
          The number or name of a person that the list is filtered by is not saved.
        </Text>
      )}
    </FormQuestion>
  );
}

type ViewsOf = {
  list: ShownList;
  screen: string;
  state: ListState;
  headers: readonly string[];
  hidden: readonly string[];
  onColumns: (hidden: string[]) => void;
  /** Others have no views, and none are read. */
  isStaff: boolean;
};

/** A person's own views of a list, and the one that it shows. */
export const useViews = ({ list, screen, state, headers, hidden, onColumns, isStaff }: ViewsOf) => {
  const { data: views = [], error, refetch } = useQuery({ ...viewsQuery(screen), enabled: isStaff });
  const shown = shownOf(list, state, hidden);
  const current = views.find((view) => isSame(view, shown));
  const open = (view: SavedView) => {
    const { stale, ...usable } = usableOf(list, view, { fixed: state.fixed, headers });
    state.setWhole({ ...usable, sort: usable.sort || (list.sorts[0] ?? '') });
    onColumns(usable.hidden_columns);
    if (stale.length > 0) toast.blank(`The view was opened without what the list no longer has: ${stale.join(', ')}.`);
  };
  return { views, error, refetch, shown, current, open };
};

type ItemsProps = ReturnType<typeof useViews> & { onAsk: (what: 'keep' | 'manage') => void };

/** The views in the list's menu: they open, are kept and are changed there. */
export const ViewItems = ({ views, error, refetch, current, open, onAsk }: ItemsProps) => (
  <>
    {error && <Menu.Item onClick={() => void refetch()}>{error.message} Try again</Menu.Item>}
    {views.map((view) => (
      <Menu.Item
        key={view.id}
        aria-current={view === current || undefined}
        leftSection={<Box w="1.15em">{view === current && <Icon name="tick" />}</Box>}
        onClick={() => open(view)}
      >
        {view.name}
      </Menu.Item>
    ))}
    <Menu.Item onClick={() => onAsk('keep')}>Save as a view…</Menu.Item>
    {views.length > 0 && <Menu.Item onClick={() => onAsk('manage')}>Manage views…</Menu.Item>}
  </>
);
