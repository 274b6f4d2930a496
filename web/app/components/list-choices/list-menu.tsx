import type { Endpoint, ExportFormat, ShownList } from '@banbo/contract';
import { Button, Group, Menu, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { saveFile } from '~/lib/api/save-file.ts';
import { useAction } from '~/lib/api/use-action.ts';
import { useAskedWork } from '~/lib/asked-work.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { ABOVE_PAGE, usePageKey } from '~/lib/use-page-key.ts';
import { askedOf, type ListState } from '../data-table/list-state.ts';
import { Icon } from '../icon.tsx';
import { ColumnChoice } from './column-choice.tsx';
import { ManageViews } from './manage-views.tsx';
import { hasPersonal } from './view-state.ts';
import { KeepView, useViews, ViewItems } from './views.tsx';

const FORMATS: readonly { format: ExportFormat; label: string }[] = [
  { format: 'csv', label: 'CSV' },
  { format: 'xlsx', label: 'Excel' },
];

type Props = {
  list: ShownList;
  screen: string;
  state: ListState;
  headers: readonly string[];
  hidden: readonly string[];
  /** A column that must stay, because the total stands under it. */
  needed: string | undefined;
  onColumns: (hidden: string[]) => void;
  /** The list's file; undefined where it has none or no row. */
  file: Endpoint | undefined;
  /** The list's PDF; undefined where it has none or no row. */
  pdf?: Endpoint | undefined;
  /** Prints the whole filter; undefined where there is no row. */
  onPrint: (() => void) | undefined;
};

/** The one menu of a list: views, columns, files and print. Its button shows the open view. */
export function ListMenu({ list, screen, state, headers, hidden, needed, onColumns, file, pdf, onPrint }: Props) {
  const [asking, setAsking] = useState<'keep' | 'manage' | 'columns' | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  // Only staff keep views, and all staff may see the dashboard.
  const isStaff = useAbility().can('dashboard.read');
  const views = useViews({ list, screen, state, headers, hidden, onColumns, isStaff });
  const saving = useAction({
    run: (format: ExportFormat) => saveFile(file as Endpoint, { query: { ...askedOf(state), format } }),
    says: (name) => `${name} is saved.`,
  });
  const savingPdf = useAction({
    run: () => saveFile(pdf as Endpoint, { query: askedOf(state) }),
    says: (name) => `${name} is saved.`,
  });
  usePageKey(
    ['e'],
    () => {
      if (!file || saving.isPending) return false;
      saving.mutate('xlsx');
      return true;
    },
    file && 'Save the list as an Excel file',
  );
  useAskedWork('save', file && (() => saving.mutate('xlsx')));
  const printAll = (event: KeyboardEvent) => {
    // The browser itself would print the rows of this page alone.
    if (!onPrint || event.defaultPrevented || document.querySelector(ABOVE_PAGE)) return;
    event.preventDefault();
    onPrint();
  };
  useHotkeys([['mod+P', printAll, { preventDefault: false }]], []);
  const close = () => {
    setAsking(null);
    opener.current?.focus();
  };
  const left = headers.length - hidden.length;
  return (
    <Group gap="xs" wrap="nowrap">
      <Menu position="bottom-end" withInitialFocusPlaceholder={false} hideDetached={false}>
        <Menu.Target>
          <Button
            ref={opener}
            variant="default"
            px="xs"
            maw="12rem"
            aria-label="Views, columns and files"
            title={views.current?.name}
          >
            {views.current?.name && (
              <Text span inherit truncate mr={6}>
                {views.current.name}
              </Text>
            )}
            <Icon name="more" size="1.5em" />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {isStaff && (
            <>
              <ViewItems {...views} onAsk={setAsking} />
              <Menu.Divider />
              <Menu.Item onClick={() => setAsking('columns')}>
                Columns…{left < headers.length && ` ${left} of ${headers.length}`}
              </Menu.Item>
            </>
          )}
          {file &&
            FORMATS.map(({ format, label }) => (
              <Menu.Item key={format} disabled={saving.isPending} onClick={() => saving.mutate(format)}>
                Save as {label}
              </Menu.Item>
            ))}
          {pdf && (
            <Menu.Item disabled={savingPdf.isPending} onClick={() => savingPdf.mutate()}>
              Save as PDF
            </Menu.Item>
          )}
          {onPrint && <Menu.Item onClick={onPrint}>Print</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {asking === 'columns' && (
        <ColumnChoice headers={headers} hidden={hidden} needed={needed} onChange={onColumns} onClose={close} />
      )}
      {asking === 'keep' && (
        <KeepView
          view={{ list: list.page.url, screen, ...views.shown }}
          leavesOut={hasPersonal(list, state)}
          onClose={close}
        />
      )}
      {asking === 'manage' && <ManageViews views={views.views} shown={views.shown} onClose={close} />}
    </Group>
  );
}
