/** The response team’s pickup from the side. Drawn 320 × 135, facing right. */
export function ResponseCar({ blinking }: { blinking?: string | undefined }) {
  return (
    <g>
      <path className={blinking} fill="#f4bd3f" d="M150 4h34v13h-34z" />
      <path
        fill="#177a5c"
        d="M12 104V66h104V28c0-8 4-11 12-11h70c9 0 15 3 20 11l22 35 44 7c15 2 22 9 22 22v12c0 5-3 7-8 7H20c-5 0-8-2-8-7Z"
      />
      <path fill="#06251d" d="M128 30c0-3 1-4 4-4h28v37h-32zM170 26h27c6 0 9 2 12 7l18 30h-57z" />
      <path fill="#fbfaf6" d="M12 78h294v9H12z" />
      {[66, 246].map((x) => (
        <g key={x}>
          <circle cx={x} cy="108" r="27" fill="#04150f" />
          <circle cx={x} cy="108" r="12" fill="#bcd2c7" />
        </g>
      ))}
    </g>
  );
}
