export default function MainPayments() {
  return (
    <main>
      <h1>Payments</h1>
    </main>
  );
}
