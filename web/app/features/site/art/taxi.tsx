/** A Ghanaian taxi from the side, its corners painted yellow. 320 × 132, facing right. */
export function Taxi({ body = '#fbfaf6' }: { body?: string }) {
  return (
    <g>
      <path fill="#f4bd3f" d="M146 2h52v15h-52z" />
      <text
        x="172"
        y="13.5"
        fontSize="11.5"
        fontWeight="800"
        fontFamily="var(--sign)"
        textAnchor="middle"
        fill="#1d1503"
      >
        TAXI
      </text>
      <path
        fill={body}
        d="M14 102V82c0-14 9-20 29-23l43-6 33-29c7-6 14-8 25-8h54c11 0 18 3 25 10l28 27 39 7c15 3 20 10 20 24v18c0 5-3 7-8 7H22c-5 0-8-2-8-7Z"
      />
      <path
        fill="#f4bd3f"
        d="M14 102V82c0-14 9-20 29-23l43-6h26l-7 56H22c-5 0-8-2-8-7ZM222 53h29l39 7c15 3 20 10 20 24v18c0 5-3 7-8 7h-87z"
      />
      <g fill="#12352b">
        <path d="M99 53l26-24c3-3 7-4 12-4h22v28zM167 25h28c7 0 12 2 17 7l22 21h-67z" />
      </g>
      <path fill="#9fd3c0" opacity=".5" d="M167 25h15l12 28h-27zM128 27h16l-14 26h-16z" />
      <g fill="none" stroke="#12352b" strokeOpacity=".35" strokeWidth="2">
        <path d="M163 53v52M112 58l-7 47M222 56l-6 49M14 84h296" />
      </g>
      <path fill="#12352b" d="M124 66h16v4h-16zM186 66h16v4h-16z" />
      <path fill="#fff6d8" d="M296 66c9 2 13 6 14 13h-15c-4 0-5-2-4-5Z" />
      <path fill="#c8432f" d="M14 80c0-8 3-13 9-16l6 1v13c0 2-1 3-3 3H14Z" />
      {[76, 250].map((x) => (
        <g key={x}>
          <circle cx={x} cy="106" r="26" fill="#04150f" />
          <circle cx={x} cy="106" r="12" fill="#bcd2c7" />
          <circle cx={x} cy="106" r="4" fill="#04150f" />
        </g>
      ))}
    </g>
  );
}
