import { ANSWER_DAYS, CONTACT_STATUS_LABELS, contactFigures, formatInstant } from '@banbo/contract';
import { Anchor, Box, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import side from '~/components/page/side-panel.module.css';
import type { Fact } from '~/components/record/fact-list.tsx';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import { read } from '~/lib/api/query-client.ts';
import { CONTACT_REFRESH_MS } from './contact-table.tsx';

const countWords = (count: number, isCut = false): string => `${count.toLocaleString('en-GB')}${isCut ? '+' : ''}`;

/** Hours as people say them: `40 min`, `5 h`, `3 d`. */
const hoursInWords = (hours: number): string => {
  if (hours < 1) return `${Math.max(1, Math.round(hours * 60))} min`;
  return hours < 48 ? `${Math.round(hours)} h` : `${Math.round(hours / 24)} d`;
};

const Card = ({ title, facts, children }: { title: string; facts: readonly Fact[]; children?: ReactNode }) => (
  <section className={side.panel}>
    <h2>{title}</h2>
    {facts.length > 0 && (
      <dl className="ruled apart">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    )}
    {children}
  </section>
);

/** The messages by their states, ages and people; every count of a state leads to its messages. */
export const ContactOverview = () => (
  <RecordLoaded of="figures" query={{ ...read(contactFigures, {}), staleTime: 0, refetchInterval: CONTACT_REFRESH_MS }}>
    {({ states, ages, oldest_at, people, answered: { count, half_within, most_within } }) => (
      <>
        <SimpleGrid component="ul" cols={{ base: 2, xs: 3, md: 5 }} p={0} mb="md" aria-label="Messages by state">
          {states.map((state) => (
            <Box component="li" key={state.status} className="card" p={0}>
              <Anchor
                component={Link}
                to={`/contact_messages?state=${state.status}`}
                display="block"
                p="sm"
                c="inherit"
              >
                <Text span display="block" size="lg" fw={700}>
                  {countWords(state.count, state.is_cut)}
                </Text>{' '}
                {CONTACT_STATUS_LABELS[state.status]}
              </Anchor>
            </Box>
          ))}
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} style={{ alignItems: 'start' }}>
          <Card
            title="How long open messages have waited"
            facts={[
              ['Less than a day', countWords(ages.today)],
              ['One to three days', countWords(ages.days)],
              [
                'More than three days',
                <Text key="long" span inherit c={ages.long > 0 ? 'var(--danger)' : 'inherit'}>
                  {countWords(ages.long)}
                </Text>,
              ],
            ]}
          >
            {oldest_at && <p>The oldest came {formatInstant(oldest_at)}.</p>}
          </Card>
          <Card
            title="Messages by person"
            facts={people.map(({ person, count: held, oldest_at: since }) => [
              person.fullname,
              <Link key={person.id} to={`/contact_messages?state=assigned&assigned_to=${person.id}`}>
                {countWords(held)}, since {formatInstant(since)}
              </Link>,
            ])}
          >
            {people.length === 0 && <p>Nobody has a message waiting for a reply.</p>}
          </Card>
          <Card
            title="Answered in"
            facts={
              half_within === null || most_within === null
                ? []
                : [
                    ['Half within', hoursInWords(half_within)],
                    ['Nine in ten within', hoursInWords(most_within)],
                    [`Answered in ${ANSWER_DAYS} days`, countWords(count)],
                  ]
            }
          >
            {half_within === null && <p>Nothing was answered in the last {ANSWER_DAYS} days.</p>}
          </Card>
        </SimpleGrid>
      </>
    )}
  </RecordLoaded>
);
