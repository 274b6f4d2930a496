/**
 * The statements of an SQL script, since the embedded engine takes one at a time. Knows line comments, quoted texts and
 * `$$` bodies; nothing else that may hold a semicolon is used in migrations.
 */
export const splitStatements = (script: string): string[] => {
  const pieces = script.match(/--[^\n]*|'(?:[^']|'')*'|\$\$[\s\S]*?\$\$|;|[^;'$-]+|[\s\S]/g) ?? [];
  const statements = [''];
  for (const piece of pieces) {
    if (piece === ';') statements.push('');
    else if (!piece.startsWith('--')) statements[statements.length - 1] += piece;
  }
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '');
};
