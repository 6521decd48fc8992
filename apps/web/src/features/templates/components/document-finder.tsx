import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { useTemplateNewTexts } from '../texts/template-new.ts'
import { documentsQuery, type FoundDocument } from '../api/templates.ts'
import { useDebounced } from '../../../shared/use-debounced.ts'
import { Finder, FinderLines } from './finder.tsx'

type Props = { disabled: boolean; onChoose: (document: FoundDocument) => void }

/** Finds an existing PDF by name. */
export function DocumentFinder({ disabled, onChoose }: Props) {
  const texts = useTemplateNewTexts()
  const [text, setText] = useState('')
  const found = useQuery(documentsQuery(useDebounced(text.trim(), 200)))
  return (
    <Finder
      label={texts.documentLabel}
      hint={texts.documentsHint}
      placeholder={texts.documentPlaceholder}
      listLabel={texts.documents}
      text={text}
      onText={setText}
      items={found.isError ? [] : found.data}
      itemKey={(document) => document.id}
      nothing={found.isError ? texts.searchFailed : texts.noDocuments}
      disabled={disabled}
      onChoose={onChoose}
    >
      {({ name, note }) => (
        <>
          <FileText aria-hidden />
          <FinderLines title={name} note={note} />
        </>
      )}
    </Finder>
  )
}
