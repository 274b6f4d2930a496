export default function TermsConditions() {
  return (
    <main>
      <h1>Terms &amp; Conditions</h1>
    </main>
  );
}
