import { Button, Menu } from '@mantine/core';
import { Fragment, type ReactNode, useState } from 'react';
import { Link } from 'react-router';

type Opened = { opened: boolean; onClose: () => void };

/** An entry of the menu: a way elsewhere, an action, or one with a question before it. */
export type MoreItem = { label: string; isDanger?: boolean } & (
  | { to: string }
  | { onSelect: () => void }
  | { question: (opened: Opened) => ReactNode }
);

type Props = {
  /** Names the menu for screen readers: `More about Ama Mensah`. */
  label: string;
  items: readonly MoreItem[];
};

/** The rarer actions of a record or a page, behind one button; nothing where there are none. */
export function MoreMenu({ label, items }: Props) {
  const [asked, setAsked] = useState<string | null>(null);
  if (items.length === 0) return null;
  const look = ({ isDanger }: MoreItem) => (isDanger ? { c: 'var(--danger)' } : {});
  return (
    <>
      <Menu position="bottom-end" withInitialFocusPlaceholder={false} hideDetached={false}>
        <Menu.Target>
          <Button variant="default" px="sm" aria-label={label}>
            <span aria-hidden="true">⋯</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {items.map((item) =>
            'to' in item ? (
              <Menu.Item key={item.label} component={Link} to={item.to} {...look(item)}>
                {item.label}
              </Menu.Item>
            ) : (
              <Menu.Item
                key={item.label}
                {...look(item)}
                onClick={() => ('onSelect' in item ? item.onSelect() : setAsked(item.label))}
              >
                {item.label}
              </Menu.Item>
            ),
          )}
        </Menu.Dropdown>
      </Menu>
      {items.map(
        (item) =>
          'question' in item && (
            <Fragment key={item.label}>
              {item.question({ opened: asked === item.label, onClose: () => setAsked(null) })}
            </Fragment>
          ),
      )}
    </>
  );
}
