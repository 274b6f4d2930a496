import {
  cancelRentCharge,
  enterRentReview,
  formatDay,
  formatInstant,
  formatMoney,
  groupThousands,
  NewRentReview,
  parseMoney,
  RENT_KIND_LABELS,
  Reason,
  type RentAccount,
  type RentCharge,
  shownName,
  shownPlotName,
  showRentAccount,
  today,
} from '@banbo/contract';
import { Button, Grid, Group, Stack, Table, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import cards from '~/components/data-table/table-cards.module.css';
import { landDeskAddress } from '~/components/payments/desk-address.ts';
import { FormQuestion } from '~/components/question/confirm.tsx';
import { FactList } from '~/components/record/fact-list.tsx';
import { ChangeButton, IN_ROW } from '~/components/record/record-actions.tsx';
import { MoneyInput } from '~/components/record/record-form.tsx';
import { RecordPage } from '~/components/record/record-page.tsx';
import { RecordWaits } from '~/components/record/waiting-changes.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { useAbility } from '~/lib/session/ability.ts';

type Props = { account: RentAccount };

/** Enters the rent that was valued anew. */
function EnterReview({ account: { id, review_due } }: Props) {
  const [opened, setOpened] = useState(false);
  const initial = { from_year: String(review_due ?? today().slice(0, 4)), ground_rent: '', reason: '' };
  const bodyOf = ({ from_year, ground_rent, reason }: typeof initial) => ({
    ...{ from_year: Number(from_year), ground_rent: parseMoney(ground_rent) ?? ground_rent, reason },
  });
  const form = useForm({ initial, check: (values) => checkBy(NewRentReview)(bodyOf(values)) });
  return (
    <>
      <Button variant={review_due === null ? 'default' : 'filled'} onClick={() => setOpened(true)}>
        Enter a reviewed rent…
      </Button>
      <FormQuestion
        opened={opened}
        title="Enter a reviewed rent"
        action="Enter it"
        form={form}
        send={(values) => {
          const body = bodyOf(values);
          return change(enterRentReview, { params: { id }, body, idempotencyKey: form.retryKey.keyFor(body) });
        }}
        onClose={() => setOpened(false)}
      >
        <TextInput {...form.input('from_year')} data-autofocus label="From the year" required inputMode="numeric" />
        <MoneyInput
          {...form.input('ground_rent')}
          mt="sm"
          label="Rent a year"
          required
          value={form.values.ground_rent}
          onText={(text) => form.setFieldValue('ground_rent', text)}
        />
        <TextInput mt="sm" {...form.input('reason')} label="Reason" required maxLength={300} />
      </FormQuestion>
    </>
  );
}

const chargeName = ({ kind, year }: RentCharge): string => `${RENT_KIND_LABELS[kind]} of ${year}`;

function Charge({ charge }: { charge: RentCharge }) {
  const { can } = useAbility();
  const { id, amount, due_on, from_day, until_day, raised_at, cancelled_at, cancelled_by, cancel_reason } = charge;
  const name = chargeName(charge);
  return (
    <Table.Tr>
      <Table.Td data-heading>
        <div>
          {cancelled_at === null ? name : <s>{name}</s>}
          {cancelled_at !== null && (
            <Text size="sm">
              Cancelled {formatInstant(cancelled_at)} by {cancelled_by}: {cancel_reason}
            </Text>
          )}
        </div>
      </Table.Td>
      <Table.Td data-label="Days">
        {from_day === null ? '–' : `${formatDay(from_day)} until ${formatDay(until_day ?? '')}`}
      </Table.Td>
      <Table.Td data-label="Due">{formatDay(due_on)}</Table.Td>
      <Table.Td data-label="Raised">{formatInstant(raised_at)}</Table.Td>
      <Table.Td data-label="Amount" data-align="end">
        {groupThousands(amount)}
      </Table.Td>
      {can('land.approve') && (
        <Table.Td data-label="Change">
          {cancelled_at === null && (
            <ChangeButton
              label="Cancel…"
              of={name}
              title={`Cancel ${name}?`}
              action="Cancel the charge"
              button={IN_ROW}
              reason={{ schema: Reason, seenBy: 'Stays on the rent account and in the audit log.' }}
              send={(reason) => change(cancelRentCharge, { params: { id }, body: { reason } })}
            >
              <p>
                Another person approves it. The books take {formatMoney(amount)} back then, and rent of the year can be
                raised again.
              </p>
            </ChangeButton>
          )}
        </Table.Td>
      )}
    </Table.Tr>
  );
}

function Charges({ account: { charges } }: Props) {
  const { can } = useAbility();
  if (charges.length === 0) return <p>No rent was raised yet.</p>;
  const heads = ['Charge', 'Days', 'Due', 'Raised', 'Amount', ...(can('land.approve') ? ['Change'] : [])];
  return (
    <Table aria-label="Charges" fz="sm" className={cards.table}>
      <Table.Thead>
        <Table.Tr>
          {heads.map((name) => (
            <Table.Th key={name} data-align={name === 'Amount' ? 'end' : undefined}>
              {name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {charges.map((charge) => (
          <Charge key={charge.id} charge={charge} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Payments({ account: { payments } }: Props) {
  if (payments.length === 0) return <p>No payment is known.</p>;
  return (
    <ul className="ruled">
      {payments.map(({ id, paid_on, amount, name, is_cleared }) => (
        <li key={id}>
          {formatDay(paid_on)}: {formatMoney(amount)}, {name}
          {!is_cleared && ', not cleared yet'}
        </li>
      ))}
    </ul>
  );
}

function Reviews({ account: { reviews } }: Props) {
  if (reviews.length === 0) return <p>No rent was entered since the tenancy began.</p>;
  return (
    <ul className="ruled">
      {reviews.map(({ id, from_year, ground_rent, reason, entered_at, entered_by }) => (
        <li key={id}>
          From {from_year}: {formatMoney(ground_rent)} a year. {reason}
          <Text size="sm">
            {formatInstant(entered_at)} · {entered_by}
          </Text>
        </li>
      ))}
    </ul>
  );
}

const reviewText = ({ review_years, review_percent }: RentAccount): string => {
  if (review_years === null) return 'none';
  return `every ${review_years} years, ${review_percent === null ? 'valued anew' : `by ${review_percent} per cent`}`;
};

function AccountDetails({ account }: Props) {
  const { can } = useAbility();
  const { balance, owed_since, charged, paid, rent_now, review_due } = account;
  const isAhead = balance.startsWith('-');
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, lg: 4 }}>
        <Stack gap="sm" align="start">
          {review_due !== null && (
            <p className="note" role="status">
              A rent review has been due since {review_due}: the rent is valued anew. Until it is entered, no rent is
              raised.
            </p>
          )}
          <section className="card" aria-label="Balance">
            <FactList
              facts={[
                [isAhead ? 'Paid ahead' : 'Owed', formatMoney(balance.replace('-', ''))],
                ['Owed since', owed_since && formatDay(owed_since)],
                ['Charged', formatMoney(charged)],
                ['Paid', formatMoney(paid)],
                ['Rent this year', formatMoney(rent_now)],
                ['Rent review', reviewText(account)],
                [
                  'Tenant',
                  <Link key="tenant" to={`/tenants/${account.tenant_id}`}>
                    {shownName(account.fullname)}
                  </Link>,
                ],
                [
                  'Plot',
                  <Link key="plot" to={`/plots/${account.plot_id}`}>
                    {shownPlotName(account)}
                  </Link>,
                ],
                ['Held from', formatDay(account.held_from)],
                ['Held until', account.held_until && formatDay(account.held_until)],
              ]}
            />
          </section>
          <Group gap="sm">
            {can('land.receive') && (
              <Button component={Link} to={landDeskAddress({ tenant_id: account.tenant_id })}>
                Receive payment
              </Button>
            )}
            {can('land.approve') && <EnterReview key={review_due} account={account} />}
          </Group>
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 8 }}>
        <Stack gap="sm">
          <section className="card" aria-label="Charges">
            <h2 className="large">Charges</h2>
            <Charges account={account} />
          </section>
          <section className="card" aria-label="Rent paid">
            <h2 className="large">Rent paid</h2>
            <Payments account={account} />
          </section>
          <section className="card" aria-label="Reviewed rents">
            <h2 className="large">Reviewed rents</h2>
            <Reviews account={account} />
          </section>
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

/** The ground rent that a tenancy was charged and has paid. */
export function RentAccountPage({ id }: { id: string }) {
  return (
    <RecordPage
      of="rent account"
      query={read(showRentAccount, { params: { id } })}
      all={{ to: '/rent_arrears', label: 'Rent Arrears' }}
      title={({ indenture_number }) => `Rent account of ${indenture_number}`}
      lead={(account) => `${shownName(account.fullname)}, ${account.tenant_code} · ${shownPlotName(account)}`}
    >
      {(account) => (
        <>
          <RecordWaits kinds={['land.rent_cancel', 'land.rent_review']} subject={id} />
          <AccountDetails account={account} />
        </>
      )}
    </RecordPage>
  );
}
