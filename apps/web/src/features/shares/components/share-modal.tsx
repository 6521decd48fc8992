import { useState } from 'react'
import { useSharesTexts } from '../texts/shares.ts'
import { Modal } from '../../../ui/modal.tsx'
import { TabPanel, Tabs } from '../../../ui/tabs.tsx'
import { NewShareForm } from './new-share-form.tsx'
import { PeopleForm } from './people-form.tsx'
import { ShareList } from './share-list.tsx'

type Shared = { id_documento: string; nombre: string }
export type ShareTab = 'link' | 'people'

type Props = {
  document: Shared | null
  onClose: () => void
  /** The allowed tabs; the first one is open. */
  tabs?: readonly ShareTab[]
}

/** Shares a document by public link or with users of the company. */
export function ShareModal({ document, onClose, tabs = ['link'] }: Props) {
  const shares = useSharesTexts()
  return (
    <Modal
      open={document !== null}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={shares.title(document?.nombre ?? '')}
    >
      {document !== null && <Ways key={document.id_documento} document={document} tabs={tabs} />}
    </Modal>
  )
}

function Ways({ document, tabs }: { document: Shared; tabs: readonly ShareTab[] }) {
  const shares = useSharesTexts()
  const [tab, setTab] = useState<ShareTab>(tabs[0] ?? 'link')
  if (tabs.length < 2) {
    return tab === 'link' ? <Links document={document} /> : <PeopleForm idDocumento={document.id_documento} />
  }
  return (
    <Tabs
      className="-mx-5 -mt-3"
      label={shares.tabsLabel}
      tabs={(['link', 'people'] as const).map((value) => ({ value, label: shares.tabs[value] }))}
      value={tab}
      onValueChange={setTab}
    >
      <TabPanel value="link" className="px-5 pt-4">
        <Links document={document} />
      </TabPanel>
      <TabPanel value="people" className="px-5 pt-4">
        <PeopleForm idDocumento={document.id_documento} />
      </TabPanel>
    </Tabs>
  )
}

function Links({ document }: { document: Shared }) {
  const shares = useSharesTexts()
  return (
    <div className="flex flex-col gap-5 pb-2">
      <p className="text-ink-muted">{shares.text}</p>
      <NewShareForm document={document} />
      <ShareList idDocumento={document.id_documento} />
    </div>
  )
}
