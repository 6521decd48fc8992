import { Suspense, useEffect, useState } from 'react'
import { useSignMany } from '../../features/signing/batch/use-sign-many.ts'
import { sizeLimit, usePdfFiles } from '../../features/signing/files/use-pdf-files.ts'
import { useStampPlaces } from '../../features/signing/files/use-stamp-places.ts'
import { needsPlace } from '../../features/signing/sign-draft.ts'
import { useSignFilesTexts } from '../../features/signing/texts/sign-files.ts'
import { takeHandedOver } from '../../lib/files/dropped-pdfs.ts'
import { Dropzone } from '../../ui/dropzone.tsx'
import { lazyPart, useFetchAhead } from '../../ui/lazy-part.ts'
import { toast } from '../../ui/toast-store.ts'
import { useDropTarget } from '../../ui/use-file-picker.tsx'
import { AppPage } from '../app-page.tsx'
import { SignHeader } from './sign-header.tsx'

// Loaded with the first file, and with the first signature.
const Outcomes = lazyPart(async () => (await import('../../features/signing/batch/outcomes.tsx')).Outcomes)
const SignDesk = lazyPart(async () => (await import('./sign-desk.tsx')).SignDesk)
const HowSeen = lazyPart(async () => (await import('../../features/signing/files/how-seen.tsx')).HowSeen, 'quiet')
const SaveInCase = lazyPart(async () => (await import('../../features/signing/files/save-in-case.tsx')).SaveInCase)
const SignedPage = lazyPart(async () => (await import('../../features/signing/files/signed-page.tsx')).SignedPage)

type Props = {
  ids: readonly string[]
  onIds: (change: (ids: readonly string[]) => string[]) => void
  onCertificate: () => void
  onClose: () => void
}

/** Signing PDFs outside of a case file: files, place, key and signature on one screen. */
export function SignPage({ ids, onIds, onCertificate, onClose }: Props) {
  const texts = useSignFilesTexts()
  // The documents of the outcomes stay those of the run.
  const [own, setOwn] = useState(ids)
  const files = usePdfFiles(own, onIds)
  const { documents, add } = files
  // The connection may be lost while the files are signed.
  useFetchAhead(Outcomes, documents.length > 0)
  const places = useStampPlaces()
  const many = useSignMany(documents, (document, pages) => {
    const placed = places.placeOf(document.id_documento, pages)
    if (placed === null) return null
    return { page: placed.page, ...placed.rect }
  })
  const { phase, reset } = many
  const running = phase === 'running'
  if (own !== ids && !running) {
    setOwn(ids)
    if (phase === 'done' && own.join() !== ids.join()) reset()
  }
  useEffect(() => {
    if (running && own.join() !== ids.join()) onIds(() => [...own])
  }, [running, own, ids, onIds])
  useDropTarget(() => toast.warning(texts.running), running)
  // Files that were dropped on another page.
  useEffect(() => {
    const given = takeHandedOver()
    if (given.length > 0) add(given)
  }, [add])
  const isSigned = (id: string) => many.outcomes.get(id)?.state === 'signed'
  const saved = documents.filter(({ id_documento }) => isSigned(id_documento))
  const again = (keep: (id: string) => boolean) => () => {
    reset()
    onIds((before) => before.filter(keep))
  }
  if (phase === 'choosing')
    return files.rows.length === 0 ? (
      <Start onFiles={add} onClose={onClose} />
    ) : (
      <SignDesk
        fallback={
          <AppPage rail hideTabs header={<SignHeader step={0} onClose={onClose} />}>
            <></>
          </AppPage>
        }
        files={files}
        places={places}
        many={many}
        onCertificate={onCertificate}
        onClose={onClose}
      />
    )
  return (
    <AppPage crumbs={[{ label: texts.title }]} phoneTitle={texts.title}>
      {running ? (
        <div className="max-w-200">
          <h1 className="sr-only">{texts.title}</h1>
          <Suspense fallback={null}>
            <Outcomes many={many} documents={documents} onAgain={reset} />
          </Suspense>
        </div>
      ) : (
        <SignedPage
          documents={documents}
          outcomes={many.outcomes}
          places={needsPlace(many.defaults.appearance, null) ? places : null}
          onMore={again(() => false)}
          onAgain={again((id) => !isSigned(id))}
          rail={
            saved.length > 0 && (
              <div className="flex flex-col gap-4">
                <SaveInCase documents={saved} />
                <HowSeen source={many.draft.source} level={many.defaults.level} outcomes={many.outcomes} />
              </div>
            )
          }
        />
      )}
    </AppPage>
  )
}

/** Before the first file. */
function Start({ onFiles, onClose }: { onFiles: (files: File[]) => void; onClose: () => void }) {
  const texts = useSignFilesTexts()
  return (
    <AppPage rail hideTabs header={<SignHeader step={0} onClose={onClose} />} tools={<></>}>
      <div className="flex flex-1 items-center justify-center p-6 max-md:p-4">
        <div className="w-full max-w-160">
          <p className="mb-5 text-pretty text-ink-muted">{texts.text}</p>
          <Dropzone
            accept=".pdf"
            paste
            onFiles={onFiles}
            title={texts.drop}
            hint={texts.limit(sizeLimit)}
            button={texts.choose}
          />
        </div>
      </div>
    </AppPage>
  )
}
