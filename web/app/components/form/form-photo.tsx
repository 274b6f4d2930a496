import { type DragEvent, useId, useRef, useState } from 'react';
import { fieldId } from '~/lib/form/check-by.ts';
import type { ChosenPhoto } from '~/lib/photo/choose-photo.ts';
import styles from './form-photo.module.css';

type Props = {
  name: string;
  label: string;
  hint: string;
  photo: ChosenPhoto | null;
  /** The camera that faces the person, or the one that faces what they see. */
  facing?: 'user' | 'environment';
  /** The chosen picture in words. */
  alt?: string;
  /** The server's refusal of the photo. */
  error?: string | undefined;
  onChange: (photo: ChosenPhoto | null) => void;
  /** Called with the reason of a refusal, for a toast beside the message at the field. */
  onRefused: (message: string) => void;
};

const ACCEPT = 'image/jpeg,image/png,image/gif';
const UNREADABLE = 'The picture could not be read. Please choose it again.';

/** One picture from the camera, the device or a drop, checked and shrunk before it is taken. */
export function FormPhoto(props: Props) {
  const { name, label, hint, photo, error, onChange, onRefused } = props;
  const { facing = 'user', alt = 'The chosen portrait' } = props;
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');

  const take = async (files: readonly File[]) => {
    setBusy(true);
    setRefusal('');
    const photos = await import('~/lib/photo/choose-photo.ts').catch(() => null);
    try {
      const chosen = await photos?.choosePhoto(files);
      if (chosen) onChange(chosen);
      if (!photos) throw new Error();
    } catch (problem) {
      const message = photos && problem instanceof photos.PhotoRefusal ? problem.message : UNREADABLE;
      setRefusal(message);
      onRefused(message);
    } finally {
      setBusy(false);
    }
  };
  const input = (ref: typeof picker, capture?: 'user' | 'environment') => (
    <input
      ref={ref}
      type="file"
      accept={ACCEPT}
      hidden
      {...(capture && { capture })}
      data-source={capture ? 'camera' : 'files'}
      onChange={(event) => {
        const files = [...(event.currentTarget.files ?? [])];
        // Emptied, because picking the same file again would otherwise fire no change.
        event.currentTarget.value = '';
        void take(files);
      }}
    />
  );
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void take([...event.dataTransfer.files]);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: some browsers cannot lay a fieldset out as a grid
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-hint ${id}-error`}
      className={`card ${styles.photo}`}
      data-filled={photo !== null || undefined}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <div className={styles.frame}>
        {photo ? <img src={photo.preview} alt={alt} /> : facing === 'user' && <Portrait />}
      </div>
      <div>
        <p id={`${id}-label`}>
          <strong>{label}</strong>
        </p>
        <p id={`${id}-hint`} className="muted small">
          {hint}
        </p>
        <div className={`row tight ${styles.buttons}`}>
          {input(picker)}
          {input(camera, facing)}
          <button
            type="button"
            className={`small-button ${styles.camera}`}
            disabled={isBusy}
            onClick={() => camera.current?.click()}
          >
            Take a photo
          </button>
          <button
            id={fieldId(name)}
            type="button"
            className="small-button"
            disabled={isBusy}
            onClick={() => picker.current?.click()}
          >
            {photo ? 'Choose another' : 'Choose a picture'}
          </button>
          {photo && (
            <button type="button" className="small-button" onClick={() => onChange(null)}>
              Remove
            </button>
          )}
        </div>
        <p role="status" className="visually-hidden">
          {isBusy ? 'Preparing the picture…' : photo ? 'A picture is chosen.' : ''}
        </p>
        <p id={`${id}-error`} className="problem small" role="alert">
          {refusal || error}
        </p>
      </div>
    </div>
  );
}

function Portrait() {
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true">
      <circle cx="32" cy="24" r="11" />
      <path d="M10 58c2-13 11-19 22-19s20 6 22 19z" />
    </svg>
  );
}
