import styles from './hero-scene.module.css';
import { Taxi } from './taxi.tsx';

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

/** Night in Accra: a taxi that has called, its pin, and the response car at the Black Star Gate. */
export function HeroScene() {
  return (
    <svg className={styles.scene} viewBox="0 0 640 394" aria-hidden="true">
      <City />
      <g className={styles.rings} fill="none" stroke="#f4bd3f" strokeWidth="2.5" transform="translate(0 -22)">
        <circle cx="232" cy="180" r="64" />
        <circle cx="232" cy="180" r="118" />
        <circle cx="232" cy="180" r="176" />
      </g>
      <g transform="translate(692 283) scale(-.72 .72)">
        <ResponseCar blinking={styles.beacon} />
      </g>
      <g transform="translate(66 262)">
        <Taxi />
      </g>
      <Pin />
    </svg>
  );
}

function City() {
  return (
    <g fill="#0d3a2d">
      <path d="M0 362V236h54v-34h46v58h40v102zM176 362V262h38v-46h58v146zM300 362V246h66v116zM396 362v-70h44v70zM592 362V250h48v112z" />
      <path
        fill="#15503f"
        d="M452 362V232h-10v-14h20v-24h112v24h20v14h-10v130h-34V284c0-20-12-32-32-32s-32 12-32 32v78z"
      />
      <path
        fill="#f4bd3f"
        d="m518 150 6.5 17.5 18.5.8-14.5 11.6 5 18L518 187.600l-15.5 10.3 5-18L493 168.300l18.5-.800z"
      />
      <g fill="#f4bd3f" opacity=".55">
        <path d="M14 252h9v11h-9zM34 276h9v11h-9zM66 218h9v11h-9zM66 246h9v11h-9zM228 232h9v11h-9zM250 256h9v11h-9zM318 262h9v11h-9zM340 286h9v11h-9zM616 268h9v11h-9z" />
      </g>
    </g>
  );
}

function Pin() {
  return (
    <g transform="translate(0 -22)">
      <g className={styles.pin}>
        <path
          fill="#f4bd3f"
          d="M232 112c39 0 68 29 68 66 0 40-36 62-60 92-4 5-12 5-16 0-24-30-60-52-60-92 0-37 29-66 68-66Z"
        />
        <circle cx="232" cy="178" r="46" fill="#06251d" />
        <g fill="none" stroke="#f6f3e7" strokeWidth="7">
          <circle cx="232" cy="178" r="30" />
          <path d="M203 173c16-7 42-7 58 0M232 188v20" />
        </g>
        <circle cx="232" cy="178" r="11.5" fill="#c22f2a" />
      </g>
    </g>
  );
}
