import { findTransactionId, MAX_PASTED_LENGTH, mayBecomeId, type Network, networksOfForm } from '@banbo/contract';
import { useSite } from '~/components/site/site-info.ts';
import type { FieldProps } from '../form/form-frame.tsx';
import { FormChoice, FormText } from '../form/form-inputs.tsx';

/**
 * The transaction ID that the field shows: the ID of a pasted message; of a typed one no character
 * too many. Other pasted text stays whole, to be refused: a part of a longer number may be another
 * person's ID.
 */
export const shownTransactionId = (
  given: string,
  before: string,
  networks: readonly Network[],
  network?: string,
): string => {
  const { id } = findTransactionId(given, networks, network);
  if (id !== null) return id;
  const isAlone = /^(?:[A-Za-z0-9]*|[\d\s]*)$/.test(given.trim());
  const bare = given.replace(/\s/g, '');
  const chosen = networks.find(({ code }) => code === network);
  if (!isAlone || mayBecomeId(bare, networks, chosen)) return isAlone ? bare : given;
  const isOneTooMany = given.length === before.length + 1 && mayBecomeId(before, networks, chosen);
  return isOneTooMany ? before : given;
};

type Props = { id: FieldProps; network: FieldProps; onNetwork: (code: string) => void };

/** The transaction ID of a claim, typed or pasted, and the network that the payer knows of. */
export function ClaimedId({ id, network, onNetwork }: Props) {
  const { networks } = useSite();
  const [likely, another] = network.value === '' ? networksOfForm(id.value.toUpperCase(), networks) : [];
  const isOfOne = likely !== undefined && another === undefined;
  return (
    <>
      <FormText
        {...id}
        onChange={(text) => id.onChange(shownTransactionId(text, id.value, networks, network.value))}
        maxLength={MAX_PASTED_LENGTH}
        hint={
          isOfOne
            ? `It looks like an ID of ${likely}. Please compare it with the message.`
            : 'From the mobile money message; you may paste all of it'
        }
      />
      {networks.length > 0 && (
        <FormChoice
          {...network}
          required={false}
          choices={networks.map(({ code, name }) => ({ value: code, label: name }))}
          placeholder="I do not know"
          hint="Optional: where you sent the money from"
          onChange={onNetwork}
        />
      )}
    </>
  );
}
