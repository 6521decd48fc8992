import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Download } from 'lucide-react'
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
import type { ImportReply } from '../api/users.ts'
import { mostRows } from '../import/read-people.ts'
import { useImport } from '../import/use-import.ts'
import { ImportRows } from './import-rows.tsx'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { csvBlob, writeCsv } from '../../../lib/files/csv.ts'
import { saveBlob } from '../../../lib/files/download.ts'
import { Dropzone } from '../../../ui/dropzone.tsx'
import { Textarea } from '../../../ui/input.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { rolesToGive } from '../user-draft.ts'

type ImportSourceProps = { disabled: boolean; onFile: (file: File) => void; onText: (text: string) => void }

/** A file or pasted rows, and a template to fill in. */
function ImportSource({ disabled, onFile, onText }: ImportSourceProps) {
  const texts = useUserImportTexts()
  const domain = useDomainTexts()
  const { data: session } = useSession()
  const [source, setSource] = useState<'file' | 'paste'>('file')
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(false)
  const user = session?.user
  const given = user === undefined ? [] : rolesToGive(user, user.id_company ?? '').map((role) => domain.roles[role])
  const model = () => saveBlob(csvBlob(writeCsv(texts.modelRows, ';')), texts.modelName)
  const check = () => {
    setMissing(text.trim() === '')
    if (text.trim() !== '') onText(text)
  }
  return (
    <>
      <SegmentedControl
        block
        label={texts.from}
        value={source}
        onValueChange={setSource}
        options={(['file', 'paste'] as const).map((value) => ({ value, label: texts.sources[value] }))}
      />
      {source === 'file' ? (
        <Dropzone
          multiple={false}
          disabled={disabled}
          accept=".csv,.tsv,.txt,text/csv"
          title={texts.dropTitle}
          hint={texts.dropHint}
          onFiles={([file]) => file !== undefined && onFile(file)}
        />
      ) : (
        <div className="flex flex-col items-start gap-3">
          <Field
            label={texts.paste}
            hint={texts.pasteHint}
            error={missing ? texts.pasteMissing : undefined}
            className="w-full"
          >
            <Textarea
              rows={6}
              wrap="off"
              value={text}
              onChange={(event) => {
                setText(event.target.value)
                setMissing(false)
              }}
            />
          </Field>
          <Button disabled={disabled} onClick={check}>
            {texts.check}
          </Button>
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <h3 className="text-small font-medium">{texts.columnsTitle}</h3>
          <p className="text-small text-ink-muted">{texts.columnsText(given.join(', '))}</p>
        </div>
        <Button size="sm" icon={<Download />} onClick={model}>
          {texts.model}
        </Button>
      </div>
    </>
  )
}

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
          <Alert variant="error" button={{ label: texts.check, onClick: list.again }}>
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
