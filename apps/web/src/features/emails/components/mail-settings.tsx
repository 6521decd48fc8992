import type { MailSettings } from '@foja/contracts/mail-settings'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { isUnreported, problemOf } from '../../../lib/api/call.ts'
import { LoadFailed } from '../../../shared/load-failed.tsx'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/details.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { SkeletonForm } from '../../../ui/skeleton.tsx'
import { useUiTexts } from '../../../ui/texts/ui.ts'
import { refreshEmails } from '../api/emails.ts'
import { mailSettingsQuery, removeMailSettings, sendTestMail } from '../api/mail-settings.ts'
import { useMailSettingsTexts } from '../texts/mail-settings.ts'
import { MailServerForm } from './mail-server-form.tsx'

/** The mail server, for admins. */
export function MailSettingsModal({ onClose }: { onClose: () => void }) {
  const texts = useMailSettingsTexts()
  const { data, isLoadingError, error, refetch } = useQuery(mailSettingsQuery)
  const [editing, setEditing] = useState(false)
  if (data !== undefined && data.source !== 'environment' && (data.settings === null || editing)) {
    return (
      <MailServerForm
        settings={data.settings}
        onClose={() => (editing ? setEditing(false) : onClose())}
        onSaved={() => setEditing(false)}
      />
    )
  }
  if (data?.settings != null) return <InUse data={data} onEdit={() => setEditing(true)} onClose={onClose} />
  return (
    <Modal open onOpenChange={onClose} title={texts.title}>
      {isLoadingError ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonForm className="px-0!" />
      )}
    </Modal>
  )
}

type InUseProps = { data: MailSettings; onEdit: () => void; onClose: () => void }

/** The settings in use, a test message, and for stored settings their change and removal. */
function InUse({ data: { source, settings }, onEdit, onClose }: InUseProps) {
  const texts = useMailSettingsTexts()
  const ui = useUiTexts()
  const domain = useDomainTexts()
  const queries = useQueryClient()
  const test = useMutation({ mutationFn: sendTestMail })
  const [removing, setRemoving] = useState(false)
  const remove = useMutation({
    mutationFn: removeMailSettings,
    onSuccess: async (reply) => {
      queries.setQueryData(mailSettingsQuery.queryKey, reply)
      onClose()
      await refreshEmails(queries)
    },
  })
  if (settings === null) return null
  const own = source === 'product'
  const { host, port, security, username, from_name, from_address, usable } = settings
  const failure = [remove.error, test.error].find(isUnreported)
  return (
    <Modal
      open
      busy={test.isPending || remove.isPending}
      onOpenChange={onClose}
      title={texts.title}
      description={own ? texts.ownText : texts.environmentText}
      footer={
        removing ? (
          <>
            <Button variant="ghost" onClick={() => setRemoving(false)}>
              {ui.cancel}
            </Button>
            <Button variant="danger" loading={remove.isPending} onClick={() => remove.mutate()}>
              {texts.removeYes}
            </Button>
          </>
        ) : (
          <>
            {own && (
              <>
                <Button variant="ghost" onClick={() => setRemoving(true)}>
                  {texts.remove}
                </Button>
                <Button onClick={onEdit}>{texts.change}</Button>
              </>
            )}
            {usable && (
              <Button variant="primary" icon={<Send />} loading={test.isPending} onClick={() => test.mutate()}>
                {texts.test}
              </Button>
            )}
          </>
        )
      }
    >
      <div className="flex flex-col gap-4 pb-2">
        {!usable && (
          <Alert variant="error" title={texts.unusableTitle}>
            {texts.unusableText}
          </Alert>
        )}
        <Facts
          items={[
            { label: texts.host, value: `${host}:${port}` },
            { label: texts.security, value: texts.securities[security] },
            { label: texts.username, value: username ?? texts.noUser },
            { label: texts.from, value: from_name === '' ? from_address : `${from_name} <${from_address}>` },
          ]}
        />
        {test.data?.sent === true && (
          <Alert variant="success" title={texts.sent(test.data.to)}>
            {texts.sentText}
          </Alert>
        )}
        {test.data?.sent === false && (
          <Alert variant="error" title={texts.notSent}>
            {test.data.reason}
            {test.data.server_reply !== null && (
              <p className="mt-1 text-small wrap-anywhere">
                {texts.reply} <span className="code">{test.data.server_reply}</span>
              </p>
            )}
          </Alert>
        )}
        {failure !== undefined && (
          <Alert variant="error" title={problemOf(failure)?.title ?? domain.loadFailedTitle}>
            {problemOf(failure)?.detail ?? domain.tryAgainLater}
          </Alert>
        )}
        {removing && <Alert variant="warning">{texts.removeText}</Alert>}
      </div>
    </Modal>
  )
}
