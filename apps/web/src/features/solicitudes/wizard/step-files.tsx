import { ArrowUp, FileText, FileWarning, Image, RotateCcw, X } from 'lucide-react'
import { useCallback, useRef } from 'react'
import { useFormat, useTexts } from '../../../i18n/texts.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { CardList, CardRow } from '../../../ui/card.tsx'
import { Dropzone } from '../../../ui/dropzone.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Select } from '../../../ui/select.tsx'
import { FileTile, IconTile } from '../../../ui/tile.tsx'
import { accept, limits } from './check-file.ts'
import type { DraftFile } from './draft.ts'
import type { Wizard } from './use-wizard.ts'

/** Step 2: the files, each with its type and what is wrong with it. */
export function StepFiles(props: Wizard) {
  const { draft, addFiles, notice, kept, ready } = props
  const { wizard } = useTexts()
  const latest = useRef(addFiles)
  latest.current = addFiles
  const take = useCallback((files: File[]) => latest.current(files), [])
  return (
    <div className="flex flex-col gap-4">
      <Dropzone onFiles={take} accept={accept} paste disabled={!ready || draft.files.length >= limits.files} />
      {notice !== null && <Alert variant="warning" title={notice} />}
      {!kept && draft.files.length > 0 && <Alert variant="info">{wizard.memoryOnly}</Alert>}
      {draft.files.length > 0 && (
        <CardList className="-mx-5 -mb-5 border-t border-line max-sm:-mx-4 max-sm:-mb-4">
          {draft.files.map((file, at) => (
            <FileRow key={file.id_solicitud} {...props} file={file} at={at} />
          ))}
        </CardList>
      )}
    </div>
  )
}

const isImage = (name: string) => /\.(png|jpe?g|webp)$/i.test(name)

function FileRow({
  file,
  at,
  draft,
  update,
  faultOf,
  removeFile,
  replaceFile,
  ready,
}: Wizard & { file: DraftFile; at: number }) {
  const { wizard } = useTexts()
  const { bytes } = useFormat()
  const input = useRef<HTMLInputElement>(null)
  const id = file.id_solicitud
  const fault = ready ? faultOf(id) : null
  const moveUp = () => {
    const files = [...draft.files]
    const [row] = files.splice(at, 1)
    if (row !== undefined) files.splice(at - 1, 0, row)
    update({ files })
  }
  const setType = (tipo: string) =>
    update({ files: draft.files.map((one) => (one.id_solicitud === id ? { ...one, tipo } : one)) })
  return (
    <CardRow className="flex-wrap py-3">
      {fault === null ? (
        <FileTile>{isImage(file.name) ? <Image /> : <FileText />}</FileTile>
      ) : (
        <IconTile tone="error">
          <FileWarning />
        </IconTile>
      )}
      <div className="min-w-40 flex-1">
        <p className="font-medium wrap-anywhere">{file.name}</p>
        {fault === null ? (
          <p className="text-small text-ink-muted">{bytes(file.size)}</p>
        ) : (
          <p role="alert" className="text-small text-error-ink">
            {fault}
          </p>
        )}
      </div>
      <div className="flex items-center gap-1 max-sm:w-full">
        {fault === null ? (
          <Select
            label={wizard.typeOf(file.name)}
            placeholder={wizard.typePlaceholder}
            value={file.tipo}
            onValueChange={setType}
            options={wizard.types.map((type) => ({ value: type, label: type }))}
            className="w-36 max-sm:flex-1"
          />
        ) : (
          <Button icon={<RotateCcw />} onClick={() => input.current?.click()} className="max-sm:flex-1">
            {wizard.chooseAgain}
          </Button>
        )}
        <input
          ref={input}
          type="file"
          hidden
          accept={accept}
          onChange={(event) => {
            const next = event.target.files?.[0]
            if (next !== undefined) replaceFile(id, next)
            event.target.value = ''
          }}
        />
        <IconButton label={wizard.moveUp(file.name)} disabled={at === 0} onClick={moveUp}>
          <ArrowUp />
        </IconButton>
        <IconButton label={wizard.removeFile(file.name)} onClick={() => removeFile(id)}>
          <X />
        </IconButton>
      </div>
    </CardRow>
  )
}
