import { FolderOpen, KeyRound } from 'lucide-react'
import { useState, type DragEvent } from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { cn } from '../../../ui/cn.ts'
import { Disclosure } from '../../../ui/details.tsx'
import { Field } from '../../../ui/field.tsx'
import { useFilePicker } from '../../../ui/use-file-picker.tsx'
import { maskIdentification } from '../identification.ts'
import { useRecipientTexts } from '../texts/recipient.ts'
import type { Sitting } from '../use-sitting.ts'

type Props = { sitting: Sitting; nombre: string; identificacion: string | null }

/** The file of the key, and whose it has to be. */
export function KeyFile({ sitting, nombre, identificacion }: Props) {
  const { key: texts } = useRecipientTexts()
  const { bytes } = useFormat()
  const [over, setOver] = useState(false)
  const { file, faults, busy, choose } = sitting
  const take = ([first]: readonly File[]) => {
    if (first !== undefined) choose(first)
  }
  const { input, open } = useFilePicker({
    onFiles: take,
    // Phones know the file by its type, which some of them do not know.
    accept: '.p12,.pfx,application/x-pkcs12,application/octet-stream',
    label: texts.file,
  })
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(Array.from(event.dataTransfer.files))
  }
  return (
    <div className="flex flex-col gap-1">
      <Field
        label={texts.file}
        group
        error={faults.file}
        hint={identificacion === null ? undefined : texts.mustBe(nombre, maskIdentification(identificacion))}
      >
        {input}
        <button
          type="button"
          disabled={busy}
          onClick={open}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
          className={cn(
            'flex min-h-16 w-full items-center gap-3 rounded-lg border bg-panel px-3 py-2 text-left hover:bg-muted disabled:opacity-60',
            file === null ? 'border-dashed border-control' : 'border-control',
            over && 'border-gold-ink bg-selected',
          )}
        >
          <span
            aria-hidden
            className="flex size-10 shrink-0 items-center justify-center rounded-lg bg-soft-primary text-on-soft-primary [&_svg]:size-5"
          >
            {file === null ? <FolderOpen /> : <KeyRound />}
          </span>
          {file === null ? (
            <span className="font-semibold">{texts.choose}</span>
          ) : (
            <>
              <span className="min-w-0 flex-1">
                <span className="block truncate font-semibold">{file.name}</span>
                <span className="block text-small text-ink-muted">{bytes(file.size)}</span>
              </span>
              <span className="font-medium text-gold-ink">{texts.change}</span>
            </>
          )}
        </button>
      </Field>
      {faults.file !== null && identificacion !== null && (
        <p className="text-small text-ink-muted">{texts.mustBe(nombre, maskIdentification(identificacion))}</p>
      )}
      {file === null && (
        <Disclosure summary={texts.notFound}>
          <p className="text-small text-pretty text-ink-muted">{texts.notFoundText}</p>
        </Disclosure>
      )}
    </div>
  )
}
