import { type ApprovalRow, formatMoney, parseMoney, pricedName, priceYears, YearlyPriceChange } from '@banbo/contract';
import { Box, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { FactList } from '~/components/record/fact-list.tsx';
import { DeleteAction, IN_ROW, RowActions, ViewButtons } from '~/components/record/record-actions.tsx';
import { MoneyInput, RecordForm } from '~/components/record/record-form.tsx';
import { WaitingApproval } from '~/components/record/waiting-approval.tsx';
import { RecordWaits, useWaitingChanges } from '~/components/record/waiting-changes.tsx';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { useBack } from '~/lib/session/last-page.ts';

/** A year's prices stand on one page. */
export const USUAL_SIZE = 50;

/** Prices may be set many years ahead; hardly any are, and a search needs no empty years. */
export const yearsToFind = (day: string): number[] =>
  priceYears(day).filter((year) => year <= Number(day.slice(0, 4)) + 2);

/** The amount with two decimals, if it is one. */
export const sentAmount = (amount: string): string => parseMoney(amount) ?? amount;

/** A choice that is still to be made. */
export const choose = (label: string) => ({ value: '', label });

/** Changes and removals of prices that wait for approval. */
export const useWaitingPrices = () => useWaitingChanges(['prices.change', 'prices.remove']);

const waitingText = ({ kind, changes }: ApprovalRow): string =>
  kind === 'prices.remove' ? 'Removal' : (changes.find(({ field }) => field === 'Price')?.after ?? 'A change');

/** The description of a price in a list, and the change that waits for approval, if one does. */
export const describedPrice = ({ description }: { description: string }, waiting: ApprovalRow | undefined) =>
  waiting ? (
    <>
      {description}{' '}
      <Link to={`/approvals/${waiting.id}`} className="small">
        {waitingText(waiting)} waits for approval
      </Link>
    </>
  ) : (
    description
  );

type ActionsProps = {
  price: Parameters<typeof pricedName>[0] & { year: number };
  view: string;
  /** Null for those who may not change prices. */
  edit: string | null;
  remove: () => Promise<{ message: string }>;
};

/** The column of these actions. */
export const ACTIONS = { header: 'Action', stays: true } as const;

/** View, edit and delete in a row of a price list. */
export function PriceActions({ price, view, edit, remove }: ActionsProps) {
  const { year } = price;
  const named = pricedName(price);
  const name = `${year} ${named}`;
  return (
    <RowActions name={name} view={view} edit={edit ?? false}>
      {edit && (
        <DeleteAction
          of={name}
          title="Are you sure you want to delete the payment list?"
          remove={remove}
          button={IN_ROW}
        >
          <p>
            It is the price of {named} for {year}. Without a price nothing is due for it.
          </p>
        </DeleteAction>
      )}
    </RowActions>
  );
}

type Waiting = { approval_id: string; amount: string };

/** Says that another amount waits for approval, and leads there. */
const PriceWaits = ({ approval_id, amount }: Waiting) => (
  <WaitingApproval id={approval_id}>
    {formatMoney(amount)} waits for approval by another person. Until then the price stays as it is
  </WaitingApproval>
);

const changeBody = ({ amount }: { amount: string }) => ({ amount: sentAmount(amount) });

type EditProps = {
  price: { id: string; amount: string; in_use: boolean; waiting: Waiting | null };
  /** All else that the price is for, which stays. */
  fixed: readonly (readonly [label: string, value: string])[];
  /** Opens the sentence about a price in use: `Payments rest`. */
  resting: string;
  list: string;
  save: (body: { amount: string }) => Promise<{ message: string }>;
};

/** Changes the amount of a price; what it is for stays. */
function PriceEditForm({ price, fixed, resting, list, save }: EditProps): ReactNode {
  const goBack = useBack(list);
  const form = useForm({
    initial: { amount: price.amount },
    check: (values) => checkBy(YearlyPriceChange)(changeBody(values)),
  });
  return (
    <RecordForm form={form} send={(values) => save(changeBody(values))} action="Update" cancel={list} then={goBack}>
      {price.waiting && <PriceWaits {...price.waiting} />}
      {price.in_use && !price.waiting && (
        <Text className="note" mb="xs">
          {resting} on this price. With another amount, whatever is not paid yet gets the new price; what was cleared
          stays paid. It changes once another person has approved it.
        </Text>
      )}
      {fixed.map(([label, value]) => (
        <TextInput key={label} label={label} value={value} readOnly />
      ))}
      <MoneyInput
        {...form.input('amount')}
        label="Amount"
        required
        value={form.values.amount}
        onText={(text) => form.setFieldValue('amount', text)}
      />
    </RecordForm>
  );
}

/** The page on which the amount of a price is changed. */
export const PriceEditPage = (props: EditProps) => (
  <Page>
    <PriceEditForm key={props.price.id} {...props} />
  </Page>
);

type ShownProps = {
  price: EditProps['price'] & { year: number; type_code: string; description: string };
  /** All else that the price is for. */
  place: readonly (readonly [label: string, value: string | number | null])[];
  /** The page of its form, for those who may change it. */
  edit: string;
  list: string;
};

/** The page of a price: its facts, whether it is in use, and the amount that waits. */
export function PricePage({ price, place, edit, list }: ShownProps) {
  const { can } = useAbility();
  const use = price.in_use ? 'Yes: it can be changed but not deleted' : 'No';
  return (
    <Page>
      <Box maw="36rem">
        <FactList
          facts={[
            ['Year', price.year],
            ['Payment Code', price.type_code],
            ['Description', price.description],
            ...place,
            ['Amount', formatMoney(price.amount)],
            ['In use', use],
          ]}
        />
        {price.waiting && <PriceWaits {...price.waiting} />}
        <RecordWaits kinds={['prices.remove']} subject={price.id} />
        <ViewButtons edit={can('prices.change') && edit} list={list} />
      </Box>
    </Page>
  );
}
