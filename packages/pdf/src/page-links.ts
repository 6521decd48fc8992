import { tooMuchMemory, type OpenDocument } from './pdfium-document.ts'
import { visibleBox } from './visible-box.ts'

/** A link to the web or to a mailbox, in points from the top left of the displayed page. */
export type PageLink = { x: number; y: number; width: number; height: number; url: string }

/** FPDFAction_GetType (fpdf_doc.h): URI. */
const actionUri = 3
const maxLinks = 300
const maxAddress = 2000
const protocols = new Set(['http:', 'https:', 'mailto:'])

/**
 * The links of an open page in units of the page; scripts, files and other protocols are omitted.
 * @throws PdfError render_memory
 */
export function readLinks({ instance, handle }: OpenDocument, page: number): PageLink[] {
  const { fpdf, malloc, free, heap } = instance
  const memory = malloc(8 + maxAddress)
  if (memory === 0) throw tooMuchMemory()
  const view = () => heap().HEAP32
  view()[memory >> 2] = 0
  const links: PageLink[] = []
  while (links.length < maxLinks && fpdf.FPDFLink_Enumerate(page, memory, memory + 4)) {
    const link = view()[(memory >> 2) + 1] ?? 0
    const action = fpdf.FPDFLink_GetAction(link)
    if (action === 0 || fpdf.FPDFAction_GetType(action) !== actionUri) continue
    const length = fpdf.FPDFAction_GetURIPath(handle, action, memory + 8, maxAddress)
    if (length < 2 || length > maxAddress) continue
    // The length counts the final zero byte.
    const url = safeAddress(Buffer.from(heap().HEAPU8.slice(memory + 8, memory + 7 + length)).toString('utf8'))
    const box = visibleBox(instance, page, (rect) => fpdf.FPDFLink_GetAnnotRect(link, rect))
    if (url === null || box === null || box.right <= box.left || box.bottom <= box.top) continue
    links.push({ x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top, url })
  }
  free(memory)
  return links
}

/** The address as a browser reads it; null unless it leads to the web or to a mailbox. */
export function safeAddress(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { protocol, href } = new URL(text)
  return protocols.has(protocol) && href.length <= maxAddress ? href : null
}
