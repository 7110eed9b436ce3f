import { useId } from 'react'

type BarChartProps = {
  title: string
  /** The text for screen readers. */
  desc: string
  /** `value`: 0 where there was nothing. `more`: another, larger value of the same bar, drawn as an outline. */
  bars: readonly { start: string; value: number; more?: number }[]
  /** The maximum, as the label at the top of the scale. */
  top: string
  first: string
  last: string
}

const [WIDTH, HEIGHT, GROUND, LINE] = [360, 150, 126, 22]

/** Bars drawn on the server, without script or inline style. The same values are in a table, too. */
export function BarChart({ title, desc, bars, top, first, last }: BarChartProps) {
  const id = useId()
  const most = Math.max(...bars.map(({ value, more = 0 }) => Math.max(value, more)), 0)
  const step = WIDTH / Math.max(bars.length, 1)
  const height = (value: number) => (most === 0 ? 0 : ((GROUND - LINE) * value) / most)
  const box = (place: number, value: number) => ({
    x: place * step + step * 0.15,
    y: GROUND - height(value),
    width: step * 0.7,
    height: height(value),
  })
  return (
    <svg className="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-labelledby={`${id}t ${id}d`}>
      <title id={`${id}t`}>{title}</title>
      <desc id={`${id}d`}>{desc}</desc>
      <line className="chart__scale" x1="0" x2={WIDTH} y1={LINE} y2={LINE} />
      <text x="0" y={LINE - 6}>
        {top}
      </text>
      {bars.map(({ start, value, more }, place) => (
        <g key={start}>
          {more !== undefined && more > 0 && <rect className="chart__more" {...box(place, more)} />}
          {value > 0 && <rect className="chart__bar" {...box(place, value)} />}
        </g>
      ))}
      <line className="chart__ground" x1="0" x2={WIDTH} y1={GROUND} y2={GROUND} />
      <text x="0" y={HEIGHT - 6}>
        {first}
      </text>
      <text x={WIDTH} y={HEIGHT - 6} textAnchor="end">
        {last}
      </text>
    </svg>
  )
}
