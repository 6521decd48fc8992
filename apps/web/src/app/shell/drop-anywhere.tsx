import { FileUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { carriesFiles, handOver, isPdfFile, takeDrops, takeEarlyDrop } from '../../lib/files/dropped-pdfs.ts'
import { paths } from '../../lib/router/paths.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { useShellTexts } from '../../shared/texts/shell.ts'
import { dropTarget } from '../../ui/use-file-picker.tsx'
import { toast } from '../../ui/toast-store.ts'

const findDialog = () => document.querySelector('[role=dialog], [role=alertdialog]')

/**
 * Takes PDFs dropped anywhere: for the drop zone of the page if it has one, else to be signed.
 */
export function DropAnywhere() {
  const texts = useShellTexts()
  const navigate = useNavigate()
  const [over, setOver] = useState(false)
  useEffect(takeDrops, [])
  useEffect(() => {
    const end = new AbortController()
    const { signal } = end
    const take = (files: File[]) => {
      const pdfs = files.filter(isPdfFile)
      const target = dropTarget()
      if (target !== undefined) target(files)
      else if (pdfs.length === 0) toast.error(texts.dropOnlyPdf)
      else {
        handOver(pdfs)
        void navigate({ href: paths.sign() })
      }
    }
    const early = takeEarlyDrop()
    if (early.length > 0) take(early)
    window.addEventListener(
      'dragover',
      (event) => {
        if (!carriesFiles(event)) return
        // A drop zone under the pointer takes it.
        setOver(!event.defaultPrevented && findDialog() === null)
        event.preventDefault()
      },
      { signal },
    )
    // Without a related target the pointer left the window.
    window.addEventListener('dragleave', (event) => event.relatedTarget === null && setOver(false), { signal })
    window.addEventListener(
      'drop',
      (event) => {
        setOver(false)
        if (event.defaultPrevented || !carriesFiles(event)) return
        event.preventDefault()
        const dialog = findDialog()
        if (dialog !== null) {
          // Beside the drop zone of the dialog itself.
          if (dialog.querySelector('input[type=file]') === null) toast.warning(texts.dropBehindDialog)
          return
        }
        take(Array.from(event.dataTransfer?.files ?? []))
      },
      { signal },
    )
    return () => end.abort()
  }, [navigate, texts])
  if (!over) return null
  return (
    <div
      aria-hidden
      className="pointer-events-none fixed inset-3 z-50 flex items-center justify-center rounded-xl border-2 border-dashed border-gold-ink bg-selected/90"
    >
      <p className="flex items-center gap-3 text-title font-semibold">
        <FileUp className="size-7 text-gold-ink" /> {texts.dropToSign}
      </p>
    </div>
  )
}
