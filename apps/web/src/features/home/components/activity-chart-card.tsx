import type { SolicitudStatus } from '@foja/contracts/states'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useHomeTexts } from '../texts/home.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { AppLink } from '../../../shared/app-link.tsx'
import { paths } from '../../../lib/router/paths.ts'
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx'
import { Disclosure } from '../../../ui/details.tsx'
import { Select } from '../../../ui/select.tsx'
import type { Summary } from '../api/summary.ts'
import { Swatch, WeekChart, WeekTable, type Series } from './week-chart.tsx'

export const spans = ['6', '12', '26', '52'] as const
type WeekSpan = (typeof spans)[number]

type Props = {
  summary: Summary
  /** Current number of requests per status. */
  counts: Record<SolicitudStatus, number> | undefined
  weeks: WeekSpan
  onWeeks: (weeks: WeekSpan) => void
}

const legend: readonly [SolicitudStatus, Series][] = [
  ['pendiente', 'creadas'],
  ['agendado', 'agendadas'],
  ['concluido', 'concluidas'],
]

/** Requests per status, activity per week and mean duration. */
export function ActivityChartCard({ summary, counts, weeks, onWeeks }: Props) {
  const home = useHomeTexts()
  const domain = useDomainTexts()
  const { number } = useFormat()
  const mean = useMean(summary.mean_seconds_to_conclude)
  return (
    <Card aria-labelledby="chart-title">
      <CardHeader
        title={home.chart.title}
        titleId="chart-title"
        action={
          <Select
            variant="filled"
            size="sm"
            label={home.chart.span}
            value={weeks}
            onValueChange={onWeeks}
            options={spans.map((value) => ({ value, label: home.chart.last(value) }))}
          />
        }
      />
      <CardBody>
        {/* The colour of the current status; the bars show what happened in each week. */}
        <dl className="mb-4 flex justify-between gap-3">
          {legend.map(([status, key]) => (
            <div key={status} className="min-w-0">
              <dt className="flex items-center gap-1.5 text-small text-ink-muted">
                <Swatch of={key} />
                <AppLink
                  to={`${paths.solicitudes()}?status=${status}`}
                  className="touch-target rounded-sm hover:underline"
                >
                  {domain.solicitudStatus[status]}
                </AppLink>
              </dt>
              <dd className="text-title font-semibold figures">
                {counts === undefined ? '–' : number(counts[status])}
              </dd>
            </div>
          ))}
        </dl>
        <WeekChart weeks={summary.weeks} />
        {mean !== null && <p className="mt-3 text-small text-ink-muted">{home.chart.mean(mean)}</p>}
        <Disclosure summary={home.chart.asTable}>
          <WeekTable weeks={summary.weeks} />
        </Disclosure>
      </CardBody>
    </Card>
  )
}

/** A mean duration in hours below two days, else in days. */
function useMean(seconds: number | null): string | null {
  const { number } = useFormat()
  if (seconds === null) return null
  const hours = seconds / 3600
  const [value, unit] = hours < 48 ? [Math.max(1, Math.round(hours)), 'hour'] : [hours / 24, 'day']
  const digits = unit === 'day' && value < 10 ? 1 : 0
  return number(value, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: digits })
}
