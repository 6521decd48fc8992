import { useQuery } from '@tanstack/react-query'
import { FolderOpen } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useAskTexts } from '../../features/signing-requests/texts/ask.ts'
import { solicitudesQuery } from '../../features/solicitudes/api/solicitudes.ts'
import { entryOf } from '../../features/solicitudes/summarise-case.ts'
import { AppLink } from '../../shared/app-link.tsx'
import { LoadedList } from '../../shared/loaded-list.tsx'
import { Card, CardBody, CardList, CardRow, cardLink } from '../../ui/card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SearchBox } from '../../ui/search-box.tsx'

type Props = {
  title: string
  note: string
  actions?: ReactNode
  /** The page for the solicitud that is chosen. */
  linkOf: (solicitud?: string) => string
}

/** The case files, to choose one for which people are asked. */
export function ChooseCase({ title, note, actions, linkOf }: Props) {
  const ask = useAskTexts()
  const [q, setQ] = useState<string>()
  const cases = useQuery(solicitudesQuery(1, { q, size: 10 }))
  return (
    <>
      <PageHeader title={title} note={note} actions={actions} />
      <div className="mb-4 md:max-w-96">
        <SearchBox label={ask.search} placeholder={ask.searchPlaceholder} value={q ?? ''} onChange={setQ} />
      </div>
      <LoadedList
        list={cases}
        loading={6}
        isEmpty={({ results }) => results.length === 0}
        nothing={<CardBody className="text-ink-muted">{ask.nothingFound}</CardBody>}
      >
        {({ results }) => (
          <Card>
            <CardList>
              {results.map((group) => (
                <CardRow key={group.id_solicitud_main} className="hover:bg-canvas">
                  <FolderOpen aria-hidden className="size-5 text-ink-muted" />
                  <div className="min-w-0 flex-1">
                    <AppLink
                      to={linkOf(entryOf(group)?.id_solicitud)}
                      className={`block truncate font-medium ${cardLink}`}
                    >
                      {group.titulo}
                    </AppLink>
                    <p className="truncate text-small text-ink-muted">
                      <span className="code">{group.id_solicitud_main}</span>
                    </p>
                  </div>
                </CardRow>
              ))}
            </CardList>
          </Card>
        )}
      </LoadedList>
    </>
  )
}
