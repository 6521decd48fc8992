import { useFormat } from '../../../lib/texts/texts.tsx'
import { useHomeTexts } from '../texts/home.ts'
import type { Summary } from '../api/summary.ts'

/** Axis ticks from 0 in three or four round integer steps, up to at least `most`. */
export function ticksOf(most: number): number[] {
  const rough = Math.max(1, most) / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, [1, 2, 5, 10].map((times) => times * power).find((size) => size >= rough) ?? 1)
  const count = Math.max(1, Math.ceil(most / step))
  return Array.from({ length: count + 1 }, (_, at) => at * step)
}

export type Segment<K extends string> = { key: K; from: number; to: number }

/** Stacks the non-zero parts of a bar. */
export function stack<K extends string>(parts: readonly (readonly [K, number])[]): Segment<K>[] {
  let top = 0
  return parts
    .filter(([, value]) => value > 0)
    .map(([key, value]) => {
      const from = top
      top += value
      return { key, from, to: top }
    })
}

const series = ['creadas', 'agendadas', 'concluidas'] as const
export type Series = (typeof series)[number]

/** From bottom to top; each has a border that is visible on white. */
const colors: Record<Series, { fill: string; rim: string }> = {
  concluidas: { fill: 'var(--success)', rim: 'var(--on-soft-success)' },
  agendadas: { fill: 'var(--info)', rim: 'var(--on-soft-info)' },
  creadas: { fill: 'var(--warning)', rim: 'var(--on-soft-warning)' },
}
const fromGround = ['concluidas', 'agendadas', 'creadas'] as const

export function Swatch({ of }: { of: Series }) {
  const { fill, rim } = colors[of]
  return (
    <svg aria-hidden viewBox="0 0 12 12" className="size-3 shrink-0">
      <rect x="0.5" y="0.5" width="11" height="11" rx="3" fill={fill} stroke={rim} />
    </svg>
  )
}

/** Parses `2026-11-23` in the user's time zone; `new Date` alone would use UTC. */
const localDay = (day: string) => new Date(`${day}T00:00`)

type Week = Summary['weeks'][number]

const width = 296
const height = 150
const left = 26

/** Stacked bars per week: created, sent and concluded. The table beside it has the same data. */
export function WeekChart({ weeks }: { weeks: readonly Week[] }) {
  const home = useHomeTexts()
  const { number, shortDate, plural } = useFormat()
  const ground = height - 24
  const bars = weeks.map((week) => stack(fromGround.map((key) => [key, week[key]] as const)))
  const ticks = ticksOf(Math.max(0, ...bars.map((bar) => bar.at(-1)?.to ?? 0)))
  const most = ticks.at(-1) ?? 1
  const y = (value: number) => ground - (value / most) * (ground - 10)
  const step = (width - left) / Math.max(1, weeks.length)
  const bar = Math.min(30, step * 0.66)
  const every = Math.ceil(weeks.length / 4)
  const sum = (key: Series) => weeks.reduce((total, week) => total + week[key], 0)
  const total = series.map((key) => plural(sum(key), home.chart.sums[key])).join(', ')
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={home.chart.label(total)}
      className="block h-auto w-full overflow-visible font-medium"
    >
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={left}
            x2={width}
            y1={y(tick)}
            y2={y(tick)}
            stroke="var(--line)"
            strokeDasharray={tick === 0 ? undefined : '2 4'}
          />
          <text x={left - 8} y={y(tick) + 4} textAnchor="end" fontSize="11" fill="var(--ink-muted)">
            {number(tick)}
          </text>
        </g>
      ))}
      {weeks.map((week, at) => {
        const x = left + at * step + (step - bar) / 2
        const sums = series.map((key) => plural(week[key], home.chart.sums[key])).join(', ')
        return (
          <g key={week.start}>
            <title>{`${home.chart.weekOf(shortDate(localDay(week.start)))}: ${sums}`}</title>
            {/* The whole column reacts to the pointer, also where the bar is low. */}
            <rect x={left + at * step} y={0} width={step} height={ground} fill="transparent" />
            {bars[at]?.map(({ key, from, to }) => (
              <rect
                key={key}
                x={x}
                y={y(to) + 1}
                width={bar}
                height={Math.max(2, y(from) - y(to) - 2)}
                rx="2"
                fill={colors[key].fill}
                stroke={colors[key].rim}
              />
            ))}
            {at % every === 0 && (
              <text x={x + bar / 2} y={height - 4} textAnchor="middle" fontSize="11" fill="var(--ink-muted)">
                {shortDate(localDay(week.start))}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}

/** The data of the chart as a table, for screen readers. */
export function WeekTable({ weeks }: { weeks: readonly Week[] }) {
  const home = useHomeTexts()
  const { number, date } = useFormat()
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-small figures">
        <caption className="sr-only">{home.chart.title}</caption>
        <thead>
          <tr className="border-b border-line text-left text-ink-muted">
            <th scope="col" className="py-1.5 font-medium">
              {home.chart.week}
            </th>
            {series.map((key) => (
              <th key={key} scope="col" className="py-1.5 text-right font-medium">
                {home.chart.series[key]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.start} className="border-b border-line">
              <th scope="row" className="py-1.5 text-left font-normal">
                {date(localDay(week.start))}
              </th>
              {series.map((key) => (
                <td key={key} className="py-1.5 text-right">
                  {number(week[key])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
