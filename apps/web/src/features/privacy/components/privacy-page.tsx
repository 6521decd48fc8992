import { ShieldCheck } from 'lucide-react'
import { Card, CardBody } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { usePrivacyTexts } from '../texts/privacy.ts'
import { KeptCard } from './kept-card.tsx'
import { PersonCard } from './person-card.tsx'
import { RulesCard } from './rules-card.tsx'

type Props = { title: string; company: string | null; allowed: boolean }

/** What is kept of people and how long; the data of one person. `company`: null if the user belongs to none. */
export function PrivacyPage({ title, company, allowed }: Props) {
  const texts = usePrivacyTexts()
  if (!allowed)
    return (
      <Card>
        <EmptyState icon={<ShieldCheck />} title={texts.forbiddenTitle} level={1}>
          {texts.forbiddenText}
        </EmptyState>
      </Card>
    )
  return (
    <div className="max-w-240">
      <PageHeader title={title} />
      <div className="flex flex-col gap-4">
        <PersonCard />
        <KeptCard />
        {/* Last: it grows when its rules arrive. */}
        {company === null ? (
          <Card>
            <CardBody className="text-ink-muted">{texts.company}</CardBody>
          </Card>
        ) : (
          <RulesCard company={company} />
        )}
      </div>
    </div>
  )
}
