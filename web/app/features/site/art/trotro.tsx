/** A trotro, the minibus that carries Accra, with its motto. Drawn 320 × 150, facing right. */
export function Trotro() {
  return (
    <g>
      <path
        fill="#fbfaf6"
        d="M8 120V26C8 16 14 10 24 10h214c10 0 17 4 22 13l26 46c18 4 26 12 26 28v23c0 5-3 7-8 7H16c-5 0-8-2-8-7Z"
      />
      <path fill="#177a5c" d="M8 84h300c3 4 4 9 4 13v23c0 5-3 7-8 7H16c-5 0-8-2-8-7Z" />
      <path fill="#f4bd3f" d="M8 84h300l-6-7H8z" />
      <g fill="#12352b">
        <path d="M22 24h48v38H22zM78 24h48v38H78zM134 24h48v38h-48zM190 24h42c6 0 10 2 13 8l18 30h-73z" />
      </g>
      <path fill="#9fd3c0" opacity=".5" d="M32 24h14L34 62H22V54zM206 24h14l14 38h-22z" />
      <path stroke="#12352b" strokeOpacity=".35" strokeWidth="2" d="M130 66v60M186 66v60" />
      <text x="160" y="116" fontSize="14" fontWeight="800" fontFamily="var(--sign)" textAnchor="middle" fill="#fbfaf6">
        SAFE JOURNEY
      </text>
      <path fill="#fff6d8" d="M298 84c8 3 13 8 14 15h-13c-5 0-6-2-5-6Z" />
      <path stroke="#12352b" strokeWidth="4" d="M30 6h190M44 6v5M120 6v5M204 6v5" />
      {[66, 254].map((x) => (
        <g key={x}>
          <circle cx={x} cy="124" r="26" fill="#04150f" />
          <circle cx={x} cy="124" r="12" fill="#bcd2c7" />
        </g>
      ))}
    </g>
  );
}
