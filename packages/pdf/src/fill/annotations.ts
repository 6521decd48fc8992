import { PdfArray, PdfRef, type PdfObject } from '@libpdf/core'
import type { Page } from './page-tree.ts'
import { itemsOf, type Resolve } from './pdf-values.ts'
import type { Revision } from './revision.ts'

type Writing = { resolve: Resolve; revision: Revision }

/** Adds an annotation above all others of a page. */
export function addAnnotation({ resolve, revision }: Writing, page: Page, annotation: PdfRef): void {
  setAnnotations(revision, page, [...itemsOf(resolve, page.dict.get('Annots')), annotation])
}

export function removeAnnotations(
  { resolve, revision }: Writing,
  page: Page,
  isGone: (annotation: PdfObject) => boolean,
): void {
  const all = itemsOf(resolve, page.dict.get('Annots'))
  const left = all.filter((annotation) => !isGone(annotation))
  if (left.length < all.length) setAnnotations(revision, page, left)
}

/** Gives the page its own list: the present one may be shared with another page. */
function setAnnotations(revision: Revision, page: Page, annotations: PdfObject[]): void {
  page.dict.set('Annots', new PdfArray(annotations))
  revision.change(page.ref, page.dict)
}

export function isRefTo(object: PdfObject, ref: PdfRef): boolean {
  return object instanceof PdfRef && object.objectNumber === ref.objectNumber
}
