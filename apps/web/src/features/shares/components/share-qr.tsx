import { Download, Printer } from 'lucide-react'
import { useMemo } from 'react'
import { useSharesTexts } from '../texts/shares.ts'
import { isLoopback } from '../../../shared/local-link-notice.tsx'
import { printSheet } from '../../../shared/print-sheet.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { saveBlob } from '../../../lib/files/download.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { qrPicture, qrPng, qrSvg } from '../../../lib/files/qr-picture.ts'

/** QR code of the link, for printing or for other messages. */
export function ShareQr({ url, nombre }: { url: string; nombre: string }) {
  const shares = useSharesTexts()
  const domain = useDomainTexts()
  const picture = useMemo(() => qrPicture(url), [url])
  const text = isLoopback(url) ? shares.qrLocal : shares.qrText
  const title = nombre.replace(/\.pdf$/i, '')
  const save = () => {
    qrPng(picture, 1024).then(
      (blob) => saveBlob(blob, `${shares.qrFile} ${title}.png`),
      () => toast.error(domain.tryAgainLater),
    )
  }
  const print = () =>
    printSheet(title, text, (sheet) => {
      sheet.body.style.textAlign = 'center'
      const svg = new DOMParser().parseFromString(qrSvg(picture, 320), 'image/svg+xml')
      return sheet.importNode(svg.documentElement, true)
    })
  return (
    <div className="flex flex-wrap items-center gap-4 rounded-lg border border-line p-4">
      <svg
        role="img"
        aria-label={shares.qrAlt}
        viewBox={`0 0 ${picture.size} ${picture.size}`}
        shapeRendering="crispEdges"
        width={120}
        height={120}
        className="shrink-0 bg-white"
      >
        <path d={picture.path} fill="#000" />
      </svg>
      <div className="flex min-w-0 flex-1 basis-56 flex-col gap-2">
        <p className="text-small text-ink-muted">{text}</p>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" icon={<Download />} onClick={save}>
            {shares.qrDownload}
          </Button>
          <Button size="sm" icon={<Printer />} onClick={print}>
            {shares.qrPrint}
          </Button>
        </div>
      </div>
    </div>
  )
}
