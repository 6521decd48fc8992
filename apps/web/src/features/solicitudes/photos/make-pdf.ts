import { imagePage } from '../../../lib/files/image-page.ts'
import { imagesToPdf, type JpegPage } from '../../../lib/files/images-to-pdf.ts'
import type { Photo } from './use-photos.ts'

/** The browser cannot decode the image; carries its name. */
export class UnreadableImage extends Error {
  readonly file: string
  constructor(file: string) {
    super(`Unreadable image: ${file}`)
    this.name = 'UnreadableImage'
    this.file = file
  }
}

/** Combines images into one PDF, in order. Reports progress after each page. */
export async function makePdf(
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
