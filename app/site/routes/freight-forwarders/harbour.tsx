/** The hero's picture: a crane lifts a sealed document over a ship. Water and quay extend to the window's edges. */
export function Harbour({ label }: { label: string }) {
  return (
    <svg className="art" viewBox="0 0 640 462" role="img" aria-label={label}>
      <circle cx="214" cy="178" r="118" fill="var(--ink-5)" />
      <path d="M-60 378c40-34 90-48 156-48h60v48z" fill="var(--ink-4)" />
      <Lighthouse />
      <Ship />
      <Crane />
      <SealedDocument />
      <Quay />
      <path d="M-3000 376h3388v88h-3388z" fill="var(--water)" />
      <path d={WAVES} stroke="var(--ink-3)" strokeWidth="2.5" strokeLinecap="round" opacity=".7" />
    </svg>
  )
}

const WAVES =
  'M20 398h40M84 398h18M150 408h54M232 396h30M300 412h44M60 424h70M250 432h60M-90 402h52M-200 426h80M-310 398h34M-420 414h66M-560 430h50M-640 400h40M-760 420h70'

function Lighthouse() {
  return (
    <>
      <path d="m60 330 5-62h16l5 62z" fill="var(--ink-paper)" stroke="var(--ink-3)" strokeWidth="2" />
      <path d="m62.6 300 1.6-20h17.6l1.6 20z" fill="var(--ink-rust)" />
      <path d="M62 268h22v-5H62z" fill="var(--ink-2)" />
      <path d="M66 263v-13h14v13z" fill="var(--ink-brass)" />
      <path d="m63 250 10-9 10 9z" fill="var(--ink-2)" />
    </>
  )
}

function Ship() {
  return (
    <>
      <path d="M96 322h276l-22 62H124z" fill="var(--ink-2)" />
      <path d="M118 366h240l-6 18H124z" fill="var(--ink-rust)" />
      <path d="M96 322h276" stroke="var(--ink-paper)" strokeWidth="3" />
      <path d="M112 321v-54h44v54z" fill="var(--ink-paper)" stroke="var(--ink-3)" strokeWidth="2" />
      <path d="M108 268h52v-7h-52z" fill="var(--ink-2)" />
      <path d="M119 278h8v8h-8zM132 278h8v8h-8zM145 278h8v8h-8z" fill="var(--ink-3)" />
      <path d="M126 261v-22M120 246h12" stroke="var(--ink-2)" strokeWidth="2.5" />
      <Container x={168} y={296} ink="sea" />
      <Container x={228} y={296} ink="3" />
      <Container x={288} y={296} ink="rust" />
      <Container x={168} y={270} ink="brass" />
      <Container x={288} y={270} ink="2" />
    </>
  )
}

function Crane() {
  return (
    <>
      <g stroke="var(--ink-2)" fill="none">
        <path d="M428 344V96M564 344V96" strokeWidth="9" />
        <path d="M428 236h136" strokeWidth="7" />
        <path d="M428 236 564 344M564 236 428 344M496 40 190 92M496 40l112 52" strokeWidth="2.5" />
        <path d="M178 96h440" strokeWidth="11" />
        <path d="M496 96V40" strokeWidth="8" />
        <path d="M428 96l68-56 68 56" strokeWidth="3" />
      </g>
      <rect x="578" y="100" width="38" height="26" rx="2" fill="var(--ink-1)" />
      <rect
        x="436"
        y="102"
        width="34"
        height="30"
        rx="3"
        fill="var(--ink-paper)"
        stroke="var(--ink-2)"
        strokeWidth="3"
      />
      <path d="M442 108h22v11h-22z" fill="var(--ink-3)" />
    </>
  )
}

/** White paper in both colour schemes. */
function SealedDocument() {
  return (
    <>
      <path d="M234 90h44v14h-44z" fill="var(--ink-1)" />
      <path d="M242 104v34M270 104v34" stroke="var(--ink-1)" strokeWidth="2" />
      <path d="M228 138h56v7h-56z" fill="var(--ink-brass)" />
      <path d="M222 145h68v92h-68z" fill="#fff" stroke="var(--ink-2)" strokeWidth="2.5" />
      <path d="M232 158h28" stroke="#0d1b45" strokeWidth="4.5" />
      <path d="M232 169h48M232 178h48M232 187h40M232 196h46M232 217h22" stroke="#8f9fd0" strokeWidth="3" />
      <circle cx="272" cy="217" r="11" fill="#0f7b6a" />
      <path d="m266.500 217 4 4 7-7.500" stroke="#fff" strokeWidth="2.6" fill="none" />
    </>
  )
}

function Quay() {
  return (
    <>
      <pattern id="quay-stones" x="400" y="346" width="80" height="64" patternUnits="userSpaceOnUse">
        <path d="M40 0v31M1 32v31M0 31.5h80M0 63h80" stroke="var(--ground)" strokeWidth="2" />
      </pattern>
      <path d="M388 344h3000v120H388z" fill="var(--ink-4)" />
      <path d="M388 344h3000v120H388z" fill="url(#quay-stones)" />
      <path d="M380 338h3000v10H380z" fill="var(--ink-3)" />
      <Container x={476} y={312} width={64} height={26} ink="1" />
      <Container x={544} y={312} width={64} height={26} ink="sea" />
      <Container x={510} y={284} width={64} height={26} ink="brass" />
      <path d="M396 338v-9h-4a4 4 0 0 1 0-8h22a4 4 0 0 1 0 8h-4v9z" fill="var(--ink-1)" />
      <path d="M397 331c-16 12-30 6-40-2" stroke="var(--ink-brass)" strokeWidth="3" fill="none" />
    </>
  )
}

type ContainerProps = { x: number; y: number; width?: number; height?: number; ink: string }

const RIDGE = 9

function Container({ x, y, width = 56, height = 24, ink }: ContainerProps) {
  const ridges = Array.from({ length: Math.floor((width - 2) / RIDGE) }, (_, index) => x + RIDGE * (index + 1))
  return (
    <>
      <rect x={x} y={y} width={width} height={height} rx="1.5" fill={`var(--ink-${ink})`} />
      <path
        d={ridges.map((at) => `M${at} ${y + 4}v${height - 8}`).join('')}
        stroke="#fff"
        strokeOpacity=".22"
        strokeWidth="2"
      />
    </>
  )
}
