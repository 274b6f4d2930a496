import { Button } from '@mantine/core';
import { Link } from 'react-router';

type Props = {
  /** Names the row's record for screen readers. */
  name: string;
  view: string;
  /** The path of the form that changes it, and its deletion; absent for those who may not. */
  edit?: string;
  onDelete?: () => void;
};

const SMALL = { size: 'compact-xs', h: 24, variant: 'default' } as const;

/** The links and buttons of a row: view and, for those who may, edit and delete. */
export function RowActions({ name, view, edit, onDelete }: Props) {
  const of = <span className="visually-hidden"> {name}</span>;
  return (
    <Button.Group>
      <Button component={Link} to={view} {...SMALL}>
        View{of}
      </Button>
      {edit && (
        <Button component={Link} to={edit} {...SMALL}>
          Edit{of}
        </Button>
      )}
      {onDelete && (
        <Button onClick={onDelete} {...SMALL}>
          Delete{of}
        </Button>
      )}
    </Button.Group>
  );
}
