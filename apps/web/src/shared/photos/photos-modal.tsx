import { ArrowDown, ArrowUp, Plus, RotateCw, X } from 'lucide-react'
import { useState, useEffect } from 'react'
import { usePhotosTexts } from '../texts/photos.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Input } from '../../ui/input.tsx'
import { useFilePicker } from '../../ui/use-file-picker.tsx'
import { Progress } from '../../ui/progress.tsx'
import { type Turn, imagePage } from '../../lib/files/image-page.ts'
import { imagesToPdf, type JpegPage } from '../../lib/files/images-to-pdf.ts'
import { FormModal } from '../../ui/form-modal.tsx'

/** An image of the PDF with its rotation and a blob URL. */
type Photo = { key: string; file: File; turn: Turn; url: string }

const photoOf = (file: File): Photo => ({
  key: crypto.randomUUID(),
  file,
  turn: 0,
  url: URL.createObjectURL(file),
})

/** The images in order; their blob URLs are revoked when the dialog closes. */
function usePhotos(files: readonly File[]) {
  const [photos, setPhotos] = useState<Photo[]>([])
  const [urls] = useState(() => new Set<string>())
  useEffect(() => {
    const first = files.map(photoOf)
    for (const { url } of first) urls.add(url)
    setPhotos(first)
    return () => {
      for (const url of urls) URL.revokeObjectURL(url)
      urls.clear()
    }
  }, [files, urls])
  return {
    photos,
    add: (more: readonly File[]) => {
      const next = more.map(photoOf)
      for (const { url } of next) urls.add(url)
      setPhotos((before) => [...before, ...next])
    },
    rotate: (key: string) =>
      setPhotos((before) =>
        before.map((one) => (one.key === key ? { ...one, turn: ((one.turn + 1) % 4) as Turn } : one)),
      ),
    move: (at: number, by: -1 | 1) =>
      setPhotos((before) => {
        const next = [...before]
        const [one] = next.splice(at, 1)
        if (one !== undefined) next.splice(at + by, 0, one)
        return next
      }),
    remove: (key: string) => setPhotos((before) => before.filter((one) => one.key !== key)),
  }
}

/** The browser cannot decode the image; carries its name. */
class UnreadableImage extends Error {
  readonly file: string
  constructor(file: string) {
    super(`Unreadable image: ${file}`)
    this.name = 'UnreadableImage'
    this.file = file
  }
}

/** Combines images into one PDF, in order. Reports progress after each page. */
async function makePdf(
  photos: readonly Pick<Photo, 'file' | 'turn'>[],
  name: string,
  onPage: (done: number) => void,
): Promise<File> {
  const pages: JpegPage[] = []
  for (const { file, turn } of photos) {
    try {
      // One at a time: decoded photos use much memory on a phone.
      // oxlint-disable-next-line no-await-in-loop
      pages.push(await imagePage(file, turn))
    } catch {
      throw new UnreadableImage(file.name)
    }
    onPage(pages.length)
  }
  return new File([imagesToPdf(pages, name)], `${name}.pdf`, { type: 'application/pdf' })
}

type Props = {
  files: readonly File[]
  /** Of the PDF, to be changed. */
  name?: string | undefined
  /** Receives the PDF, or the images unchanged. */
  onDone: (files: File[]) => void
  onClose: () => void
}

/** Combines photos into one PDF with order, rotation and name; or keeps them separate. */
export function PhotosModal({ files, name: proposed, onDone, onClose }: Props) {
  const texts = usePhotosTexts()
  const { photos, add, rotate, move, remove } = usePhotos(files)
  const [name, setName] = useState<string>(proposed ?? texts.nameDefault)
  const [done, setDone] = useState<number | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const { input, open } = useFilePicker({ onFiles: add, accept: 'image/*', multiple: true })
  const busy = done !== null

  const make = async () => {
    if (photos.length === 0) return
    setFailure(null)
    setDone(0)
    try {
      onDone([await makePdf(photos, name.trim() === '' ? texts.nameDefault : name.trim(), setDone)])
    } catch (error) {
      setFailure(error instanceof UnreadableImage ? texts.unreadable(error.file) : texts.failed)
      setDone(null)
    }
  }
  return (
    <FormModal
      busy={busy}
      variant="wide"
      title={texts.title}
      description={texts.text}
      submit={texts.make(photos.length)}
      apart
      disabled={photos.length === 0}
      buttons={
        <Button disabled={busy || photos.length === 0} onClick={() => onDone(photos.map((photo) => photo.file))}>
          {texts.keep}
        </Button>
      }
      failure={failure}
      onSubmit={() => void make()}
      onClose={onClose}
    >
      {busy && <Progress label={texts.making} value={done} max={photos.length} before={texts.making} />}
      <Field label={texts.name}>
        <Input maxLength={120} value={name} disabled={busy} onChange={(event) => setName(event.target.value)} />
      </Field>
      <ol className="grid grid-cols-2 gap-3 md:grid-cols-3">
        {photos.map((photo, at) => (
          <Sheet
            key={photo.key}
            photo={photo}
            at={at}
            last={at === photos.length - 1}
            busy={busy}
            onRotate={() => rotate(photo.key)}
            onMove={(by) => move(at, by)}
            onRemove={() => remove(photo.key)}
          />
        ))}
        <li className="flex items-center">
          {input}
          <Button disabled={busy} icon={<Plus />} onClick={open} className="w-full">
            {texts.another}
          </Button>
        </li>
      </ol>
    </FormModal>
  )
}

type SheetProps = {
  photo: Photo
  at: number
  last: boolean
  busy: boolean
  onRotate: () => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

function Sheet({ photo, at, last, busy, onRotate, onMove, onRemove }: SheetProps) {
  const texts = usePhotosTexts()
  const number = at + 1
  return (
    <li className="min-w-0 overflow-hidden rounded-lg border border-line bg-canvas">
      <div className="flex aspect-square items-center justify-center overflow-hidden p-2">
        <img
          src={photo.url}
          alt={texts.page(number)}
          style={{ rotate: `${photo.turn * 90}deg` }}
          className="max-h-full max-w-full object-contain"
        />
      </div>
      <div className="flex items-center justify-between border-t border-line bg-panel px-1">
        <span aria-hidden className="px-1.5 text-small text-ink-muted figures">
          {number}
        </span>
        <span className="flex">
          <IconButton size="sm" label={texts.up(number)} disabled={busy || at === 0} onClick={() => onMove(-1)}>
            <ArrowUp />
          </IconButton>
          <IconButton size="sm" label={texts.down(number)} disabled={busy || last} onClick={() => onMove(1)}>
            <ArrowDown />
          </IconButton>
          <IconButton size="sm" label={texts.rotate(number)} disabled={busy} onClick={onRotate}>
            <RotateCw />
          </IconButton>
          <IconButton size="sm" label={texts.remove(number)} disabled={busy} onClick={onRemove}>
            <X />
          </IconButton>
        </span>
      </div>
    </li>
  )
}
