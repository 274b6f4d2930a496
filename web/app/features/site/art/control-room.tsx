/** The control room: a wall with the map, and two people who watch it. */
export function ControlRoom({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 560 380" width="560" height="380" aria-hidden="true">
      <rect width="560" height="380" rx="22" fill="#06251d" />
      <rect x="40" y="34" width="480" height="216" rx="12" fill="#0f4a39" />
      <g fill="none" stroke="#2f7a61" strokeWidth="7" strokeLinecap="round">
        <path d="M40 186c70-6 110-46 170-46s90 40 160 40 100-36 150-40M150 34c6 60 40 90 40 216M330 34c-6 50 30 100 26 216M40 96c120 16 220-10 480-28" />
      </g>
      <path
        fill="none"
        stroke="#f4bd3f"
        strokeWidth="5"
        strokeDasharray="2 12"
        strokeLinecap="round"
        d="M116 214c40-10 60-52 96-70 40-20 90 20 148 34"
      />
      <circle cx="362" cy="176" r="34" fill="#f4bd3f" fillOpacity=".18" />
      <circle cx="362" cy="176" r="20" fill="#f4bd3f" fillOpacity=".3" />
      <path fill="#f4bd3f" d="M362 128c13 0 22 9 22 21 0 14-14 20-22 31-8-11-22-17-22-31 0-12 9-21 22-21Z" />
      <circle cx="362" cy="149" r="8" fill="#c22f2a" />
      {[
        [116, 214],
        [214, 88],
        [446, 84],
        [272, 214],
      ].map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="8" fill="#8fcbb4" />
      ))}
      <path fill="#04150f" d="M24 326h512v54H24z" />
      <path fill="#12352b" d="M24 318h512v12H24z" />
      <g transform="translate(150 214)">
        <Watcher shirt="#f4bd3f" />
      </g>
      <g transform="translate(330 220)">
        <Watcher shirt="#8fcbb4" />
      </g>
    </svg>
  );
}

function Watcher({ shirt }: { shirt: string }) {
  return (
    <g>
      <path fill={shirt} d="M0 106c0-36 18-52 44-52s44 16 44 52Z" />
      <circle cx="44" cy="30" r="26" fill="#3b2418" />
      <path fill="#14100d" d="M18 30a26 26 0 0 1 52 0c-8-9-16-13-26-13S26 21 18 30Z" />
      <path fill="none" stroke="#bcd2c7" strokeWidth="5" d="M17 34a27 27 0 0 1 54 0" />
      <path fill="#bcd2c7" d="M10 28h11v18H10zM67 28h11v18H67z" />
    </g>
  );
}
