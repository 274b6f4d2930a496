import {
  BLOOD_GROUPS,
  type BloodGroup,
  type CrashCard,
  type Driver,
  formatInstant,
  formatPaperCode,
  getCrashSticker,
  makeCrashCard,
  showCrashCard,
  stopCrashCard,
} from '@banbo/contract';
import { Box, Button, Group, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { FormQuestion } from '~/components/question/confirm.tsx';
import { FactList } from '~/components/record/fact-list.tsx';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { saveFile } from '~/lib/api/save-file.ts';
import { useAction } from '~/lib/api/use-action.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { useAbility } from '~/lib/session/ability.ts';

type MakeProps = { id: string; hasCard: boolean };

function MakeCard({ id, hasCard }: MakeProps) {
  const [opened, setOpened] = useState(false);
  const form = useForm({ initial: { blood_group: '' } });
  return (
    <>
      <Button variant={hasCard ? 'default' : 'filled'} onClick={() => setOpened(true)}>
        {hasCard ? 'Make a new card…' : 'Make a crash card…'}
      </Button>
      <FormQuestion
        opened={opened}
        title={hasCard ? 'Make a new crash card?' : 'Make a crash card?'}
        action="Make the card"
        form={form}
        send={(values) => {
          const body = { blood_group: (values.blood_group || null) as BloodGroup | null };
          return change(makeCrashCard, { params: { id }, body, idempotencyKey: form.retryKey.keyFor(body) });
        }}
        onClose={() => setOpened(false)}
      >
        {hasCard && <p>The card that is in use stops: its sticker leads nowhere any more.</p>}
        <NativeSelect
          mt="sm"
          {...form.input('blood_group')}
          label="Blood group"
          description="Only if the driver wants it on the card. The office decides who sees it."
          data={[{ value: '', label: 'Not on the card' }, ...BLOOD_GROUPS.map((value) => ({ value, label: value }))]}
        />
      </FormQuestion>
    </>
  );
}

function CardInUse({ card, mayChange }: { card: CrashCard; mayChange: boolean }) {
  const { id, code, made_at, made_by, has_blood_group } = card;
  const save = useAction({ run: () => saveFile(getCrashSticker, { params: { id } }) });
  return (
    <>
      <FactList
        facts={[
          ['Code', formatPaperCode(code)],
          ['Made', `${formatInstant(made_at)} by ${made_by}`],
          ['Blood group', has_blood_group ? 'on the card' : 'not on the card'],
        ]}
      />
      <Group gap="xs">
        <Button loading={save.isPending} onClick={() => save.mutate()}>
          Save the sticker
        </Button>
        {mayChange && (
          <ChangeButton
            label="Stop the card…"
            title="Stop this crash card?"
            action="Stop the card"
            danger
            send={() => change(stopCrashCard, { params: { id } })}
          >
            Its sticker leads nowhere any more, also where it is still on a windscreen.
          </ChangeButton>
        )}
      </Group>
    </>
  );
}

/** The crash card of a driver's car, and who scanned it. */
export function DriverCrashCard({ driver: { id, removed_at } }: { driver: Driver }) {
  const { can } = useAbility();
  const mayChange = can('drivers.change') && removed_at === null;
  return (
    <RecordLoaded of="crash card" query={read(showCrashCard, { params: { id } })}>
      {({ card, scans }) => (
        <div className="stack">
          <p className="soft">
            A sticker for the windscreen. Whoever scans it after a crash can tell the office where the car is. It shows
            kin and blood group only once the office allows it.
          </p>
          {card ? <CardInUse card={card} mayChange={mayChange} /> : <p>This car has no crash card.</p>}
          {mayChange && (
            <div>
              <MakeCard key={card?.id ?? 'none'} id={id} hasCard={card !== null} />
            </div>
          )}
          <section className="stack close" aria-label="Scans">
            <Box component="h2" fz="md">
              Scans
            </Box>
            {scans.length === 0 && <p className="soft">Nobody has scanned it yet.</p>}
            <ul className="ruled">
              {scans.map(({ id: scan, at, told_at, released_at, released_by, incident }) => (
                <li key={scan}>
                  {formatInstant(at)}
                  {told_at !== null && ' · told us where it is'}
                  {released_at !== null && ` · kin shown by ${released_by}`}
                  {incident &&
                    (can('incidents.read') ? (
                      <>
                        {' · '}
                        <Link to={`/response_request/${incident.id}`}>{incident.number}</Link>
                      </>
                    ) : (
                      ` · ${incident.number}`
                    ))}
                </li>
              ))}
            </ul>
          </section>
        </div>
      )}
    </RecordLoaded>
  );
}
