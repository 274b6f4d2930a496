import {
  askSharePayout,
  BENEFICIARIES,
  BENEFICIARY_LABELS,
  type Beneficiary,
  formatDay,
  formatMoney,
  formatNet,
  getStoolStatement,
  groupThousands,
  PAYMENT_MODE_LABELS,
  PAYMENT_MODES,
  parseMoney,
  percentsOfWhole,
  SharePayoutAsked,
  type StoolAccount,
  shownKind,
  showStoolAccount,
} from '@banbo/contract';
import { Box, Button, Group, NativeSelect, TextInput, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Cell, ColumnHead, HeadRow, Row, RowGroup, TableFrame } from '~/components/data-table/table-parts.tsx';
import { Page } from '~/components/page/page.tsx';
import { type BookPeriod, PeriodFields, useBookPeriod } from '~/components/period/period-fields.tsx';
import { FormQuestion } from '~/components/question/confirm.tsx';
import { MoneyInput } from '~/components/record/record-form.tsx';
import { useRecord } from '~/components/record/record-page.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { saveFile } from '~/lib/api/save-file.ts';
import { useAction } from '~/lib/api/use-action.ts';
import { AMOUNT_WANTED, checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { useAbility } from '~/lib/session/ability.ts';

type FiguresProps = {
  caption: string;
  columns: readonly string[];
  rows: readonly (readonly ReactNode[])[];
  /** How many of the first columns are words; one when absent. */
  words?: number;
};

/** Rows whose first cell names them; behind the words stand figures. */
function FigureRows({ caption, columns, rows, words = 1 }: FiguresProps) {
  return (
    <Box mb="lg">
      <Title order={2} className="large" mb={4}>
        {caption}
      </Title>
      <TableFrame caption={caption} isBusy={false}>
        <HeadRow>
          {columns.map((column, n) => (
            <ColumnHead key={column} data-align={n < words ? undefined : 'end'}>
              {column}
            </ColumnHead>
          ))}
        </HeadRow>
        <RowGroup as="tbody">
          {rows.map((cells, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows stay in order
            <Row key={line}>
              {cells.map((cell, n) =>
                n === 0 ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells stay in order
                  <Cell key={n} data-heading>
                    {cell}
                  </Cell>
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells stay in order
                  <Cell key={n} data-label={columns[n]} data-align={n < words ? undefined : 'end'}>
                    {cell}
                  </Cell>
                ),
              )}
            </Row>
          ))}
        </RowGroup>
      </TableFrame>
    </Box>
  );
}

function SaveStatement({ beneficiary, from, to }: { beneficiary: Beneficiary; from: string; to: string }) {
  const saving = useAction({
    run: () => saveFile(getStoolStatement, { params: { beneficiary }, query: { from, to } }),
    says: (name) => `${name} is saved.`,
  });
  return (
    <Button variant="default" size="compact-xs" h={24} loading={saving.isPending} onClick={() => saving.mutate()}>
      PDF<span className="visually-hidden"> of the statement for the {BENEFICIARY_LABELS[beneficiary]}</span>
    </Button>
  );
}

const shareLabel = (name: Beneficiary, { percents }: StoolAccount): string =>
  percents ? `${BENEFICIARY_LABELS[name]} (${percentsOfWhole(percents)[name]}%)` : BENEFICIARY_LABELS[name];

function ByType({ account }: { account: StoolAccount }) {
  const { types, total } = account;
  const figures = ({ gross, shares }: StoolAccount['total']) => [
    formatNet(gross),
    ...BENEFICIARIES.map((name) => formatNet(shares[name])),
  ];
  return (
    <FigureRows
      caption="Revenue that was shared"
      columns={['Payment', 'Received', ...BENEFICIARIES.map((name) => shareLabel(name, account))]}
      rows={[
        ...types.map((type) => [shownKind(type.name), ...figures(type)]),
        [<strong key="all">In all</strong>, ...figures(total)],
      ]}
    />
  );
}

function Balances({ account: { balances, from, to } }: { account: StoolAccount }) {
  const hasOthers = balances.some(({ other }) => other !== '0.00');
  return (
    <FigureRows
      caption="What is held for each"
      columns={[
        ...['For', `Before ${formatDay(from)}`, 'Shared', 'Paid out'],
        ...(hasOthers ? ['Other entries'] : []),
        ...[`On ${formatDay(to)}`, 'Free today', 'Statement'],
      ]}
      rows={balances.map(({ beneficiary, name, opening, shared, paid_out, other, closing, available }) => [
        name === BENEFICIARY_LABELS[beneficiary] ? name : `${BENEFICIARY_LABELS[beneficiary]}, ${name}`,
        ...[opening, shared, paid_out, ...(hasOthers ? [other] : []), closing, available].map(formatNet),
        <SaveStatement key="save" beneficiary={beneficiary} from={from} to={to} />,
      ])}
    />
  );
}

function Payouts({ account: { payouts } }: { account: StoolAccount }) {
  if (payouts.length === 0) return <p className="soft">Nothing was paid out in these days.</p>;
  return (
    <FigureRows
      caption="Payouts"
      words={4}
      columns={['Number', 'Paid on', 'Share of', 'To', 'Amount']}
      rows={payouts.map(({ id, number, paid_on, beneficiary, paid_to, amount }) => [
        <Link key="number" to={`/share_payouts/${id}`}>
          {number}
        </Link>,
        ...[formatDay(paid_on), BENEFICIARY_LABELS[beneficiary], paid_to, groupThousands(amount)],
      ])}
    />
  );
}

const NEW_PAYOUT = { beneficiary: 'stool', amount: '', mode: 'bank', paid_to: '', reason: '' };
type PayoutValues = typeof NEW_PAYOUT;

const bodyOf = ({ amount, ...values }: PayoutValues): SharePayoutAsked =>
  ({ ...values, amount: parseMoney(amount) ?? amount }) as SharePayoutAsked;

/** Asks for a payout, which another person approves. */
function AskPayout({ account: { balances } }: { account: StoolAccount }) {
  const navigate = useNavigate();
  const [opened, setOpened] = useState(false);
  const form = useForm<PayoutValues>({
    initial: NEW_PAYOUT,
    check: (values) => ({
      ...checkBy(SharePayoutAsked)(bodyOf(values)),
      ...(parseMoney(values.amount) === null && { amount: AMOUNT_WANTED }),
    }),
  });
  const chosen = balances.find(({ beneficiary }) => beneficiary === form.values.beneficiary);
  return (
    <>
      <Button onClick={() => setOpened(true)}>Pay out a share…</Button>
      <FormQuestion
        opened={opened}
        title="Pay out a share"
        action="Ask for approval"
        form={form}
        send={async (values) => {
          const body = bodyOf(values);
          const answer = await change(askSharePayout, { body, idempotencyKey: form.retryKey.keyFor(body) });
          navigate(`/share_payouts/${answer.payout_id}`);
          return answer;
        }}
        onClose={() => setOpened(false)}
      >
        <NativeSelect
          {...form.input('beneficiary')}
          label="Share of"
          required
          data={BENEFICIARIES.map((value) => ({ value, label: BENEFICIARY_LABELS[value] }))}
        />
        <MoneyInput
          mt="sm"
          {...form.input('amount')}
          label="Amount"
          required
          description={chosen && `At most ${formatMoney(chosen.available)}`}
          onText={(text) => form.setFieldValue('amount', text)}
        />
        <NativeSelect
          mt="sm"
          {...form.input('mode')}
          label="Paid by"
          required
          data={PAYMENT_MODES.map((value) => ({ value, label: PAYMENT_MODE_LABELS[value] }))}
        />
        <TextInput mt="sm" {...form.input('paid_to')} label="Paid to" required maxLength={120} autoComplete="off" />
        <TextInput
          mt="sm"
          {...form.input('reason')}
          label="For"
          description="Such as the months whose shares it pays"
          required
          maxLength={300}
        />
      </FormQuestion>
    </>
  );
}

function Account({ account }: { account: StoolAccount }) {
  return (
    <>
      {account.percents === null && (
        <p className="note">
          No rule of shares is set, so nothing is shared. <Link to="/share_rules">Set the shares</Link>
        </p>
      )}
      <ByType account={account} />
      <Balances account={account} />
      <Payouts account={account} />
      <p className="soft small">
        Revenue of stool land is shared by Article 267 (6) of the Constitution, in whole pesewas, and held until it is
        paid out. All figures are those of the books. Customary drink is never shared.
      </p>
    </>
  );
}

const Links = ({ children }: { children: ReactNode }) => (
  <Group gap="md">
    <Link to="/share_payouts">All payouts</Link>
    <Link to="/share_rules">Shares</Link>
    {children}
  </Group>
);

/** The stool's account: what was shared, what is held for each, and what was paid out. */
export function StoolAccountPage() {
  const { can } = useAbility();
  const period: BookPeriod = useBookPeriod();
  const { from, to } = period;
  const query = { ...read(showStoolAccount, { query: { from, to } }), staleTime: 0 };
  const { data, instead } = useRecord('the stool’s account', query);
  return (
    <Page actions={<Links>{data && can('land.receive') && <AskPayout account={data} />}</Links>}>
      <Box mb="md">
        <PeriodFields {...period} />
      </Box>
      {data ? <Account account={data} /> : instead}
    </Page>
  );
}
