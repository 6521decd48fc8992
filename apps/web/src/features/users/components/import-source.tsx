import { Download } from 'lucide-react'
import { useState } from 'react'
import { useUserImportTexts } from '../texts/user-import.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { csvBlob, writeCsv } from '../../../lib/files/csv-text.ts'
import { saveBlob } from '../../../lib/files/download.ts'
import { useSession } from '../../../lib/session/session.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dropzone } from '../../../ui/dropzone.tsx'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/input.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { rolesToGive } from '../user-draft.ts'

type Props = { disabled: boolean; onFile: (file: File) => void; onText: (text: string) => void }

/** A file or pasted rows, and a template to fill in. */
export function ImportSource({ disabled, onFile, onText }: Props) {
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
