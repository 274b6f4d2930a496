export default function About() {
  return (
    <main>
      <h1>About Us - Who We Are?</h1>
    </main>
  );
}
