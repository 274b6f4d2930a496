/** An e-mail address in a narrow column: it breaks behind the `@`, and not within `.com`. */
export function EmailText({ email }: { email: string }) {
  const [name = '', domain] = email.split('@');
  if (domain === undefined) return email;
  return (
    <>
      {name}@<wbr />
      {domain}
    </>
  );
}
