import { Group, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useHydrated } from '~/lib/use-hydrated.ts';

const SAID_MS = 3000;

type Props = { text: string; of: string; className?: string | undefined };

/** Copies a text. Browsers that cannot copy, as without HTTPS, show no button. */
export function CopyButton({ text, of, className }: Props) {
  const { copy, copied } = useClipboard({ timeout: SAID_MS });
  if (!useHydrated() || !navigator.clipboard) return null;
  return (
    <button type="button" className={className} onClick={() => copy(text)}>
      <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span> <span className="visually-hidden">{of}</span>
    </button>
  );
}

/** A link that is shown only once, to be copied or read out. */
export function SecretLink({ label, link }: { label: string; link: string }) {
  return (
    <Group align="end" gap="xs" wrap="nowrap">
      <TextInput flex={1} label={label} readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      <CopyButton text={link} of={label} className="button" />
    </Group>
  );
}
