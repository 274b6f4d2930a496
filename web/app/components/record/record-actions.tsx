import { Button, type ButtonProps, Group } from '@mantine/core';
import { type ComponentProps, isValidElement, type ReactElement, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useAction } from '~/lib/api/use-action.ts';
import type { Schema } from '~/lib/form/check-by.ts';
import { Confirm } from '../question/confirm.tsx';
import { ReasonQuestion } from '../question/reason-question.tsx';

type Done = { message: string };

/** Asks for the reason, too: its schema in the contract, who reads it, and usual ones. */
type Reason = { schema: Schema; seenBy: string; presets?: readonly string[] };

type Asked = {
  title: string;
  /** The label of the button that does it: a verb. The label of the first button, unless given. */
  action?: string;
  /** True for a change that nobody takes back; the default of one with a reason. */
  danger?: boolean | undefined;
  reason?: Reason;
};

/** A change in words: its button, and the question before it; `text` says what follows. */
type ChangeWords = { label: string; isMain?: boolean; question?: Asked & { text: ReactNode } };

type Props<Status extends string, Change extends string> = {
  status: Status;
  /** The states that each change comes from, by the contract. */
  changes: Readonly<Record<Change, { from: readonly Status[] }>>;
  /** Changes in the order of their buttons; one that needs more than a reason is an element. */
  words: Partial<Record<Change, ChangeWords | ReactElement>>;
  /** The reason is empty where none is asked for. */
  send: (change: Change, reason: string) => Promise<Done>;
};

/** The changes that a record's state allows, each a button; the end of one is told in a toast. */
export function StateActions<Status extends string, Change extends string>({
  status,
  changes,
  words,
  send,
}: Props<Status, Change>) {
  const names = Object.keys(words) as Change[];
  return names
    .filter((name) => changes[name].from.includes(status))
    .map((name) => {
      const one: ChangeWords | ReactElement | undefined = words[name];
      if (!one || isValidElement(one)) return one;
      const { label, isMain = false, question } = one as ChangeWords;
      const { text, ...asked } = question ?? {};
      const look = { variant: isMain ? 'filled' : 'default' };
      return (
        <ChangeButton key={name} label={label} {...asked} button={look} send={(reason) => send(name, reason)}>
          <p>{text}</p>
        </ChangeButton>
      );
    });
}

type ButtonOf = Partial<Asked> & {
  label: string;
  /** Names the record of a row for screen readers. */
  of?: string;
  /** The look of the button; it is not the page's main one, unless this says so. */
  button?: ButtonProps & Pick<ComponentProps<'button'>, 'aria-label' | 'aria-keyshortcuts' | 'ref'>;
  send: (reason: string) => Promise<Done>;
  /** Says what follows from it. */
  children?: ReactNode;
};

type QuestionOf = Pick<ButtonOf, 'send' | 'children' | 'danger' | 'reason'> & {
  title: string;
  action: string;
  opened: boolean;
  onClose: () => void;
};

/** The question before a change, which whatever opens it keeps open. A toast tells the end. */
export function ChangeQuestion({ send, children, danger, reason, ...question }: QuestionOf) {
  const act = useAction({ run: () => send(''), says: ({ message }) => message, onEnd: question.onClose });
  if (reason) {
    return (
      <ReasonQuestion {...question} {...reason} danger={danger} send={(body) => send(body.reason)}>
        {children}
      </ReasonQuestion>
    );
  }
  return (
    <Confirm
      {...question}
      danger={danger ?? false}
      entersAction={danger !== true}
      busy={act.isPending}
      onConfirm={() => act.mutate()}
    >
      {children}
    </Confirm>
  );
}

/** A button that does a change, and asks first if there is a `title`. A toast tells the end. */
export function ChangeButton({ label, of, title, action = label, danger, reason, ...props }: ButtonOf) {
  const { button, send, children } = props;
  const [opened, setOpened] = useState(false);
  const act = useAction({ run: () => send(''), says: ({ message }) => message });
  const question = { action, danger, send, opened, onClose: () => setOpened(false), ...(reason && { reason }) };
  return (
    <>
      <Button
        variant="default"
        {...button}
        loading={act.isPending && title === undefined}
        onClick={() => (title === undefined ? act.mutate() : setOpened(true))}
      >
        {label}
        {of && <span className="visually-hidden"> {of}</span>}
      </Button>
      {title !== undefined && (
        <ChangeQuestion title={title} {...question}>
          {children}
        </ChangeQuestion>
      )}
    </>
  );
}

type DeleteProps = Pick<ButtonOf, 'of' | 'button' | 'children'> & { title: string; remove: () => Promise<Done> };

/** Deletes a record once the person has confirmed it. */
export const DeleteAction = ({ remove, ...props }: DeleteProps) => (
  <ChangeButton label="Delete" danger send={remove} {...props} />
);

/** The size of the buttons in a row of a table. */
export const IN_ROW: ButtonProps = { size: 'compact-xs', h: 24 };

type RowProps = {
  /** Names the row's record for screen readers. */
  name: string;
  view: string;
  /** The path of the form that changes it, and its deletion; absent for those who may not. */
  edit?: string | false;
  children?: ReactNode;
};

/** The links and buttons of a row: view and, for those who may, edit and delete. */
export function RowActions({ name, view, edit, children }: RowProps) {
  const of = <span className="visually-hidden"> {name}</span>;
  return (
    <Button.Group>
      <Button component={Link} to={view} variant="default" {...IN_ROW}>
        View{of}
      </Button>
      {edit && (
        <Button component={Link} to={edit} variant="default" {...IN_ROW}>
          Edit{of}
        </Button>
      )}
      {children}
    </Button.Group>
  );
}

/** The buttons under the facts of a record: edit it, for those who may, or go to the list. */
export const ViewButtons = ({ edit, list }: { edit: string | false; list: string }) => (
  <Group gap="sm" mt="md">
    {edit && (
      <Button component={Link} to={edit}>
        Edit
      </Button>
    )}
    <Button component={Link} to={list} variant="default">
      Cancel
    </Button>
  </Group>
);
