import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useTemplatesTexts } from '../texts/templates.ts'
import { Modal } from '../../../ui/modal.tsx'
import { templatesQuery } from '../api/templates.ts'
import { useDebounced } from '../../../shared/use-debounced.ts'
import { Finder, FinderLines } from './finder.tsx'
import { TemplateThumb } from './template-thumb.tsx'

type Props = { onChoose: (id: string) => void; onClose: () => void }

/** Selects the template for a new document of a request. */
export function TemplatePicker({ onChoose, onClose }: Props) {
  const templates = useTemplatesTexts()
  const { plural } = useFormat()
  const [text, setText] = useState('')
  const q = useDebounced(text.trim(), 200)
  const found = useQuery(templatesQuery({ q }))
  const nothing = q === '' ? templates.emptyTextReader : templates.nothingTitle(q)
  return (
    <Modal open onOpenChange={onClose} title={templates.pickTitle} description={templates.pickText}>
      <Finder
        label={templates.search}
        placeholder={templates.searchPlaceholder}
        listLabel={templates.title}
        text={text}
        onText={setText}
        items={found.isError ? [] : found.data?.filter((one) => one.actions.includes('use'))}
        itemKey={(one) => one.id}
        nothing={found.isError ? templates.loadFailed : nothing}
        onChoose={(one) => onChoose(one.id)}
      >
        {(one) => (
          <>
            <span className="w-16 shrink-0">
              <TemplateThumb src={one.thumbnail} />
            </span>
            <FinderLines
              title={one.name}
              note={[
                plural(one.field_count, templates.fields),
                one.uses === 0 ? templates.neverUsed : templates.used(one.uses),
              ].join(' · ')}
            />
          </>
        )}
      </Finder>
    </Modal>
  )
}
