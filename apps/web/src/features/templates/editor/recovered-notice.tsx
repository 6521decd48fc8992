import { History } from 'lucide-react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useTemplateEditorTexts } from '../texts/template-editor.ts'
import { Alert } from '../../../ui/alert.tsx'
import { NoticeChoice } from './notice-choice.tsx'
import type { Recovered } from './use-editing.ts'

type Props = { recovered: Recovered; onDiscard: () => void; onKeep: () => void }

/** What was recovered, and what happens with either choice. */
export function RecoveredNotice({ recovered, onDiscard, onKeep }: Props) {
  const words = useTemplateEditorTexts()
  const { dateTime } = useFormat()
  const { at, version, newest, changes } = recovered
  const counted = changes === null ? '' : words.draftChanges(changes)
  return (
    <Alert
      icon={<History />}
      title={words.draftTitle}
      action={<NoticeChoice no={words.discard} onNo={onDiscard} yes={words.storeDraft} onYes={onKeep} />}
    >
      <p>
        {words.draftText(dateTime(at), version)} {counted}
      </p>
      <p>
        {words.draftKeep} {words.draftDiscard(newest)}
      </p>
      {newest > version && <p>{words.draftNewer(newest)}</p>}
    </Alert>
  )
}
