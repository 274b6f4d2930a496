import { type BookStatement, type BookStatementLine, formatNet } from '@banbo/contract';
import { Link } from 'react-router';
import { ScrolledTable } from './scrolled-table.tsx';
import styles from './statements.module.css';

/** An amount as a link to its rows, where it has any of its own. */
export const amountLink = (amount: string, path: string | null) =>
  path === null ? formatNet(amount) : <Link to={path}>{formatNet(amount)}</Link>;

function Line({
  line,
  columns,
  hasChange,
}: {
  line: BookStatementLine;
  columns: readonly string[];
  hasChange: boolean;
}) {
  const { kind, depth, name, figures, change } = line;
  return (
    <tr data-kind={kind}>
      <th scope={kind === 'section' ? 'colgroup' : 'row'} style={{ '--depth': String(depth) }}>
        {name}
      </th>
      {columns.map((column, n) => {
        const figure = figures[n];
        return (
          <td key={column} className={styles.amount}>
            {figure && amountLink(figure.amount, figure.path)}
          </td>
        );
      })}
      {hasChange && <td className={styles.change}>{change}</td>}
    </tr>
  );
}

/** A statement of the books. Figures of accounts lead to the accounts' statements. */
export function StatementTable({ statement }: { statement: BookStatement }) {
  const { title, columns, has_change, lines, is_empty } = statement;
  if (is_empty) {
    return (
      <div className="card">
        <h2 className={styles.title}>{title}</h2>
        <p>Nothing was posted on these days, and nothing before that they would show.</p>
      </div>
    );
  }
  return (
    <ScrolledTable label={title}>
      <table className={styles.statement} data-wide={columns.length > 4 || undefined}>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">Account</th>
            {columns.map((column) => (
              <th key={column} scope="col" className={styles.amount}>
                {column}
              </th>
            ))}
            {has_change && (
              <th scope="col" className={styles.amount}>
                Change
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line key={`${line.kind} ${line.code ?? line.name}`} line={line} columns={columns} hasChange={has_change} />
          ))}
        </tbody>
      </table>
    </ScrolledTable>
  );
}
