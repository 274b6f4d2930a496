import {
  ACCOUNT_DIGITS,
  ACCOUNT_KIND_LABELS,
  ACCOUNT_KINDS,
  AccountChange,
  addBookAccount,
  type BookAccount,
  changeBookAccount,
  NewAccount,
} from '@banbo/contract';
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormQuestion } from '~/components/question/confirm.tsx';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { change } from '~/lib/api/query-client.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';

type Entered = { code: string; name: string; kind: string; parent: string; is_heading: boolean };

const bodyOf = ({ parent, ...entered }: Entered) => ({ ...entered, parent: parent === '' ? null : parent });

const NO_HEADING = { value: '', label: 'No heading' };

/** The open headings of a kind, as choices. */
const headingsOf = (accounts: readonly BookAccount[], kind: string) => [
  NO_HEADING,
  ...accounts
    .filter((account) => account.is_heading && account.closed_at === null && account.kind === kind)
    .map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
];

/** Adds an account or a heading to the chart. */
export function AddAccount({ accounts }: { accounts: readonly BookAccount[] }) {
  const [opened, setOpened] = useState(false);
  const check = checkBy(NewAccount);
  const initial: Entered = { code: '', name: '', kind: 'expense', parent: '', is_heading: false };
  const form = useForm({ initial, check: (entered) => check(bodyOf(entered)) });
  const { kind } = form.values;
  const send = (entered: Entered) =>
    form.retryKey.send(bodyOf(entered), (idempotencyKey) =>
      change(addBookAccount, { body: NewAccount.parse(bodyOf(entered)), idempotencyKey }),
    );
  return (
    <>
      <Button onClick={() => setOpened(true)}>Add account</Button>
      <FormQuestion
        opened={opened}
        title="Add an account"
        action="Add it"
        form={form}
        send={send}
        onClose={() => setOpened(false)}
      >
        <NativeSelect
          {...form.input('kind')}
          label="Kind"
          data={ACCOUNT_KINDS.map((value) => ({ value, label: ACCOUNT_KIND_LABELS[value] }))}
          data-autofocus
        />
        <TextInput
          mt="sm"
          {...form.input('code')}
          label="Code"
          description={`Four digits, the first ${ACCOUNT_DIGITS[kind as BookAccount['kind']]}`}
          required
          inputMode="numeric"
          maxLength={4}
        />
        <TextInput mt="sm" {...form.input('name')} label="Name" required maxLength={60} />
        <NativeSelect mt="sm" {...form.input('parent')} label="Under" data={headingsOf(accounts, kind)} />
        <Checkbox
          mt="md"
          label="A heading, which sums up the accounts under it"
          checked={form.values.is_heading}
          onChange={({ currentTarget }) => form.setFieldValue('is_heading', currentTarget.checked)}
        />
      </FormQuestion>
    </>
  );
}

/** Renames and moves an account, and says of an asset whether it holds money. */
function EditAccount({ account, accounts }: { account: BookAccount; accounts: readonly BookAccount[] }) {
  const [opened, setOpened] = useState(false);
  const { code, name, parent, kind, holds_money, is_heading, uses } = account;
  const mayHoldMoney = kind === 'asset' && !is_heading && uses.length === 0;
  const initial = { name, parent: parent ?? '', holds_money };
  const bodyOfEdit = ({ holds_money, ...entered }: typeof initial) => ({
    ...entered,
    parent: entered.parent === '' ? null : entered.parent,
    ...(mayHoldMoney && { holds_money }),
  });
  const form = useForm({ initial, check: (entered) => checkBy(AccountChange)(bodyOfEdit(entered)) });
  const send = (entered: typeof initial) => change(changeBookAccount, { params: { code }, body: bodyOfEdit(entered) });
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        Edit…
      </Button>
      <FormQuestion
        opened={opened}
        title={`Edit ${code} ${name}`}
        action="Save"
        form={form}
        send={send}
        onClose={() => setOpened(false)}
      >
        <TextInput {...form.input('name')} label="Name" required maxLength={60} data-autofocus />
        <NativeSelect
          mt="sm"
          {...form.input('parent')}
          label="Under"
          data={headingsOf(accounts, kind).filter(({ value }) => value !== code)}
        />
        {mayHoldMoney && (
          <Checkbox
            mt="md"
            label="Holds money: its journals take two people"
            checked={form.values.holds_money}
            onChange={({ currentTarget }) => form.setFieldValue('holds_money', currentTarget.checked)}
          />
        )}
      </FormQuestion>
    </>
  );
}

/** The changes of an account: its name and place, closing and opening again. */
export function AccountActions({ account, accounts }: { account: BookAccount; accounts: readonly BookAccount[] }) {
  const { code, name, closed_at, uses } = account;
  const set = (closed: boolean) => () => change(changeBookAccount, { params: { code }, body: { closed } });
  return (
    <>
      {!code.includes('-') && <EditAccount key={`${name} ${account.parent}`} account={account} accounts={accounts} />}
      {closed_at !== null && <ChangeButton label="Open again" send={set(false)} />}
      {closed_at === null && uses.length === 0 && (
        <ChangeButton label="Close…" title={`Close ${code} ${name}?`} action="Close it" danger send={set(true)}>
          <p>Nothing is posted to a closed account. It keeps its statement, and can be opened again.</p>
        </ChangeButton>
      )}
    </>
  );
}
