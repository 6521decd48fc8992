import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { companiesQuery } from '../../../shared/companies.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useUserImportTexts } from '../texts/user-import.ts'
import { useUiTexts } from '../../../ui/texts/ui.ts'
import { useSession } from '../../../lib/session/session.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { Select } from '../../../ui/select.tsx'
import { toast } from '../../../ui/toast-store.ts'
import type { ImportReply } from '../api/import-users.ts'
import { mostRows } from '../import/read-people.ts'
import { useImport } from '../import/use-import.ts'
import { ImportRows } from './import-rows.tsx'
import { ImportSource } from './import-source.tsx'

type Props = { companies: boolean; onClose: () => void }

/**
 * Imports users from a list: read, validated row by row, created. If some rows are wrong, the valid ones can be created
 * without them.
 */
export function ImportModal({ companies, onClose }: Props) {
  const texts = useUserImportTexts()
  const ui = useUiTexts()
  const { plural } = useFormat()
  const { data: session } = useSession()
  const [company, setCompany] = useState(session?.user.id_company ?? '')
  const [heldReply, setHeldReply] = useState<ImportReply | null>(null)
  const list = useImport(companies && company !== '' ? company : undefined, (reply) => {
    if (reply.invitations === 'held') return setHeldReply(reply)
    toast.success(texts.done(reply.created), { description: texts.queued })
    return onClose()
  })
  const { checked, checking, creating, fault, earlier } = list
  const wrong = checked !== null && checked.errors.length > 0
  if (heldReply !== null) {
    return (
      <Modal
        open
        onOpenChange={onClose}
        title={texts.heldTitle(plural(heldReply.created, texts.people))}
        description={texts.heldText}
        footer={
          <Button variant="primary" onClick={onClose}>
            {texts.close}
          </Button>
        }
      />
    )
  }
  return (
    <Modal
      open
      variant="wide"
      busy={creating}
      onOpenChange={onClose}
      title={texts.title}
      description={texts.text}
      footer={
        <>
          {list.list !== null && (
            <Button className="mr-auto" disabled={creating} onClick={list.clear}>
              {texts.another}
            </Button>
          )}
          <Button variant="ghost" disabled={creating} onClick={onClose}>
            {earlier === null ? ui.cancel : ui.close}
          </Button>
          {checked !== null && checked.ready > 0 && (
            <Button
              variant={wrong ? 'secondary' : 'primary'}
              disabled={checking}
              loading={creating}
              onClick={list.create}
            >
              {wrong ? texts.submitReady(checked.ready) : texts.submit(plural(checked.ready, texts.people))}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4 pb-1">
        {list.failure !== null && (
          <Alert
            variant="error"
            action={
              <Button size="sm" onClick={list.again}>
                {texts.check}
              </Button>
            }
          >
            {list.failure}
          </Alert>
        )}
        {earlier !== null && (
          <Alert
            variant="success"
            title={
              earlier.invitations === 'held'
                ? texts.heldTitle(plural(earlier.created, texts.people))
                : texts.done(earlier.created)
            }
          >
            {earlier.invitations === 'held' ? texts.heldText : texts.queued}{' '}
            {(checked === null || wrong) && texts.restWaits}
          </Alert>
        )}
        {fault !== null && (
          <Alert variant="error">
            {fault.code === 'tooMany' ? texts.faults.tooMany(fault.count, mostRows) : texts.faults[fault.code]}
          </Alert>
        )}
        {list.list === null ? (
          <>
            {companies && <CompanyChoice value={company} onChange={setCompany} />}
            <ImportSource
              disabled={companies && company === ''}
              onFile={(file) => void list.takeFile(file)}
              onText={list.takeText}
            />
          </>
        ) : checking ? (
          <Progress label={texts.checking} before={texts.checking} value={undefined} />
        ) : (
          checked !== null && (
            <ImportRows
              key={earlier === null ? 'all' : 'rest'}
              list={list.list}
              errors={checked.errors}
              rest={earlier !== null}
            />
          )
        )}
      </div>
    </Modal>
  )
}

function CompanyChoice({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const texts = useUserImportTexts()
  const { data = [] } = useQuery(companiesQuery)
  const open = data.filter((company) => company.activa)
  return (
    <Field label={texts.company} hint={value === '' ? texts.companyMissing : undefined} required>
      <Select
        value={value}
        onValueChange={onChange}
        options={open.map(({ id, nombre }) => ({ value: id, label: nombre }))}
      />
    </Field>
  )
}
