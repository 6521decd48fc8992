import { constants, inflateSync } from 'node:zlib'
import { PdfArray, PdfDict, PdfName, PdfRef, PdfStream, type PdfObject } from '@libpdf/core'
import { isFlateAlone } from './bounded-streams.ts'
import { balanceOf } from './content-balance.ts'
import { dictOf, itemsOf, type Resolve } from './pdf-values.ts'
import { inherited, type Page } from './page-tree.ts'
import type { Revision } from './revision.ts'

/** Content above this size, in bytes, is not analysed for open states. */
const maxContent = 48 * 1024 * 1024

/** Draws form XObjects over a page's content, in the initial graphics state. */
export type PageWriter = { drawOver: (page: Page, forms: readonly number[]) => void }

export function createPageWriter(resolve: Resolve, revision: Revision): PageWriter {
  /** Shared by all pages. */
  let opening: PdfRef | null = null
  const refTo = (number: number): PdfRef => PdfRef.of(number, 0)
  return {
    drawOver: (page, forms) => {
      const names = addToResources(resolve, page, forms)
      const drawing = `q ${names.map((name) => `/${name} Do `).join('')}Q\n`
      const streams = contentStreams(resolve, page)
      if (streams.length === 0) setContents(page, [refTo(revision.addStream('', drawing))])
      else {
        const content = decoded(resolve, streams)
        const { closers, strayRestores } = content === null ? { closers: '', strayRestores: [] } : balanceOf(content)
        const ending = refTo(revision.addStream('', `${closers}Q\n${drawing}`))
        opening ??= refTo(revision.addStream('', 'q\n'))
        const old =
          content === null || strayRestores.length === 0
            ? streams
            : [refTo(revision.addStream('', withoutOperators(content, strayRestores)))]
        setContents(page, [opening, ...old, ending])
      }
      revision.change(page.ref, page.dict)
    },
  }
}

function setContents({ dict }: Page, streams: PdfObject[]): void {
  dict.set('Contents', new PdfArray(streams))
}

/** The content streams as the page lists them: references that lead to streams. */
function contentStreams(resolve: Resolve, { dict }: Page): PdfRef[] {
  const contents = dict.get('Contents')
  const listed = resolve(contents) instanceof PdfArray ? itemsOf(resolve, contents) : [contents]
  return listed.filter((item): item is PdfRef => item instanceof PdfRef && resolve(item) instanceof PdfStream)
}

/** The decoded content; null when it is too large or uses another filter. */
function decoded(resolve: Resolve, streams: readonly PdfRef[]): Uint8Array | null {
  const parts: Uint8Array[] = []
  let left = maxContent
  for (const ref of streams) {
    const part = inflated(resolve(ref), left)
    if (part === null || part.byteLength >= left) return null
    left -= part.byteLength
    parts.push(part, Buffer.from('\n'))
  }
  return Buffer.concat(parts)
}

function inflated(stream: PdfObject | null, limit: number): Uint8Array | null {
  if (!(stream instanceof PdfStream)) return null
  if (!stream.has('Filter')) return stream.data
  if (!isFlateAlone(stream) || stream.has('DecodeParms')) return null
  try {
    return inflateSync(stream.data, { maxOutputLength: limit, finishFlush: constants.Z_SYNC_FLUSH })
  } catch {
    return null
  }
}

function withoutOperators(content: Uint8Array, offsets: readonly number[]): Uint8Array {
  const copy = Uint8Array.from(content)
  for (const offset of offsets) copy[offset] = 0x20
  return copy
}

/**
 * Adds form XObjects to a page's resources and returns their names there. The page gets its own dictionary, because the
 * present one may be shared or inherited; nested dictionaries stay shared.
 */
function addToResources(resolve: Resolve, page: Page, forms: readonly number[]): string[] {
  const known = inherited(resolve, page, 'Resources')
  const resources = known instanceof PdfDict ? known.clone() : new PdfDict()
  const objects = dictOf(resolve, resources.get('XObject'))?.clone() ?? new PdfDict()
  const names: string[] = []
  let suffix = 1
  for (const form of forms) {
    while (objects.has(`Foja${suffix}`)) suffix++
    const name = `Foja${suffix}`
    objects.set(PdfName.of(name), PdfRef.of(form, 0))
    names.push(name)
  }
  resources.set('XObject', objects)
  page.dict.set('Resources', resources)
  return names
}
