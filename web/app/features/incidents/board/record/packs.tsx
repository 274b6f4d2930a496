import {
  formatInstant,
  formatPaperCode,
  getPack,
  type IncidentPack,
  listPacks,
  makePack,
  NewPack,
} from '@banbo/contract';
import { Button, Group, TextInput } from '@mantine/core';
import { FormButton } from '~/components/question/confirm.tsx';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { saveFile } from '~/lib/api/save-file.ts';
import { useAction } from '~/lib/api/use-action.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import styles from '../board.module.css';

function MakePack({ id, number }: { id: string; number: string }) {
  const form = useForm({ initial: { made_for: '' }, check: checkBy(NewPack) });
  return (
    <FormButton
      label="Make a document…"
      size="compact-sm"
      title={`A document of ${number}`}
      action="Make the document"
      form={form}
      send={(body) => change(makePack, { params: { id }, body, idempotencyKey: form.retryKey.keyFor(body) })}
    >
      <p>It has people, places and the time line as they are now. That you made it is on record.</p>
      <TextInput
        mt="sm"
        {...form.input('made_for')}
        label="Who gets it"
        data-autofocus
        required
        maxLength={120}
        placeholder="Police, Nima station"
      />
    </FormButton>
  );
}

function PackLine({ pack: { id, number, code, made_at, made_by, made_for, is_erased } }: { pack: IncidentPack }) {
  const save = useAction({ run: () => saveFile(getPack, { params: { id } }) });
  return (
    <li>
      <Group justify="space-between" gap="xs">
        <span>
          {number} for {made_for}{' '}
          <span className={styles.soft}>
            {`${formatInstant(made_at)} by ${made_by}, code ${formatPaperCode(code)}`}
          </span>
        </span>
        {is_erased ? (
          <span className={styles.soft}>erased</span>
        ) : (
          <Button variant="default" size="compact-sm" loading={save.isPending} onClick={() => save.mutate()}>
            Save PDF<span className="visually-hidden"> {number}</span>
          </Button>
        )}
      </Group>
    </li>
  );
}

/** The documents of an incident for the police. */
export function Packs({ id, number }: { id: string; number: string }) {
  return (
    <section className={`stack close ${styles.documents}`} aria-label="Documents">
      <Group justify="space-between" gap="xs">
        <h3 className={styles.small}>Documents</h3>
        <MakePack id={id} number={number} />
      </Group>
      <RecordLoaded of="documents" query={read(listPacks, { params: { id } })}>
        {({ packs }) =>
          packs.length > 0 && (
            <ul className="ruled">
              {packs.map((pack) => (
                <PackLine key={pack.id} pack={pack} />
              ))}
            </ul>
          )
        }
      </RecordLoaded>
    </section>
  );
}
