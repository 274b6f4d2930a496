import {
  changeLeaseRule,
  LAND_USE_LABELS,
  LAND_USES,
  type LandUse,
  type LeaseRule,
  LeaseRuleChange,
  listLeaseRules,
  NON_CITIZEN_YEARS,
} from '@banbo/contract';
import { Box, Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Cell, ColumnHead, HeadRow, Row, RowGroup, TableFrame } from '~/components/data-table/table-parts.tsx';
import { FormQuestion } from '~/components/question/confirm.tsx';
import { IN_ROW } from '~/components/record/record-actions.tsx';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { useAbility } from '~/lib/session/ability.ts';

const whose = (is_citizen: boolean): string => (is_citizen ? 'citizens' : 'non-citizens');

function ChangeYears({ rule }: { rule: LeaseRule }) {
  const { is_citizen, land_use, max_years } = rule;
  const [opened, setOpened] = useState(false);
  const of = `${LAND_USE_LABELS[land_use].toLowerCase()} land for ${whose(is_citizen)}`;
  const bodyOf = ({ max_years: typed }: { max_years: string }) => ({
    ...{ is_citizen, land_use, former_years: max_years, max_years: Number(typed) },
  });
  const form = useForm({
    initial: { max_years: String(max_years) },
    check: (values) => checkBy(LeaseRuleChange)(bodyOf(values)),
  });
  const open = () => {
    form.reset({ max_years: String(max_years) });
    setOpened(true);
  };
  return (
    <>
      <Button variant="default" {...IN_ROW} onClick={open}>
        Change<span className="visually-hidden"> {of}</span>
      </Button>
      <FormQuestion
        opened={opened}
        title={`Longest term of ${of}`}
        action="Change it"
        form={form}
        send={(values) => change(changeLeaseRule, { body: bodyOf(values) })}
        onClose={() => setOpened(false)}
      >
        <TextInput
          {...form.input('max_years')}
          data-autofocus
          label="Years"
          description="Tenancies that there are keep their terms."
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
          w="12rem"
        />
      </FormQuestion>
    </>
  );
}

type YearsProps = { rule: LeaseRule | undefined; mayChange: boolean };

function Years({ rule, mayChange }: YearsProps) {
  if (!rule) return null;
  return (
    <Group gap="sm" wrap="nowrap">
      <span>{rule.max_years} years</span>
      {mayChange && <ChangeYears rule={rule} />}
    </Group>
  );
}

/** The longest terms of leases, by use for citizens and for others. */
export function LeaseRules() {
  const { can } = useAbility();
  const mayChange = can('land.setup');
  return (
    <RecordLoaded of="lease rules" query={read(listLeaseRules, {})}>
      {(rules) => {
        const ruleOf = (use: LandUse, isCitizen: boolean) =>
          rules.find(({ is_citizen, land_use }) => land_use === use && is_citizen === isCitizen);
        return (
          <Box maw="40rem">
            <TableFrame caption="Longest terms of leases" isBusy={false}>
              <HeadRow>
                <ColumnHead>Use</ColumnHead>
                <ColumnHead>Citizens</ColumnHead>
                <ColumnHead>Non-citizens</ColumnHead>
              </HeadRow>
              <RowGroup as="tbody">
                {LAND_USES.map((use) => (
                  <Row key={use}>
                    <Cell data-heading>{LAND_USE_LABELS[use]}</Cell>
                    <Cell data-label="Citizens">
                      <Years rule={ruleOf(use, true)} mayChange={mayChange} />
                    </Cell>
                    <Cell data-label="Non-citizens">
                      <Years rule={ruleOf(use, false)} mayChange={mayChange} />
                    </Cell>
                  </Row>
                ))}
              </RowGroup>
            </TableFrame>
            <p className="soft">
              Non-citizens hold customary land for at most {NON_CITIZEN_YEARS} years (Constitution, Article 266 (4)). A
              company of which they own more than 40 per cent counts as one (Land Act, 2020).
            </p>
          </Box>
        );
      }}
    </RecordLoaded>
  );
}
