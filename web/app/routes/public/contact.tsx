export default function Contact() {
  return (
    <main>
      <h1>Get Help &amp; Friendly Support</h1>
    </main>
  );
}
