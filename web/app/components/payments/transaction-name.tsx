import { chequeOf, listBanks, transactionName, twinOf } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { read } from '~/lib/api/query-client.ts';
import styles from './transaction-name.module.css';

/** `Cheque 000123, ABSA` or `ID 98765432101`, within a sentence. */
export const IdOrCheque = ({ id }: { id: string }) => (
  <>
    {chequeOf(id) === null && 'ID '}
    <TransactionName id={id} />
  </>
);

/** A transaction as people name it; a cheque has its bank, once the banks are there. */
export function TransactionName({ id }: { id: string }) {
  const cheque = chequeOf(id);
  const { data: banks } = useQuery({ ...read(listBanks, {}), enabled: cheque !== null });
  const name = transactionName(id, banks?.find((one) => one.id === cheque?.bankId)?.bank);
  const twin = twinOf(id);
  if (twin)
    return (
      <span className={styles.twin} title={name}>
        {twin.id} <small>{twin.network}</small>
      </span>
    );
  // Letters before digits, as of cash, may stand in a line of their own.
  const [letters = '', rest = ''] = name.split(/(?<=^[A-Z]+)(?=\d+$)/);
  return (
    <span className={styles.name} title={name} data-worded={/[A-Z]/.test(name) || undefined}>
      {letters}
      {rest !== '' && <wbr />}
      {rest}
    </span>
  );
}
