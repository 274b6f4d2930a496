import { expect, test } from 'vitest';
import { makeHtml } from './html-document.ts';

test('texts of people stay texts, and nothing is loaded from elsewhere', () => {
  const html = makeHtml({
    title: '<script>alert(1)</script>',
    lead: `"Ama" & 'Kofi'`,
    sections: [
      {
        heading: 'Facts',
        facts: [
          ['Name', '<img src=x onerror=alert(1)>'],
          ['Empty', ''],
        ],
      },
      { heading: 'Rows', table: { columns: ['A'], rows: [['</table>']] } },
      { heading: 'None', table: { columns: ['A'], rows: [] } },
    ],
  });
  expect(html).not.toMatch(/<script|<img|<b>/);
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(html).toContain('&quot;Ama&quot; &amp; &#39;Kofi&#39;');
  expect(html).toContain('<dt>Empty</dt><dd>–</dd>');
  expect(html).toContain('<p>None.</p>');
});

test('a photo stands in the file itself', () => {
  const html = makeHtml({
    title: 'T',
    lead: '',
    picture: { jpeg: Buffer.from('jpeg'), alt: 'Photo of AMA' },
    sections: [],
  });
  expect(html).toContain('<img alt="Photo of AMA" src="data:image/jpeg;base64,anBlZw==">');
});
