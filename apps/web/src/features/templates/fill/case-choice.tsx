import { useQuery } from '@tanstack/react-query'
import { FolderOpen, X } from 'lucide-react'
import { useState } from 'react'
import { StatusBadge } from '../../../shared/badges.tsx'
import { useTemplateFillTexts } from '../texts/template-fill.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { casesQuery, caseQuery } from '../api/templates.ts'
import { Finder, FinderLines } from '../components/finder.tsx'
import { useDebounced } from '../../../shared/use-debounced.ts'

type Props = { solicitud: string | undefined; onSolicitud: (id: string | undefined) => void; disabled?: boolean }

/** The request for the document, found by search, or none. */
export function CaseChoice({ solicitud, onSolicitud, disabled = false }: Props) {
  const texts = useTemplateFillTexts()
  const [finding, setFinding] = useState(false)
  const chosen = useQuery({ ...caseQuery(solicitud ?? ''), enabled: solicitud !== undefined })
  const title =
    solicitud === undefined ? texts.loose : chosen.isError ? texts.caseMissing : (chosen.data?.titulo ?? ' ')
  return (
    <div className="flex min-h-13 items-center gap-3 rounded-lg border border-line bg-canvas px-3 py-1.5">
      <FolderOpen aria-hidden className="size-4.5 text-ink-muted" />
      <p className="min-w-0 flex-1">
        <span className="block text-meta text-ink-muted">{texts.for}</span>
        <span className={chosen.isError ? 'block text-error-ink' : 'block font-medium wrap-anywhere'}>{title}</span>
      </p>
      <Button size="sm" disabled={disabled} onClick={() => setFinding(true)}>
        {solicitud === undefined ? texts.chooseCase : texts.changeCase}
      </Button>
      {solicitud !== undefined && (
        <IconButton size="sm" disabled={disabled} label={texts.removeCase} onClick={() => onSolicitud(undefined)}>
          <X />
        </IconButton>
      )}
      {finding && (
        <FindCase
          onClose={() => setFinding(false)}
          onChoose={(id) => {
            setFinding(false)
            onSolicitud(id)
          }}
        />
      )}
    </div>
  )
}

function FindCase({ onChoose, onClose }: { onChoose: (id: string) => void; onClose: () => void }) {
  const texts = useTemplateFillTexts()
  const [text, setText] = useState('')
  const found = useQuery(casesQuery(useDebounced(text.trim(), 200)))
  return (
    <Modal open onOpenChange={onClose} title={texts.chooseCase} description={texts.caseHint}>
      <Finder
        label={texts.caseLabel}
        placeholder={texts.casePlaceholder}
        listLabel={texts.cases}
        text={text}
        onText={setText}
        items={found.isError ? [] : found.data}
        itemKey={(one) => one.id}
        nothing={found.isError ? texts.searchFailed : texts.noCases}
        onChoose={(one) => onChoose(one.id)}
      >
        {({ title, note, status }) => (
          <>
            <FolderOpen aria-hidden />
            <FinderLines title={title} note={note} />
            <StatusBadge status={status} />
          </>
        )}
      </Finder>
    </Modal>
  )
}
