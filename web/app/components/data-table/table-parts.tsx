// biome-ignore-all lint/a11y/noRedundantRoles: phones lay rows out as cards, and browsers then drop the elements' own roles

import type { ComponentProps, ReactNode } from 'react';
import cards from './phone-cards.module.css';
import cells from './table-parts.module.css';

type TableProps = Omit<ComponentProps<'table'>, 'className'>;

export const Table = (props: TableProps) => (
  <table role="table" className={`${cells.table} ${cards.table}`} {...props} />
);

type GroupProps = ComponentProps<'tbody'> & { as: 'thead' | 'tbody' | 'tfoot' };

export const RowGroup = ({ as: Element, ...props }: GroupProps) => <Element role="rowgroup" {...props} />;

export const Row = (props: ComponentProps<'tr'>) => <tr role="row" {...props} />;

export const ColumnHead = (props: ComponentProps<'th'>) => <th role="columnheader" scope="col" {...props} />;

export const RowHead = (props: ComponentProps<'th'>) => <th role="rowheader" scope="row" {...props} />;

export const Cell = (props: ComponentProps<'td'>) => <td role="cell" {...props} />;

/** The first row, with the columns' names. */
export const HeadRow = ({ children }: { children: ReactNode }) => (
  <RowGroup as="thead">
    <Row>{children}</Row>
  </RowGroup>
);
