/** A family's car from the side. Drawn 320 × 132, facing right. */
export function PrivateCar() {
  return (
    <g>
      <path
        fill="#e9e4d3"
        d="M10 104V62c0-6 4-10 10-11l16-3 26-33c6-7 13-10 22-10h100c9 0 16 3 22 9l36 36 46 7c15 3 22 11 22 25v22c0 5-3 7-8 7H18c-5 0-8-2-8-7Z"
      />
      <g fill="#12352b">
        <path d="m56 48 18-24c3-4 6-5 11-5h34v31H58zM128 19h48c6 0 10 2 14 6l24 25h-86z" />
      </g>
      <path fill="#9fd3c0" opacity=".5" d="M136 19h18l12 31h-30zM92 19h16L96 50H80z" />
      <g fill="none" stroke="#12352b" strokeOpacity=".35" strokeWidth="2">
        <path d="M123 50v57M218 52l-4 55M10 86h300" />
      </g>
      <path fill="#12352b" d="M132 62h16v4h-16zM74 62h16v4H74z" />
      <path fill="#fff6d8" d="M294 64c9 2 14 7 15 14h-14c-5 0-6-2-5-5Z" />
      <path fill="#c8432f" d="M10 62c0-5 3-8 7-10h7v18H10z" />
      {[72, 250].map((x) => (
        <g key={x}>
          <circle cx={x} cy="106" r="27" fill="#04150f" />
          <circle cx={x} cy="106" r="13" fill="#bcd2c7" />
        </g>
      ))}
    </g>
  );
}
