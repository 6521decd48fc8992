import { BookOpen, Plug } from 'lucide-react'
import type { ReactNode } from 'react'
import { base } from '../../../lib/router/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { useWebhooksTexts } from '../texts/webhooks.ts'

type Props = { title: string; allowed: boolean; children: ReactNode }

/** API keys, webhooks and sites of a company. `children`: its cards, or null if no company is chosen. */
export function ProgramsPage({ title, allowed, children }: Props) {
  const { page } = useWebhooksTexts()
  if (!allowed)
    return (
      <Card>
        <EmptyState icon={<Plug />} title={page.forbiddenTitle} level={1}>
          {page.forbiddenText}
        </EmptyState>
      </Card>
    )
  return (
    <>
      <PageHeader
        title={title}
        note={page.text}
        actions={
          <Button asChild icon={<BookOpen />}>
            <a href={`${base}/api/docs`}>{page.docs}</a>
          </Button>
        }
      />
      <div className="flex flex-col gap-4">
        {children ?? (
          <Card>
            <CardBody className="text-ink-muted">{page.company}</CardBody>
          </Card>
        )}
      </div>
    </>
  )
}
