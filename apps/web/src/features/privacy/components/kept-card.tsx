import { areaSummaries, type AreaSummary } from '@foja/contracts/personal-data'
import { Card, CardHeader } from '../../../ui/card.tsx'
import { Table, type Column } from '../../../ui/table.tsx'
import { usePrivacyTexts } from '../texts/privacy.ts'

/** What is kept of people, how long, and what an erasure does: made from the list that the server uses. */
export function KeptCard() {
  const texts = usePrivacyTexts()
  const columns: Column<AreaSummary>[] = (['name', 'term', 'erasure'] as const).map((key) => ({
    key,
    header: texts.keptColumns[key],
    width: key === 'term' ? '26%' : '37%',
    cell: ({ area }) => <span className="block py-2 whitespace-normal">{texts.areas[area][key]}</span>,
  }))
  return (
    <Card aria-labelledby="kept-title" bareOnPhone>
      <CardHeader title={texts.keptTitle} titleId="kept-title" />
      <Table caption={texts.keptTitle} columns={columns} rows={areaSummaries()} rowKey={({ area }) => area} />
    </Card>
  )
}
