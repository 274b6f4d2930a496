export default function MainRegistration() {
  return (
    <main>
      <h1>Registration</h1>
    </main>
  );
}
