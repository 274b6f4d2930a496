import { type Driver, DriverPhotoChange, replaceDriverPhoto } from '@banbo/contract';
import { Box, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FormLine } from '~/components/form/form-line.tsx';
import { FormPhoto } from '~/components/form/form-photo.tsx';
import { change } from '~/lib/api/query-client.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import type { ChosenPhoto } from '~/lib/photo/choose-photo.ts';
import { toast } from '~/lib/toast.ts';
import { carsOfPersonQuery } from '../driver-loaded.tsx';
import styles from './changing.module.css';

const inWords = new Intl.ListFormat('en-GB');

/** Names the person's other current cars, which change too. */
export function AlsoChanges({ driver }: { driver: Driver }) {
  const { data = [] } = useQuery(carsOfPersonQuery(driver.id));
  const others = data.filter(({ id, removed_at }) => id !== driver.id && removed_at === null);
  if (others.length === 0) return null;
  const codes = others.map(({ driver_code, car_number }) => `${driver_code} (${car_number})`);
  return (
    <Box component="p" className="small" fw={600}>
      Also changes the person’s other cars: {inWords.format(codes)}.
    </Box>
  );
}

const checkReason = checkBy(DriverPhotoChange.pick({ reason: true }));

const problemsOf = ({ photo_reason }: { photo_reason: string }) => {
  const { reason } = checkReason({ reason: photo_reason });
  return reason ? { photo_reason: reason } : {};
};

type Props = {
  driver: Driver;
  /** Chosen and not sent yet. */
  photo: ChosenPhoto | null;
  setPhoto: (photo: ChosenPhoto | null) => void;
};

/** Replaces a driver's photo. It is a form of its own: a slow upload holds up nothing else. */
export function PhotoForm({ driver, photo, setPhoto }: Props) {
  const form = useForm({
    initial: { photo_reason: '', file: '' },
    check: problemsOf,
  });
  const submit = form.submit(async ({ photo_reason: reason }) => {
    if (!photo) return;
    const body = { file: photo.file, reason };
    const idempotencyKey = form.retryKey.keyFor(body);
    const { message } = await change(replaceDriverPhoto, { params: { id: driver.id }, body, idempotencyKey });
    form.retryKey.forget();
    setPhoto(null);
    form.reset();
    toast.success(message);
  });
  return (
    <form className={styles.group} onSubmit={submit} noValidate>
      <h2>Photo</h2>
      <FormPhoto
        name="file"
        label={driver.photo ? 'Another photo' : 'A photo'}
        hint="The face, from the front. The old photo will be deleted."
        photo={photo}
        error={form.errors.file}
        onChange={setPhoto}
        onRefused={(message) => toast.error(message, { duration: 5000 })}
      />
      {photo && (
        <>
          <AlsoChanges driver={driver} />
          <FormLine
            {...form.field('photo_reason')}
            label="Reason for the new photo"
            maxLength={300}
            autoComplete="off"
            required
          />
          <Button type="submit" loading={form.isBusy}>
            {driver.photo ? 'Replace the photo' : 'Add the photo'}
          </Button>
        </>
      )}
    </form>
  );
}
