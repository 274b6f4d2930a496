export type HtmlSection = {
  heading: string;
  note?: string;
  facts?: readonly (readonly [label: string, value: string])[];
  table?: { columns: readonly string[]; rows: readonly (readonly string[])[] };
};

/** `picture`: an embedded JPEG. */
export type HtmlDocument = {
  title: string;
  lead: string;
  picture?: { jpeg: Uint8Array; alt: string };
  sections: readonly HtmlSection[];
};

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const text = (words: string): string => words.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;color:#14211c;max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{color:#12614a;line-height:1.2}h2{margin-top:2rem;font-size:1.15rem}
dl{display:grid;grid-template-columns:minmax(8rem,14rem) 1fr;gap:.25rem 1rem;margin:0}dt{color:#4c5a53}dd{margin:0}
div{overflow-x:auto}table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid #d6ddd9}
img{max-width:12rem;border-radius:.5rem}`;

const factsOf = (facts: NonNullable<HtmlSection['facts']>): string =>
  `<dl>${facts.map(([label, value]) => `<dt>${text(label)}</dt><dd>${text(value || '–')}</dd>`).join('')}</dl>`;

const cells = (tag: 'th' | 'td', values: readonly string[]): string =>
  values.map((value) => `<${tag}${tag === 'th' ? ' scope="col"' : ''}>${text(value)}</${tag}>`).join('');

const tableOf = ({ columns, rows }: NonNullable<HtmlSection['table']>): string =>
  rows.length === 0
    ? '<p>None.</p>'
    : `<div><table><thead><tr>${cells('th', columns)}</tr></thead><tbody>${rows
        .map((row) => `<tr>${cells('td', row)}</tr>`)
        .join('')}</tbody></table></div>`;

const sectionOf = ({ heading, note, facts, table }: HtmlSection): string =>
  [
    `<section><h2>${text(heading)}</h2>`,
    note === undefined ? '' : `<p>${text(note)}</p>`,
    facts ? factsOf(facts) : '',
    table ? tableOf(table) : '',
    '</section>',
  ].join('');

/** Makes a self-contained HTML file that opens offline, prints, and suits screen readers. */
export const makeHtml = ({ title, lead, picture, sections }: HtmlDocument): string =>
  [
    '<!doctype html><html lang="en-GB"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">`,
    `<title>${text(title)}</title><style>${STYLE}</style></head><body>`,
    `<h1>${text(title)}</h1><p>${text(lead)}</p>`,
    picture
      ? `<img alt="${text(picture.alt)}" src="data:image/jpeg;base64,${Buffer.from(picture.jpeg).toString('base64')}">`
      : '',
    ...sections.map(sectionOf),
    '</body></html>\n',
  ].join('');
