import type { Template } from '@foja/contracts/templates'
import { Archive, CloudAlert, History, Smartphone, TextSearch } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTemplateEditorTexts } from '../texts/template-editor.ts'
import { useUiTexts } from '../../../ui/texts/ui.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { touchRoom } from './touch-room.ts'
import type { Recovered } from './use-editing.ts'
import type { useFoundFields } from './use-found-fields.ts'
import type { Saving } from './use-save.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'

type NoticeChoiceProps = {
  no: string
  onNo: () => void
  /** Without it there is only the `no` button. */
  yes?: string | undefined
  onYes: () => void
  busy?: boolean
}

/** The two buttons of a notice: a quiet one and a secondary one. */
function NoticeChoice({ no, onNo, yes, onYes, busy = false }: NoticeChoiceProps) {
  return (
    <span className="flex flex-wrap gap-2">
      <Button size="sm" variant="ghost" onClick={onNo}>
        {no}
      </Button>
      {yes !== undefined && (
        <Button size="sm" loading={busy} onClick={onYes}>
          {yes}
        </Button>
      )}
    </span>
  )
}

type RecoveredNoticeProps = { recovered: Recovered; onDiscard: () => void; onKeep: () => void }

/** What was recovered, and what happens with either choice. */
function RecoveredNotice({ recovered, onDiscard, onKeep }: RecoveredNoticeProps) {
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

type Props = {
  template: Template
  phone: boolean
  /** The older version being viewed. */
  viewing: Template | undefined
  onNewest: () => void
  onRestore: () => void
  restoring: boolean
  /** A recovered draft, or null. */
  recovered: Recovered | null
  onDiscard: () => void
  onKeep: () => void
  found: ReturnType<typeof useFoundFields>
  saving: Saving
}

/** Notices above the pages. */
export function EditorNotices(props: Props) {
  const { template, phone, viewing, found, saving, recovered } = props
  const words = useTemplateEditorTexts()
  const ui = useUiTexts()
  const notices: ReactNode[] = []
  if (viewing !== undefined) notices.push(<ViewingNotice key="viewing" {...props} viewing={viewing} />)
  else if (template.archived) {
    notices.push(
      <Alert key="archived" variant="warning" icon={<Archive />} title={words.archivedTitle}>
        {words.archivedText}
      </Alert>,
    )
  } else if (phone && template.actions.includes('edit')) {
    notices.push(
      <Alert key="phone" icon={<Smartphone />}>
        {words.phoneText}
      </Alert>,
    )
  }
  if (recovered !== null && viewing === undefined) {
    notices.push(
      <RecoveredNotice key="recovered" recovered={recovered} onDiscard={props.onDiscard} onKeep={props.onKeep} />,
    )
  }
  if (found.found !== null && viewing === undefined) {
    const { fields, skipped } = found.found
    notices.push(
      <Alert
        key="found"
        icon={<TextSearch />}
        title={words.foundTitle(fields.length)}
        action={<NoticeChoice no={words.foundNot} onNo={found.dismiss} yes={words.foundAdd} onYes={found.add} />}
      >
        {words.foundText} {skipped > 0 && words.foundSkipped(skipped)}
      </Alert>,
    )
  }
  if (saving.failure !== null) {
    const { problem } = saving.failure
    notices.push(
      <Alert
        key="failure"
        variant="error"
        icon={<CloudAlert />}
        title={problem?.title ?? words.notSavedTitle}
        button={{ label: ui.close, onClick: saving.clearFailure }}
      >
        {problem?.detail ?? words.notSaved}
        {(problem?.errors ?? []).slice(0, 5).map(({ field, message }) => (
          <p key={`${field} ${message}`}>{message}</p>
        ))}
      </Alert>,
    )
  }
  if (notices.length === 0) return null
  return <div className={cn('flex flex-col gap-2 p-3', touchRoom)}>{notices}</div>
}

function ViewingNotice({ template, viewing, onNewest, onRestore, restoring, phone }: Props & { viewing: Template }) {
  const words = useTemplateEditorTexts()
  return (
    <Alert
      icon={<History />}
      title={words.viewing(viewing.version)}
      action={
        <NoticeChoice
          no={words.newest}
          onNo={onNewest}
          yes={template.actions.includes('edit') && !phone ? words.restore : undefined}
          onYes={onRestore}
          busy={restoring}
        />
      }
    />
  )
}
