import { smsLength } from '@banbo/contract';
import { Text } from '@mantine/core';
import { counted } from '~/lib/counted.ts';

/** The length of a text as it is paid, and the character that makes it longer, if any. */
export function TextLength({ text, most }: { text: string; most: number }) {
  const { parts, used, room, outside } = smsLength(text);
  return (
    <Text fz="sm" mt="xs" c={parts > most ? 'var(--danger)' : 'dimmed'} role="status">
      {counted(parts, 'text message')}, {used} characters, room for {room} more.
      {outside !== null && (
        <>
          {' '}
          <strong>‘{outside}’</strong> is not in the alphabet of text messages: each holds 70 characters instead of 160.
        </>
      )}
    </Text>
  );
}
