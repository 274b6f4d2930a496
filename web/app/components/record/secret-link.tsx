import { Group, TextInput } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';

/** A link that is shown only once, to be copied or read out. */
export function SecretLink({ label, link }: { label: string; link: string }) {
  return (
    <Group align="end" gap="xs" wrap="nowrap">
      <TextInput flex={1} label={label} readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      <CopyButton text={link} of={label} className="button" />
    </Group>
  );
}
