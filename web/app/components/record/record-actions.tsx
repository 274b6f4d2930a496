import { Button, type ButtonProps, Group } from '@mantine/core';
import { isValidElement, type ReactElement, type ReactNode, type Ref, useState } from 'react';
import { Link } from 'react-router';
import { useAction } from '~/lib/api/use-action.ts';
import type { Schema } from '~/lib/form/check-by.ts';
import { Confirm } from '../question/confirm.tsx';
import { ReasonQuestion } from '../question/reason-question.tsx';

type Done = { message: string };

type Question = {
  title: string;
  /** Says what follows from it. */
  text: ReactNode;
  /** The label of the button that does it: a verb. */
  action: string;
  /** False where its button is not red. */
  danger?: boolean;
  /** Asks for the reason, too: its schema in the contract, who reads it, and usual ones. */
  reason?: { schema: Schema; seenBy: string; presets?: readonly string[] };
};

/** A change in words: its button, and the question before one that is hard to undo. */
export type ChangeWords = { label: ReactNode; isMain?: boolean; question?: Question };

type Props<Status extends string, Change extends string> = {
  status: Status;
  /** The states that each change comes from, by the contract. */
  changes: Readonly<Record<Change, { from: readonly Status[] }>>;
  /** The changes in the order of their buttons; one that needs more than a reason is its own element. */
  words: Partial<Record<Change, ChangeWords | ReactElement>>;
  send: (change: Change, reason?: string) => Promise<Done>;
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
      if (isValidElement(one)) return one;
      return one && <ChangeButton key={name} words={one as ChangeWords} send={(reason) => send(name, reason)} />;
    });
}

type ButtonOf = {
  words: ChangeWords;
  send: (reason?: string) => Promise<Done>;
  button?: ButtonProps & { 'aria-label'?: string; ref?: Ref<HTMLButtonElement> };
};

/** A button that does a change at once, or asks first. */
export function ChangeButton({ words: { label, isMain = false, question }, send, button }: ButtonOf) {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const act = useAction({ run: () => send(), says: ({ message }) => message, onEnd: close });
  const { reason } = question ?? {};
  return (
    <>
      <Button
        variant={isMain ? 'filled' : 'default'}
        loading={act.isPending && !question}
        {...button}
        onClick={() => (question ? setAsking(true) : act.mutate())}
      >
        {label}
      </Button>
      {question && reason && (
        <ReasonQuestion {...question} {...reason} opened={isAsking} send={(body) => send(body.reason)} onClose={close}>
          <p>{question.text}</p>
        </ReasonQuestion>
      )}
      {question && !reason && (
        <Confirm
          danger
          {...question}
          opened={isAsking}
          busy={act.isPending}
          onConfirm={() => act.mutate()}
          onClose={close}
        >
          {question.text}
        </Confirm>
      )}
    </>
  );
}

type DeleteProps = {
  /** Names the record of a row for screen readers. */
  of?: string;
  title: string;
  remove: () => Promise<Done>;
  /** Says what deleting it does. */
  children: ReactNode;
  button?: ButtonProps;
};

/** Deletes a record once the person has confirmed it. */
export function DeleteAction({ of, title, remove, children, button = {} }: DeleteProps) {
  const label = <>Delete{of && <span className="visually-hidden"> {of}</span>}</>;
  return (
    <ChangeButton
      words={{ label, question: { title, text: children, action: 'Delete' } }}
      send={remove}
      button={button}
    />
  );
}

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
