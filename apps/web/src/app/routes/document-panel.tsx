import type { DocumentDetails } from '@foja/contracts/documents'
import type { SignatureReport } from '@foja/contracts/verification'
import { ChevronUp } from 'lucide-react'
import { SignaturesPanel } from '../../features/documents/components/signatures-panel.tsx'
import { VersionsPanel } from '../../features/documents/components/versions-panel.tsx'
import { SignPanel } from '../../features/signing/components/sign-panel.tsx'
import type { Signing } from '../../features/signing/use-signing.ts'
import { useFormat, useTexts } from '../../i18n/texts.tsx'
import { AppLink } from '../../domain/app-link.tsx'
import { paths } from '../../lib/paths.ts'
import { issuerUnknown } from '../../domain/describe-signature.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import type { DocumentTab } from '../document-tab.ts'
import { useMay } from '../use-may.ts'

type Props = {
  document: DocumentDetails
  tab: DocumentTab
  onTab: (tab: DocumentTab) => void
  signing: Signing
  onPlace: () => void
  /** On a phone: whether the sheet is up. */
  sheet: boolean
  onSheet: (open: boolean) => void
}

/** At the right, or a sheet at the foot of a phone: sign, what the signatures are worth, the versions. */
export function DocumentPanel({ document, tab, onTab, signing, onPlace, sheet, onSheet }: Props) {
  const { documents } = useTexts()
  const { number } = useFormat()
  const mayTrust = useMay('trust.manage')
  const maySign = document.paginas !== null && document.actions.includes('sign')
  const tabs = [
    ...(maySign ? [{ value: 'firmar' as const, label: documents.tabs.firmar }] : []),
    { value: 'firmas' as const, label: documents.tabs.firmas, count: number(document.signatures.count) },
    { value: 'versiones' as const, label: documents.tabs.versiones, count: number(document.versions.length) },
  ]
  const repair = (signature: SignatureReport) => (mayTrust && issuerUnknown(signature) ? <TrustIssuer /> : undefined)
  const scroll = 'min-h-0 flex-1 overflow-y-auto p-5 max-md:p-4'
  return (
    <aside
      aria-label={documents.panel}
      className={cn(
        'flex w-93 shrink-0 flex-col border-l border-line bg-panel max-lg:w-80',
        'max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-30 max-md:w-full max-md:rounded-t-2xl max-md:border-t max-md:border-l-0 max-md:shadow-float max-md:pb-[env(safe-area-inset-bottom)]',
        sheet ? 'max-md:max-h-[62dvh]' : 'max-md:h-auto',
      )}
    >
      <button
        type="button"
        aria-expanded={sheet}
        onClick={() => onSheet(!sheet)}
        className="flex min-h-6 w-full flex-col items-center justify-center gap-1 pt-2.5 md:hidden"
      >
        <span aria-hidden className="h-1 w-12 rounded-full bg-control" />
        {sheet ? (
          <span className="sr-only">{documents.panel}</span>
        ) : (
          <span className="flex items-center gap-2 py-3 font-semibold">
            <ChevronUp aria-hidden className="size-4.5" /> {documents.openPanel}
          </span>
        )}
      </button>
      <Tabs
        label={documents.panel}
        tabs={tabs}
        value={tab}
        onValueChange={onTab}
        className={cn('flex min-h-0 flex-1 flex-col', !sheet && 'max-md:hidden')}
      >
        {maySign && (
          <TabPanel value="firmar" className="flex min-h-0 flex-1 flex-col">
            <SignPanel document={document} signing={signing} onPlace={onPlace} />
          </TabPanel>
        )}
        <TabPanel value="firmas" className={scroll}>
          <SignaturesPanel document={document} repair={repair} />
        </TabPanel>
        <TabPanel value="versiones" className={scroll}>
          <VersionsPanel document={document} />
        </TabPanel>
      </Tabs>
    </aside>
  )
}

function TrustIssuer() {
  const { verdict } = useTexts()
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-small text-ink-muted">{verdict.trustText}</p>
      <Button asChild size="sm">
        <AppLink to={paths.trustAnchors()}>{verdict.trust}</AppLink>
      </Button>
    </div>
  )
}
