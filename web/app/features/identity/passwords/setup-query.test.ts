import { describe, expect, it } from 'vitest';
import { readSetupQuery, setupPath } from './secret-fragment.ts';

describe('the Password Setup link', () => {
  it('holds the username, the first, middle and last name and the e-mail by position', () => {
    expect(readSetupQuery('?user=akosua&Akosua&Nana%20Yaa&Mensah&a%40example.com')).toEqual({
      login: 'akosua',
      fullname: 'Akosua Nana Yaa Mensah',
    });
  });

  it('leaves an empty middle name out of the name', () => {
    expect(readSetupQuery('?user=kofi&Kofi&&Boateng&').fullname).toBe('Kofi Boateng');
  });

  it('finds the account by the e-mail when the link has no username', () => {
    expect(readSetupQuery('?user=&Kofi&&Boateng&kofi%40example.com').login).toBe('kofi@example.com');
  });

  it('keeps names that hold an ampersand, a per cent sign or letters beyond ASCII whole', () => {
    const data = ['k&b', 'Kɔfi', '100%', "O'Neil", 'x@example.com'];
    const path = setupPath(data);
    expect(readSetupQuery(path.slice(path.indexOf('?')))).toEqual({ login: 'k&b', fullname: "Kɔfi 100% O'Neil" });
  });

  it.each(['', '?', '?user=', '?user=%E0%A4%A'])('reads %j without failing', (query) => {
    expect(readSetupQuery(query).fullname).toBe('');
  });
});
