import type { SignatureReport, Verification } from '@foja/contracts/verification'
import { FileText, ImageOff, Printer } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import { useFormat } from '../lib/texts/texts.tsx'
import { useVerdictTexts } from './texts/verdict.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Disclosure, Facts } from '../ui/details.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { phoneQuery, useMedia } from '../ui/use-media.ts'
import { VerdictIcon } from '../ui/verdict-badge.tsx'
import { changesOf } from './describe-changes.ts'
import { storyOf, type Story } from './describe-verification.ts'
import { ChangesCard, type HeldFile } from './verdict-changes.tsx'
import { VerdictList } from './verdict-list.tsx'
import { changeMarks, stampMarks, pastOf } from './verdict-marks.ts'
import type { Mark, PageSource } from './verdict-pages.tsx'
import { usePrinting, VerdictSheet, type ShownFile } from './verdict-sheet.tsx'
import { initialView, VerdictViewer, ViewerStrip, type ViewerState } from './verdict-viewer.tsx'

type HeaderProps = {
  story: Story
  level?: 1 | 2
  note?: ReactNode
  /** The primary button, if any. */
  primary?: ReactNode
  onPrint: () => void
}

/** What to do, who signed, when, and what changed since. On phones its buttons are a bar at the bottom. */
function VerdictHeader({ story, level = 1, note, primary, onPrint }: HeaderProps) {
  const verdict = useVerdictTexts()
  const phone = useMedia(phoneQuery)
  const Title = level === 1 ? 'h1' : 'h2'
  return (
    <header className="mb-6 flex items-start gap-4">
      <VerdictIcon verdict={story.verdict} large className="max-md:hidden" />
      <div className="min-w-0 flex-1">
        <Title className="text-title-phone font-semibold wrap-anywhere md:text-title">{story.heading}</Title>
        <p className="mt-1 max-w-160 text-section text-pretty wrap-anywhere">
          {story.certain !== '' && <strong>{story.certain} </strong>}
          {story.rest}
        </p>
        {note}
      </div>
      {!phone && (
        <div data-print="hide" className="flex shrink-0 gap-2">
          <Button icon={<Printer />} onClick={onPrint}>
            {verdict.print}
          </Button>
          {primary}
        </div>
      )}
    </header>
  )
}

/** On phones the actions stay visible. */
function VerdictBar({ primary, onPrint }: Pick<HeaderProps, 'primary' | 'onPrint'>) {
  const verdict = useVerdictTexts()
  if (!useMedia(phoneQuery)) return null
  return (
    <div
      data-print="hide"
      className="sticky bottom-0 z-10 -mx-4 mt-4 -mb-5 flex items-center gap-2 border-t border-line bg-panel px-4 py-3"
    >
      <IconButton
        label={verdict.print}
        variant="secondary"
        tooltip={false}
        onClick={onPrint}
        style={{ width: 52, height: 48 }}
      >
        <Printer />
      </IconButton>
      <div className="grid flex-1 *:h-12!">{primary}</div>
    </div>
  )
}

/** A line below the file. */
export function FootNote({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="flex items-start gap-2.5 [&_svg]:size-4.5">
      {icon}
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  )
}

/** The verified file; `children` are further notes. */
function VerdictFoot({
  verification,
  file,
  children,
}: {
  verification: Verification
  file: ShownFile
  children?: ReactNode
}) {
  const verdict = useVerdictTexts()
  const { relative, bytes } = useFormat()
  const { sha256, checked_at } = verification
  const words = [
    file.name,
    ...(file.pages === null ? [] : [verdict.pageCount(file.pages)]),
    verdict.checkedAt(relative(checked_at)).toLowerCase(),
  ]
  return (
    <footer className="flex flex-col gap-1 px-1 text-small text-ink-muted">
      <FootNote icon={<FileText />}>{words.join(' · ')}</FootNote>
      {children}
      <Disclosure summary={verdict.fileFacts}>
        <Facts
          items={[
            { label: verdict.size, value: bytes(file.size) },
            {
              label: verdict.sha256,
              code: true,
              value: (
                <span className="flex items-center gap-1">
                  <span className="min-w-0 wrap-anywhere">{sha256}</span>
                  <CopyButton text={sha256} label={verdict.copySha256} />
                </span>
              ),
            },
          ]}
        />
      </Disclosure>
    </footer>
  )
}

type Props = {
  verification: Verification
  file: ShownFile
  /** The file's bytes, if the browser has them. */
  held?: HeldFile
  /** null: there are no images. */
  source: PageSource | null
  level?: 1 | 2
  note?: ReactNode
  primary?: ReactNode
  repair: (signature: SignatureReport) => ReactNode
  /** Below the file: FootNotes. */
  foot?: ReactNode
  /** What to compare, first beside the pages, with its own text and marks. */
  compare?: { story: (story: Story) => Story; title: string; card: ReactNode; marks: readonly Mark[] }
}

/** The verification result of a document: what to do, pages with marked changes, each change, each signature. */
export function VerdictView(props: Props) {
  const { verification, file, held, source, level, note, primary, repair, foot, compare } = props
  const verdict = useVerdictTexts()
  const format = useFormat()
  const phone = useMedia(phoneQuery)
  const printing = usePrinting()
  const [view, setView] = useState<ViewerState>(initialView)
  const onView = (change: Partial<ViewerState>) => setView((before) => ({ ...before, ...change }))
  const { signatures } = verification
  const told = storyOf(verification, { texts: verdict, format })
  const story = compare?.story(told) ?? told
  const changes = useMemo(() => changesOf(signatures), [signatures])
  const names = signatures.flatMap(({ signer }) => (signer === null ? [] : [signer.name]))
  // Numbers on a page refer to one list only.
  const stamps = changes.length === 0 ? compare?.marks : undefined
  const marks = [...(stamps ?? stampMarks(signatures, verdict)), ...changeMarks(changes)]
  const viewer =
    source === null
      ? null
      : { source, marks, past: pastOf(changes, names, source, verdict), view, onView, title: compare?.title }
  const center = marks.find(({ number }) => number !== undefined) ?? marks[0]
  const strip = viewer !== null && phone && <ViewerStrip {...viewer} center={center} />
  const card = (
    <ChangesCard
      changes={changes}
      names={names}
      file={held}
      strip={strip}
      onShow={
        viewer === null
          ? undefined
          : ({ page, number }) => onView({ page: page ?? 1, mark: number, version: 'now', large: phone })
      }
    />
  )
  return (
    <>
      <div data-print="hide">
        <VerdictHeader story={story} onPrint={printing.print} {...{ level, note, primary }} />
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,33rem)_minmax(0,1fr)]">
          {!phone && (viewer === null ? <NoImages /> : <VerdictViewer {...viewer} />)}
          <div className="flex min-w-0 flex-col gap-3">
            {compare?.card}
            {card}
            {changes.length === 0 && strip !== false && <Card className="overflow-hidden">{strip}</Card>}
            {signatures.length > 0 && <h2 className="sr-only">{verdict.signatures}</h2>}
            <VerdictList verification={verification} wide repair={repair} />
            <VerdictFoot verification={verification} file={file}>
              {foot}
            </VerdictFoot>
          </div>
        </div>
        <VerdictBar primary={primary} onPrint={printing.print} />
      </div>
      {printing.is && (
        <VerdictSheet
          story={story}
          verification={verification}
          file={file}
          changes={changes}
          marks={marks}
          center={center}
          source={source}
        />
      )}
    </>
  )
}

function NoImages() {
  const verdict = useVerdictTexts()
  return (
    <Card className="flex items-start gap-3 p-5 text-ink-muted">
      <ImageOff aria-hidden className="size-5" />
      <p className="min-w-0">{verdict.noImages}</p>
    </Card>
  )
}
