import { ChevronDown, TriangleAlert, X } from 'lucide-react'
import type { PdfFiles } from '../../features/signing/files/use-pdf-files.ts'
import { useSignFilesTexts } from '../../features/signing/texts/sign-files.ts'
import { useFormat } from '../../lib/texts/texts.tsx'
import { cn } from '../../ui/cn.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Stepper } from '../../ui/stepper.tsx'

type HeaderProps = {
  step: number
  at?: number
  /** Number of documents. */
  total?: number
  files?: PdfFiles['rows']
  /** On phones: the name of the document on the screen. */
  name?: string | undefined
  /** Opens the list of files, where there is no room for their column. */
  onFiles?: () => void
  onClose: () => void
}

/** Title and the four steps. */
export function SignHeader({ step, at = 0, total = 0, files = [], name, onFiles, onClose }: HeaderProps) {
  const texts = useSignFilesTexts()
  const { plural } = useFormat()
  const { steps } = texts
  const failed = files.some(({ state }) => state === 'failed')
  return (
    <>
      <IconButton label={texts.close} onClick={onClose} className="-ml-2">
        <X />
      </IconButton>
      <div className="min-w-0">
        <h1 className="truncate font-semibold">{name ?? texts.title}</h1>
        {files.length > 0 && (
          <div className="flex items-center gap-1 text-meta text-ink-muted">
            {name !== undefined && total > 1 && <span className="truncate">{texts.of(at + 1, total)} ·</span>}
            <span className="max-lg:hidden">{plural(files.length, texts.count)}</span>
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={onFiles}
              className={cn(
                'touch-target flex shrink-0 items-center gap-1 font-medium lg:hidden [&_svg]:size-3.5',
                failed ? 'text-error-ink' : 'text-gold-ink',
              )}
            >
              {failed && <TriangleAlert aria-hidden />} {plural(files.length, texts.count)} <ChevronDown aria-hidden />
            </button>
          </div>
        )}
      </div>
      <div className="mx-auto w-110 pr-4 max-[1320px]:hidden">
        <Stepper
          label={texts.stepsLabel}
          current={step}
          steps={(['files', 'place', 'key', 'sign'] as const).map((id) => ({ id, title: steps[id] }))}
        />
      </div>
    </>
  )
}
