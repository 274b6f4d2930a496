import {
  askShareRule,
  BENEFICIARY_LABELS,
  CONSTITUTIONAL_SHARES,
  formatDay,
  GROUND_RENT,
  percentsOfWhole,
  type ShareRule,
  ShareRuleInput,
  type ShareRules,
  shownKind,
  showShareRules,
  today,
} from '@banbo/contract';
import { Box, Button, Checkbox, Group, SimpleGrid, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { Cell, ColumnHead, HeadRow, Row, RowGroup, TableFrame } from '~/components/data-table/table-parts.tsx';
import { DateField } from '~/components/form/date-field.tsx';
import { FormQuestion } from '~/components/question/confirm.tsx';
import { byAndAt, doneBy, type Fact, FactList } from '~/components/record/fact-list.tsx';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import { WaitingApproval } from '~/components/record/waiting-approval.tsx';
import { change, read, refresh } from '~/lib/api/query-client.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { useLive } from '~/lib/live/use-live.ts';
import { useAbility } from '~/lib/session/ability.ts';

type Values = Readonly<
  Record<
    | 'valid_from'
    | 'oasl_percent'
    | 'stool_percent'
    | 'council_percent'
    | 'assembly_percent'
    | 'types'
    | 'stool_name'
    | 'council_name'
    | 'assembly_name',
    string
  >
>;

const short = (percent: string): string => String(Number(percent));

const valuesOf = (rule: ShareRule | null): Values => ({
  valid_from: today(new Date()),
  oasl_percent: short(rule?.oasl_percent ?? CONSTITUTIONAL_SHARES.oasl),
  stool_percent: short(rule?.stool_percent ?? CONSTITUTIONAL_SHARES.stool),
  council_percent: short(rule?.council_percent ?? CONSTITUTIONAL_SHARES.council),
  assembly_percent: short(rule?.assembly_percent ?? CONSTITUTIONAL_SHARES.assembly),
  types: (rule?.types ?? [GROUND_RENT]).join(' '),
  ...{ stool_name: rule?.stool_name ?? '', council_name: rule?.council_name ?? '' },
  assembly_name: rule?.assembly_name ?? '',
});

const codesIn = (types: string): string[] => types.split(' ').filter(Boolean);
const bodyOf = ({ types, ...values }: Values): ShareRuleInput => ({ ...values, types: codesIn(types) });

const PERCENTS = [
  ['oasl_percent', BENEFICIARY_LABELS.oasl, '% of all'],
  ['stool_percent', BENEFICIARY_LABELS.stool, '% of the rest'],
  ['council_percent', BENEFICIARY_LABELS.council, '% of the rest'],
  ['assembly_percent', BENEFICIARY_LABELS.assembly, '% of the rest'],
] as const;

const NAMES = [
  ['stool_name', 'Name of the stool'],
  ['council_name', 'Name of the traditional authority'],
  ['assembly_name', 'Name of the district assembly'],
] as const;

function SetRule({ rules: { current, types } }: { rules: ShareRules }) {
  const [opened, setOpened] = useState(false);
  const form = useForm<Values>({
    initial: valuesOf(current),
    check: (values) => checkBy(ShareRuleInput)(bodyOf(values)),
  });
  const chosen = codesIn(form.values.types);
  const choose = (code: string, isShared: boolean) => {
    const others = chosen.filter((one) => one !== code);
    form.setFieldValue('types', (isShared ? [...others, code].sort() : others).join(' '));
  };
  const open = () => {
    form.reset(valuesOf(current));
    setOpened(true);
  };
  return (
    <>
      <Button onClick={open}>{current ? 'Set another rule…' : 'Set the shares…'}</Button>
      <FormQuestion
        opened={opened}
        title="Shares of stool land"
        action="Ask for approval"
        form={form}
        send={(values) => {
          const body = bodyOf(values);
          return change(askShareRule, { body, idempotencyKey: form.retryKey.keyFor(body) });
        }}
        onClose={() => setOpened(false)}
      >
        <p>Another person approves it. Payments that are recorded already keep the shares that they have, or none.</p>
        <DateField mt="sm" {...form.input('valid_from')} label="From" required />
        <SimpleGrid cols={{ base: 1, xs: 2 }} mt="sm">
          {PERCENTS.map(([field, label, of]) => (
            <TextInput
              key={field}
              {...form.input(field)}
              label={label}
              description={of}
              required
              inputMode="decimal"
              maxLength={6}
              autoComplete="off"
            />
          ))}
        </SimpleGrid>
        {NAMES.map(([field, label]) => (
          <TextInput key={field} mt="sm" {...form.input(field)} label={label} required maxLength={80} />
        ))}
        <Checkbox.Group
          mt="sm"
          label="Payments that are shared"
          description="Of stool and skin land. Customary drink is never shared; without any, sharing ends."
          value={chosen}
          error={form.errors.types}
        >
          <Group mt={4} gap="xs">
            {types.map(({ code, name }) => (
              <Checkbox
                key={code}
                value={code}
                label={`${code} ${shownKind(name)}`}
                onChange={({ currentTarget: { checked } }) => choose(code, checked)}
              />
            ))}
          </Group>
        </Checkbox.Group>
      </FormQuestion>
    </>
  );
}

const factsOf = (rule: ShareRule, { types }: ShareRules): Fact[] => {
  const nameOf = (code: string) => `${code} ${shownKind(types.find((one) => one.code === code)?.name ?? '')}`.trim();
  const whole = percentsOfWhole({
    ...{ oasl: rule.oasl_percent, stool: rule.stool_percent },
    ...{ council: rule.council_percent, assembly: rule.assembly_percent },
  });
  const share = (name: string, percent: string, all: string) =>
    `${name}: ${short(percent)}% of the rest, ${all}% of all`;
  return [
    ['Since', formatDay(rule.valid_from)],
    [BENEFICIARY_LABELS.oasl, `${whole.oasl}% of all`],
    [BENEFICIARY_LABELS.stool, share(rule.stool_name, rule.stool_percent, whole.stool)],
    [BENEFICIARY_LABELS.council, share(rule.council_name, rule.council_percent, whole.council)],
    [BENEFICIARY_LABELS.assembly, share(rule.assembly_name, rule.assembly_percent, whole.assembly)],
    ['Payments that are shared', rule.types.map(nameOf).join(', ') || 'None'],
    ['Entered by', byAndAt(rule.entered_by, rule.entered_at)],
    ...doneBy('Approved by', rule.approved_by, rule.entered_at, rule.is_alone),
  ];
};

const COLUMNS = ['From', 'OASL %', 'Stool %', 'Authority %', 'Assembly %', 'Payments', 'Approved by'] as const;

function AllRules({ rules }: { rules: readonly ShareRule[] }) {
  return (
    <Box mt="lg">
      <Title order={2} className="large" mb={4}>
        All rules
      </Title>
      <TableFrame caption="Rules of shares" isBusy={false}>
        <HeadRow>
          {COLUMNS.map((column) => (
            <ColumnHead key={column}>{column}</ColumnHead>
          ))}
        </HeadRow>
        <RowGroup as="tbody">
          {rules.map((rule) => (
            <Row key={rule.id}>
              <Cell data-heading>{formatDay(rule.valid_from)}</Cell>
              <Cell data-label="OASL %">{short(rule.oasl_percent)}</Cell>
              <Cell data-label="Stool %">{short(rule.stool_percent)}</Cell>
              <Cell data-label="Authority %">{short(rule.council_percent)}</Cell>
              <Cell data-label="Assembly %">{short(rule.assembly_percent)}</Cell>
              <Cell data-label="Payments">{rule.types.join(', ') || 'None'}</Cell>
              <Cell data-label="Approved by">{rule.approved_by}</Cell>
            </Row>
          ))}
        </RowGroup>
      </TableFrame>
    </Box>
  );
}

/** The rule by which revenue of stool land is shared, those before and after it, and a new one. */
export function ShareRulesPage() {
  const { can } = useAbility();
  useLive(['approvals'], () => refresh('share_rules'));
  return (
    <RecordLoaded of="rules of shares" query={{ ...read(showShareRules, {}), staleTime: 0 }}>
      {(rules) => (
        <Box maw="52rem">
          {rules.current ? (
            <FactList facts={factsOf(rules.current, rules)} />
          ) : (
            <p>No rule is set, so nothing is shared: all that is received is this office’s revenue.</p>
          )}
          <Box mt="md">
            {rules.approval_id !== null && (
              <WaitingApproval id={rules.approval_id}>Another person approves the new rule</WaitingApproval>
            )}
            {rules.approval_id === null && can('land.setup') && <SetRule rules={rules} />}
          </Box>
          {rules.rules.length > 0 && <AllRules rules={rules.rules} />}
        </Box>
      )}
    </RecordLoaded>
  );
}
