export default function Pricing() {
  return (
    <main>
      <h1>Pricing</h1>
    </main>
  );
}
