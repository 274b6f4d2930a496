import { formatInstant } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { hashesOfRange } from '#domains/ledger';
import { skippedOf } from '#domains/receipts';
import { readSite } from '#domains/site';
import { BOOK_NUMBERS, bookNumber } from '../book-numbers.repo.ts';
import type { Archive } from './archives.repo.ts';

/** Names the numbers of a year's papers that a restored backup skipped; empty for none. */
const skippedWords = async (db: Db, year: number): Promise<string> => {
  const ranges: string[] = [];
  for (const kind of BOOK_NUMBERS) {
    for (const { first, last } of await skippedOf(db, `book_numbers ${kind} ${year}`)) {
      ranges.push(`${bookNumber(kind, year, first)} to ${bookNumber(kind, year, last)}`);
    }
  }
  if (ranges.length === 0) return '';
  return `Numbers that no journal, expense or cash-up got, as a backup was restored: ${ranges.join(', ')}.\n`;
};

/** The README of an archive: what its files are, and how to verify them without the product. */
export const readmeOf = async (db: Db, archive: Archive): Promise<string> => {
  const { year, first_entry: first, last_entry: last, asked_at, is_masked } = archive;
  const { previous, hash } = await hashesOfRange(db, { first, last });
  const { company_name } = await readSite(db);
  const hidden = is_masked
    ? `
Phone numbers in texts are hidden here (024•••567). An entry with such a text says is_masked: yes. Its own hash
cannot be made again from this archive; its place in the chain and its balance can be verified all the same.
The papers in attachments/ are as they were attached: phone numbers in them are not hidden. Please treat them so.
`
    : '';
  return `THE BOOKS OF ${company_name.toUpperCase()}, ${year}
Asked for ${formatInstant(asked_at.toISOString())} (UTC).

Entries ${first} to ${last}.
The hash before the first: ${previous}
The hash of the last:      ${hash}

FILES
accounts.csv       The chart of accounts. opening and closing: each account's own balance before 1 January and at
                   the end of 31 December ${year}.
entries.csv        The entries by number. by, by_name: who posted it; empty for the product itself. reverses: the
                   entry that it takes back. late_for: the day that it is for, where that month was closed.
                   document: the fields of the paper behind it as it was posted, such as an expense's payee, purpose,
                   bill, papers (their SHA-256), writer and approver (the numbers of their accounts).
postings.csv       The postings of the entries. An entry's postings add up to 0.00. Those of the kinds "paper" and
                   "signed receipt", for what was attached after posting, have none.
journals.csv       The journals of the year's days, drafts and dropped ones too. The entry of a posted one has
                   kind "journal", or "year end" for the closing of a year, and the journal's id as its subject.
journal_lines.csv  Their lines, by the journal's number.
expenses.csv       The expenses of the year's days, with the input tax in them (reclaimed) and how each ended. The
                   entry of a posted one has kind "expense" and the expense's id as its subject.
expense_taxes.csv  The taxes that their prices include, by the expense's number.
attachments.csv    The papers of these journals and expenses, each with its file in attachments/, as it was attached
                   (pictures as JPEG without their metadata), and its SHA-256.
payments.csv       The payments of the entries of kind "payment", by entry; receipts.csv: their receipts.
money.csv          Received money: MoMo, bank, cheques and cash. posted: what came to the books with it; empty where
                   its payments brought it. money_changes.csv: what changed of that later.
refunds.csv        Refunds, a line for each of their entries: approved, paid, owed back, written off.
waivers.csv        Fees waived or written off. forgiven.csv: other changes by which less is owed, without an entry.
cash_ups.csv       The cash-ups of the year's days; cash_up_counts.csv: each count of them.
reconciliations.csv, reconciled_lines.csv    Lines of the books that people held against lines of statements.
statements.csv     The statements with lines of the year; statement_lines.csv: these lines.
approvals.csv      Changes that were asked for in the year, and who decided; alone_decisions.csv: decisions of one
                   person alone.
                   Payers are in none of these: drivers, tenancies and plots stand there by their numbers.
                   Shares of stool land, ground rent, freed payments and openings have no file: their entries
                   stand alone.
closings.csv       The months that were closed, with the last entry then and its hash, and who opened one again.
SHA256SUMS         The SHA-256 of every other file.

Amounts: debits are above zero, credits below. All texts are UTF-8. Every cell stands in quotes, and a record is one
line: in texts a line break is written \\n and a backslash \\\\. An apostrophe before a text that a spreadsheet could
take for a formula is no part of it: take it off to verify (also one that stands behind a ; or a tab).

WHICH ENTRIES
Numbers follow the order of posting, not the days. The archive holds every entry from the first to the last number of
the year's days, so that the chain has no gap. Entries among them of other years' days say in_year: no, and count for
no balance of ${year}.
${await skippedWords(db, year)}${hidden}
TO VERIFY
1. sha256sum -c SHA256SUMS
2. The chain: each entry's previous is the hash of the entry before it, and numbers have no gap. The hash before the
   first entry is the last one of the archive that ends there; before entry 1 it is the SHA-256 of "the books begin".
3. The hash of an entry with hash_version 2 or 3 is the SHA-256 of this text in UTF-8, lines joined by one line feed:

   previous <previous>
   number <number>
   day <day>
   late for <late_for>                      (this line only where late_for is not empty)
   kind <kind>
   subject <subject>
   reverses <reverses, or - for none>
   description <description>
   by <by, or - for none>
   at <at>
   posting <line> <account> <amount> <driver, or - for none> <day>     (a line for each posting, in order)
   document                                 (this line and the next ones only where document is not empty)
   <document, each \\n of it as a line feed, and each \\\\ as a backslash>

   That of hash_version 1 (before the text was used) is the SHA-256 of the bytes of previous, followed by the JSON
   list [number, day, kind, subject, reverses, description, by, at in seconds, [[line, account, amount, driver, day],
   ...]] as PostgreSQL writes it: ", " between values, null for none, at with six decimals.
4. For each account: opening, plus its postings with in_year: yes, is closing.
   For each record with an entry: its amount is that of the entry on 1000 to 1030 and 2010 (payments, expenses),
   2010 and 1100 (money), 2020 (refunds), 4900 and 5100 (waivers) or 1010 (cash-ups). A receipt is its payments' sum.
5. The hash of the last entry, and those of days in between, are in the messages and prints of the company: compare
   them with what you were given. Whoever changes an entry has to change all hashes after it.

The product's documents have a script for Node that does 1 to 4: docs/verify-books.md.
`;
};
