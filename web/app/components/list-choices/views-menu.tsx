import { createSavedView, type SavedView, type ShownList } from '@banbo/contract';
import { Box, Button, Menu, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { change } from '~/lib/api/query-client.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { toast } from '~/lib/toast.ts';
import type { ListState } from '../data-table/list-state.ts';
import { Icon } from '../icon.tsx';
import { FormQuestion } from '../question/confirm.tsx';
import { ManageViews } from './manage-views.tsx';
import { hasPersonal, isSame, shownOf, usableOf, viewsQuery } from './view-state.ts';

type KeepViewProps = {
  view: Omit<SavedView, 'id' | 'name'>;
  /** True if a filter applies that no view keeps. */
  leavesOut: boolean;
  onClose: () => void;
};

/** Asks for the name of a new view, and keeps it. */
function KeepView({ view, leavesOut, onClose }: KeepViewProps) {
  const form = useForm({ initial: { name: '' } });
  const keep = (values: { name: string }) => {
    const body = { ...view, ...values };
    return change(createSavedView, { body, idempotencyKey: form.retryKey.keyFor(body) });
  };
  return (
    <FormQuestion opened title="Keep what is shown" action="Keep the view" form={form} send={keep} onClose={onClose}>
      <TextInput
        {...form.input('name')}
        label="Name of the view"
        description="Its filters, order and columns are kept for you alone."
        maxLength={40}
        autoComplete="off"
        data-autofocus
      />
      {leavesOut && (
        <Text size="sm" mt="sm">
          The number or name of a person that the list is filtered by is not kept.
        </Text>
      )}
    </FormQuestion>
  );
}

type Props = {
  list: ShownList;
  screen: string;
  state: ListState;
  headers: readonly string[];
  hidden: readonly string[];
  onColumns: (hidden: string[]) => void;
};

/** A person's own views of a list: opens, names and edits them. */
export function ViewsMenu({ list, screen, state, headers, hidden, onColumns }: Props) {
  const [asking, setAsking] = useState<'keep' | 'manage' | null>(null);
  const { data: views = [], error, refetch } = useQuery(viewsQuery(screen));
  const shown = shownOf(list, state, hidden);
  const current = views.find((view) => isSame(view, shown));
  const open = (view: SavedView) => {
    const { stale, ...usable } = usableOf(list, view, { fixed: state.fixed, headers });
    state.setWhole({ ...usable, sort: usable.sort || (list.sorts[0] ?? '') });
    onColumns(usable.hidden_columns);
    if (stale.length > 0) toast.blank(`The list has no more, and the view was opened without: ${stale.join(', ')}.`);
  };
  return (
    <>
      <Menu position="bottom-end" withInitialFocusPlaceholder={false} hideDetached={false}>
        <Menu.Target>
          <Button variant="default" px="xs" maw="14rem" title={current?.name}>
            {current ? `View: ${current.name}` : 'Views'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
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
          {views.length > 0 && <Menu.Divider />}
          <Menu.Item onClick={() => setAsking('keep')}>Keep what is shown…</Menu.Item>
          {views.length > 0 && <Menu.Item onClick={() => setAsking('manage')}>Change the views…</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {asking === 'keep' && (
        <KeepView
          view={{ list: list.page.url, screen, ...shown }}
          leavesOut={hasPersonal(list, state)}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'manage' && <ManageViews views={views} shown={shown} onClose={() => setAsking(null)} />}
    </>
  );
}
