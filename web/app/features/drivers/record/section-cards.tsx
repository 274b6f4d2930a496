import { type Driver, formatInstant, groupThousands, type PersonsCar, planIn, planOf, today } from '@banbo/contract';
import { Box, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { FormArea } from '~/components/form/form-line.tsx';
import { LeaveQuestion } from '~/components/question/leave-question.tsx';
import { type Fact, FactList } from '~/components/record/fact-list.tsx';
import { useAbility } from '~/lib/session/ability.ts';
import { ContactFields, DocumentFields, KinFields, PersonFields, ReferenceFields } from '../changing/change-fields.tsx';
import { AlsoChanges } from '../changing/photo-form.tsx';
import { type DriverChangeForm, useChangeForm } from '../changing/use-change-form.ts';
import { driverFacts, planHistory } from '../driver-facts.tsx';
import { carsOfPersonQuery } from '../driver-loaded.tsx';
import styles from './record.module.css';

/** The parts of a record that are changed one at a time, each with its fields. */
const SECTIONS: readonly {
  heading: string;
  /** Headings of `driverFacts`. */
  of: readonly string[];
  fields: (change: DriverChangeForm) => ReactNode;
}[] = [
  {
    heading: 'Person',
    of: ['Personal information', 'Identification'],
    fields: ({ field, form }) => (
      <>
        <PersonFields field={field} />
        <DocumentFields field={field} dateIssued={form.values.date_issued} />
      </>
    ),
  },
  { heading: 'Car and contact', of: ['Contact information'], fields: ({ field }) => <ContactFields field={field} /> },
  {
    heading: 'Kin and reference',
    of: ['Next of kin', 'Reference person'],
    fields: ({ field }) => (
      <>
        <KinFields field={field} />
        <ReferenceFields field={field} />
      </>
    ),
  },
];
type Section = (typeof SECTIONS)[number];

/** The fields of a section in its place; only this section is saved, with the reason. */
function SectionForm({ driver, section, onClose }: { driver: Driver; section: Section; onClose: () => void }) {
  const change = useChangeForm(driver, onClose);
  const { form, submit, late, isNothing, changesPerson } = change;
  return (
    <form onSubmit={submit} noValidate aria-label={`Change ${section.heading.toLowerCase()}`}>
      <div className={styles.fields}>{section.fields(change)}</div>
      <p role="status" className={late || isNothing ? 'notice' : undefined}>
        {isNothing ? 'Nothing is changed yet.' : late}
      </p>
      {changesPerson && <AlsoChanges driver={driver} />}
      <FormArea
        {...form.field('reason')}
        label="Reason"
        hint="Why it changes. Stays with the record."
        rows={2}
        maxLength={300}
        required
      />
      <Group gap="xs" mt="xs">
        <Button type="submit" loading={form.isBusy}>
          Save
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </Group>
      <LeaveQuestion isUnsaved={change.isUnsaved}>
        <p>What you changed is not saved yet. Leaving this page loses it.</p>
      </LeaveQuestion>
    </form>
  );
}

type CardProps = { heading: string; action?: ReactNode; children: ReactNode };

const SideCard = ({ heading, action, children }: CardProps) => (
  <section className={`card ${styles.side}`} aria-label={heading}>
    <Group justify="space-between" wrap="nowrap" mb={4}>
      <h2>{heading}</h2>
      {action}
    </Group>
    {children}
  </section>
);

/** Labels that stand in both parts of a section, and whose they are. */
const SAME = ['Name', 'Mobile number'];
const WHOSE: Readonly<Record<string, string>> = { 'Next of kin': 'Kin', 'Reference person': 'Reference' };

const labelOf = (heading: string, label: string): string => {
  const whose = WHOSE[heading];
  if (!whose || !SAME.includes(label)) return label;
  return label === 'Name' ? whose : `${whose}’s mobile`;
};

const factsOf = (driver: Driver, { of }: Section): Fact[] =>
  driverFacts(driver)
    .filter(({ heading }) => of.includes(heading))
    .flatMap(({ heading, facts }) => facts.map(([label, value]): Fact => [labelOf(heading, label), value]));

const carWords = ({ plan, owed, removed_at }: PersonsCar): string => {
  if (removed_at !== null) return 'removed';
  return [planOf(plan)?.name ?? 'no plan', ...(owed === null ? [] : [`owes ${groupThousands(owed)}`])].join(', ');
};

/** All cars of the person with their plans and debts, and the way to add one. */
function CarsCard({ driver }: { driver: Driver }) {
  const { can } = useAbility();
  const { data = [] } = useQuery({ ...carsOfPersonQuery(driver.id), staleTime: 0 });
  const others = data.filter(({ id }) => id !== driver.id);
  const month = today().slice(0, 7);
  const own = planOf(planIn(driver.plans, month))?.name ?? 'no plan';
  const mayAdd = can('drivers.change') && driver.removed_at === null;
  return (
    <SideCard
      heading="Cars"
      action={
        mayAdd && (
          <Link to={`/add_car/${driver.id}`} aria-label="Add another car">
            Add
          </Link>
        )
      }
    >
      <FactList
        facts={[
          [driver.car_number, `this one, ${own}`],
          ...others.map(
            (car): Fact => [
              car.car_number,
              <Link key={car.id} to={`/view_driver/${car.id}`}>
                {carWords(car)}
              </Link>,
            ],
          ),
          ...(driver.plans.length > 1 ? [['Plans', planHistory(driver)] as const] : []),
          ['Registered', formatInstant(driver.registered_at)],
        ]}
      />
    </SideCard>
  );
}

/** The registered facts in cards; each is changed in its place and saved alone. */
export function SectionCards({ driver }: { driver: Driver }) {
  const { can } = useAbility();
  const [edited, setEdited] = useState<string | null>(null);
  if (driver.erased_at !== null) return <p>No personal data is held any more.</p>;
  const mayChange = can('drivers.change') && driver.removed_at === null;
  return (
    <Box className="stack close">
      {SECTIONS.map((section) => (
        <SideCard
          key={section.heading}
          heading={section.heading}
          action={
            mayChange &&
            edited === null && (
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={`Edit ${section.heading.toLowerCase()}`}
                onClick={() => setEdited(section.heading)}
              >
                Edit
              </Button>
            )
          }
        >
          {edited === section.heading ? (
            <SectionForm driver={driver} section={section} onClose={() => setEdited(null)} />
          ) : (
            <FactList facts={factsOf(driver, section)} />
          )}
        </SideCard>
      ))}
      <CarsCard driver={driver} />
    </Box>
  );
}
