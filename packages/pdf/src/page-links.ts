import { tooMuchMemory, type OpenDocument } from './pdfium-document.ts'
import { visibleBox } from './visible-box.ts'

/** The web or a mailbox, or a page of the document (from 1). */
type Target = { url: string } | { page: number }

/** A link, in points from the top left of the displayed page. */
export type PageLink = { x: number; y: number; width: number; height: number } & Target

/** FPDFAction_GetType (fpdf_doc.h): GoTo and URI. */
const actionGoTo = 1
const actionUri = 3
const maxLinks = 300
const maxAddress = 2000
const protocols = new Set(['http:', 'https:', 'mailto:'])

/**
 * The links of an open page in units of the page; scripts, files and other protocols are omitted.
 * @throws PdfError render_memory
 */
export function readLinks(document: OpenDocument, page: number): PageLink[] {
  const { instance } = document
  const { fpdf, malloc, free, heap } = instance
  const memory = malloc(8 + maxAddress)
  if (memory === 0) throw tooMuchMemory()
  const view = () => heap().HEAP32
  view()[memory >> 2] = 0
  const links: PageLink[] = []
  while (links.length < maxLinks && fpdf.FPDFLink_Enumerate(page, memory, memory + 4)) {
    const link = view()[(memory >> 2) + 1] ?? 0
    const target = targetOf(document, link, memory + 8)
    const box = visibleBox(instance, page, (rect) => fpdf.FPDFLink_GetAnnotRect(link, rect))
    if (target === null || box === null || box.right <= box.left || box.bottom <= box.top) continue
    links.push({ x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top, ...target })
  }
  free(memory)
  return links
}

/** `memory`: room for an address. */
function targetOf({ instance, handle }: OpenDocument, link: number, memory: number): Target | null {
  const { fpdf, heap } = instance
  const action = fpdf.FPDFLink_GetAction(link)
  const type = action === 0 ? actionGoTo : fpdf.FPDFAction_GetType(action)
  if (type === actionGoTo) {
    const destination = action === 0 ? fpdf.FPDFLink_GetDest(handle, link) : fpdf.FPDFAction_GetDest(handle, action)
    const index = destination === 0 ? -1 : fpdf.FPDFDest_GetDestPageIndex(handle, destination)
    return index >= 0 && index < fpdf.FPDF_GetPageCount(handle) ? { page: index + 1 } : null
  }
  if (type !== actionUri) return null
  const length = fpdf.FPDFAction_GetURIPath(handle, action, memory, maxAddress)
  if (length < 2 || length > maxAddress) return null
  // The length counts the final zero byte.
  const url = safeAddress(Buffer.from(heap().HEAPU8.slice(memory, memory + length - 1)).toString('utf8'))
  return url === null ? null : { url }
}

/** The address as a browser reads it; null unless it leads to the web or to a mailbox. */
export function safeAddress(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { protocol, href } = new URL(text)
  return protocols.has(protocol) && href.length <= maxAddress ? href : null
}
