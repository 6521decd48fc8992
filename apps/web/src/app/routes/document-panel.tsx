import type { DocumentDetails } from '@foja/contracts/documents'
import type { ReactNode } from 'react'
import type { Signing } from '../../features/signing/use-signing.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useFormat } from '../../lib/texts/texts.tsx'
import { useDocumentsTexts } from '../../shared/texts/documents.ts'
import { SidePanel } from '../../shared/side-panel.tsx'
import { SkeletonForm, SkeletonList } from '../../ui/skeleton.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import type { DocumentTab } from '../route-search.ts'
import { useMay } from '../../shared/use-may.ts'

// The content of a tab is loaded when it opens.
const SignPanel = lazyPart(async () => (await import('../../features/signing/components/sign-panel.tsx')).SignPanel)
const Signatures = lazyPart(async () => (await import('./document-checks.tsx')).Signatures)
const Versions = lazyPart(
  async () => (await import('../../features/documents/components/versions-panel.tsx')).VersionsPanel,
)
const Emails = lazyPart(async () => (await import('../../features/emails/components/emails-panel.tsx')).EmailsPanel)

type Props = {
  document: DocumentDetails
  tab: DocumentTab
  onTab: (tab: DocumentTab) => void
  /** The version on the screen. */
  version: number
  onVersion: (version: number | undefined) => void
  onEmail: () => void
  signing: Signing
  onPlace: () => void
  /** On phones: the sheet is open. */
  sheet: boolean
  onSheet: (open: boolean) => void
  /** On phones: what floats above the sheet. */
  above?: ReactNode
}

/** The side panel, a bottom sheet on phones: signing, signatures and versions. */
export function DocumentPanel(props: Props) {
  const { document, tab, onTab, version, onVersion, onEmail, signing, onPlace, sheet, onSheet, above } = props
  const documents = useDocumentsTexts()
  const { number } = useFormat()
  const seesOutbox = useMay('outbox.read')
  const isPdf = document.paginas !== null
  const maySign = isPdf && document.actions.includes('sign')
  const tabs = [
    ...(maySign ? [{ value: 'firmar' as const, label: documents.tabs.firmar }] : []),
    ...(isPdf
      ? [{ value: 'firmas' as const, label: documents.tabs.firmas, count: number(document.signatures.count) }]
      : []),
    { value: 'versiones' as const, label: documents.tabs.versiones, count: number(document.versions.length) },
    ...(document.actions.includes('email') ? [{ value: 'correos' as const, label: documents.tabs.correos }] : []),
  ]
  const scroll = 'min-h-0 flex-1 overflow-y-auto p-5 max-md:p-4'
  return (
    <SidePanel
      label={documents.panel}
      openLabel={isPdf ? documents.openPanel : documents.tabs.versiones}
      open={sheet}
      onOpen={onSheet}
      above={above}
      // Only the signatures are printed.
      print={tab === 'firmas' ? 'flow' : 'hide'}
      // A signing error needs room for its solutions; lists have the same height while they load.
      className={
        tab !== 'firmar' ? 'max-md:h-[50dvh]' : signing.error === null ? 'max-md:max-h-[62dvh]' : 'max-md:max-h-[85dvh]'
      }
    >
      <Tabs
        label={documents.panel}
        tabs={tabs}
        value={tab}
        onValueChange={onTab}
        className="flex min-h-0 flex-1 flex-col"
      >
        {maySign && (
          <TabPanel value="firmar" className="flex min-h-0 flex-1 flex-col">
            <SignPanel fallback={<SkeletonForm />} document={document} signing={signing} onPlace={onPlace} />
          </TabPanel>
        )}
        <TabPanel value="firmas" className={scroll} data-print="flow">
          <Signatures fallback={<SkeletonList rows={2} className="-mx-5" />} document={document} />
        </TabPanel>
        <TabPanel value="versiones" className={scroll}>
          <Versions
            fallback={<SkeletonList rows={2} className="-mx-5" />}
            document={document}
            seen={version}
            onSee={(next) => onVersion(next === document.version ? undefined : next)}
          />
        </TabPanel>
        <TabPanel value="correos" className={scroll}>
          <Emails
            fallback={<SkeletonList rows={2} className="-mx-5" />}
            idDocumento={document.id_documento}
            onSend={onEmail}
            seesOutbox={seesOutbox}
          />
        </TabPanel>
      </Tabs>
    </SidePanel>
  )
}
