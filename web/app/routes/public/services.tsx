export default function Services() {
  return (
    <main>
      <h1>Our Services</h1>
    </main>
  );
}
