import { Download, Printer } from 'lucide-react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useSecurityTexts } from '../texts/security.ts'
import { printSheet } from '../../../shared/print-sheet.ts'
import { saveBlob } from '../../../lib/files/download.ts'
import { useSession } from '../../../lib/session/session.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'

/** Shows the recovery codes, which are available only now, with ways to save them. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const security = useSecurityTexts()
  const { date } = useFormat()
  const { data: session } = useSession()
  const note = security.codesFileText(session?.user.email ?? '', date(Date.now()))
  const save = () => {
    const text = `${security.codesFile}\n\n${codes.join('\n')}\n\n${note}\n`
    saveBlob(new Blob([text], { type: 'text/plain;charset=utf-8' }), `${security.codesFile}.txt`)
  }
  const print = () =>
    printSheet(security.codesFile, note, (sheet) => {
      const list = sheet.createElement('pre')
      list.textContent = codes.join('\n')
      list.style.cssText = 'font:14pt/1.8 monospace'
      return list
    })
  return (
    <div className="flex flex-col gap-4">
      <ul
        aria-label={security.codesLabel}
        className="grid grid-cols-2 gap-x-8 gap-y-2 rounded-lg border border-line bg-canvas p-4 text-center"
      >
        {codes.map((code) => (
          <li key={code} className="code text-ink">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton variant="secondary" text={codes.join('\n')} label={security.copyCodes} />
        <Button size="sm" icon={<Download />} onClick={save}>
          {security.downloadCodes}
        </Button>
        <Button size="sm" icon={<Printer />} onClick={print}>
          {security.printCodes}
        </Button>
      </div>
    </div>
  )
}
