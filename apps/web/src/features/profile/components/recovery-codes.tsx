import { Download, Printer } from 'lucide-react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useSecurityTexts } from '../texts/security.ts'
import { saveBlob } from '../../../lib/files/download.ts'
import { useSession } from '../../../lib/session/session.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'

/**
 * Prints the recovery codes alone on a page. Uses an own frame, so that the page stays as it is, and the CSSOM, because
 * of the CSP.
 */
function printCodes(codes: readonly string[], title: string, note: string): void {
  const frame = document.createElement('iframe')
  frame.style.cssText = 'position:fixed;width:0;height:0;border:0;visibility:hidden'
  frame.setAttribute('aria-hidden', 'true')
  document.body.append(frame)
  const { contentDocument: sheet, contentWindow: view } = frame
  if (sheet === null || view === null) return frame.remove()
  const part = (name: 'h1' | 'p' | 'pre', text: string, style: string) => {
    const node = sheet.createElement(name)
    node.textContent = text
    node.style.cssText = style
    sheet.body.append(node)
  }
  part('h1', title, 'font:600 18pt sans-serif;margin:0 0 12pt')
  part('pre', codes.join('\n'), 'font:14pt/1.8 monospace')
  part('p', note, 'font:10pt sans-serif;overflow-wrap:anywhere')
  sheet.body.style.cssText = 'margin:24pt'
  sheet.title = title
  view.addEventListener('afterprint', () => frame.remove())
  view.print()
}

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
        <Button size="sm" icon={<Printer />} onClick={() => printCodes(codes, security.codesFile, note)}>
          {security.printCodes}
        </Button>
      </div>
    </div>
  )
}
