import type { PageText as Text, PageText } from '@foja/contracts/common'
import { useQuery, queryOptions } from '@tanstack/react-query'
import { useEffect, useState, type CSSProperties } from 'react'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/modal.tsx'
import { usePageTextTexts } from './texts/page-text.ts'
import { queryKeys } from '../lib/api/query-keys.ts'
import { request } from '../lib/api/request.ts'
import { base } from '../lib/router/paths.ts'

/** The font of the text over a page: one that every computer has, since its letters are not seen. */
const textFont = 'Arial, Helvetica, sans-serif'

const widths = new Map<string, number>()
let context: CanvasRenderingContext2D | null | undefined

/** Width of a text in `textFont` without kerning, in em; an estimate where text cannot be measured. */
function naturalWidth(text: string): number {
  const known = widths.get(text)
  if (known !== undefined) return known
  if (context === undefined) {
    context = document.createElement('canvas').getContext('2d')
    if (context !== null) {
      context.font = `100px ${textFont}`
      context.fontKerning = 'none'
    }
  }
  const width = context === null ? text.length / 2 : context.measureText(text).width / 100
  if (widths.size > 20_000) widths.clear()
  widths.set(text, width)
  return width
}

/** The text of a page beside the address of its image, which also carries the permission; null if there is none. */
const pageTextQuery = (image: string) =>
  queryOptions({
    queryKey: queryKeys.pageText(image),
    queryFn: async ({ signal }): Promise<PageText | null> => {
      const address = image
        .slice(base.length)
        .replace('/page_image/', '/page_text/')
        .replace('/verify_page/', '/verify_page_text/')
      const reply = await request<PageText>(address, { token: null, signal })
      return reply?.ok === true ? reply.data : null
    },
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })

type Line = Text['lines'][number]
type Link = Text['links'][number]
type WebLink = Extract<Link, { url: string }>
type Size = { width: number; height: number }

export type PageTextProps = {
  /** Address of the page's image. */
  image: string
  /** In PDF points. */
  page: Size & { page: number }
  /** The text of this page has been read, or it has none. */
  onRead?: ((page: number) => void) | undefined
  /** Shows a page to which a link leads; by default it is scrolled to. */
  onPage?: ((page: number) => void) | undefined
}

/** Height of the letters by that of their line: the line of a PDF font has room above and below. */
const letters = 0.84

const percent = (share: number) => `${Math.round(share * 1e6) / 1e4}%`
/** Length in PDF points, relative to the width of the page as shown. */
const points = (length: number, page: Size) => `${Math.round((length / page.width) * 1e6) / 1e4}cqw`
const em = (value: number) => `${Math.round(value * 1e4) / 1e4}em`

/**
 * The words of a page over its image, transparent: they can be selected and copied, found by the browser and read by
 * assistive technology. Links to the web are followed after a question. Everything scales with the width of the page.
 */
export function PageText({ image, page, onRead, onPage }: PageTextProps) {
  const { data, isFetched } = useQuery(pageTextQuery(image))
  const [followed, setFollowed] = useState<WebLink | null>(null)
  useEffect(() => {
    if (isFetched) onRead?.(page.page)
  }, [isFetched, onRead, page.page])
  if (data == null || data.lines.length + data.links.length === 0) return null
  return (
    <div
      data-page-text
      data-mode="light"
      data-print="hide"
      className="pointer-events-none absolute inset-0 overflow-clip leading-none text-transparent select-text selection:text-transparent"
      style={{
        containerType: 'inline-size',
        mixBlendMode: 'multiply',
        fontFamily: textFont,
        fontKerning: 'none',
        fontVariantLigatures: 'none',
        forcedColorAdjust: 'none',
        fontSize: 1,
      }}
    >
      {data.lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the lines of a page never change
        <LineText key={index} line={line} page={page} />
      ))}
      {data.links.map((link, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- nor do its links
        <LinkBox key={index} link={link} page={page} onFollow={setFollowed} onPage={onPage} />
      ))}
      <FollowModal link={followed} onClose={() => setFollowed(null)} />
    </div>
  )
}

/** One line; letter spacing gives each word the width that it has in the PDF. */
function LineText({ line, page }: { line: Line; page: Size }) {
  const { x, y, height, angle, words } = line
  const size = height * letters
  const style: CSSProperties = {
    left: percent(x / page.width),
    top: percent(y / page.height),
    fontSize: points(size, page),
    lineHeight: 1 / letters,
    ...(angle === 0 ? {} : { transform: `rotate(${angle}deg)`, transformOrigin: '0 0' }),
  }
  return (
    <>
      <div className="pointer-events-auto absolute cursor-text whitespace-pre" style={style}>
        {words.map(({ text, start, width }, index) => {
          const next = words[index + 1]
          const space = next === undefined ? '' : ' '
          const spacing = (width / size - naturalWidth(text)) / text.length
          const gap = next === undefined ? 0 : (next.start - start - width) / size - naturalWidth(space) - spacing
          return (
            // oxlint-disable-next-line react/no-array-index-key -- the words of a line never change
            <span key={index} style={{ letterSpacing: em(spacing), marginRight: em(gap) }}>
              {`${text}${space}`}
            </span>
          )
        })}
      </div>
      {/* Lines are copied one below the other. */}
      <br aria-hidden />
    </>
  )
}

/** Addresses come from the file: the server admits the same protocols. */
const isSafe = (url: string) => URL.canParse(url) && ['http:', 'https:', 'mailto:'].includes(new URL(url).protocol)

/** What a reader recognises: the host of a site, or the mailbox. */
function targetOf(url: string): string {
  const { protocol, host, pathname } = new URL(url)
  return protocol === 'mailto:' ? pathname : host
}

/** Scrolls to a page in the nearest list of pages, and moves the focus there. */
function scrollToPage(from: Element, page: number): void {
  let around = from.closest('[data-page]')?.parentElement ?? null
  let target: HTMLElement | null = null
  while (around !== null && target === null) {
    target = around.querySelector<HTMLElement>(`[data-page="${page}"]`)
    around = around.parentElement
  }
  target?.scrollIntoView({ block: 'start' })
  target?.setAttribute('tabindex', '-1')
  target?.focus({ preventScroll: true })
}

type BoxProps = Pick<PageTextProps, 'page' | 'onPage'> & { link: Link; onFollow: (link: WebLink) => void }

function LinkBox({ link, page, onFollow, onPage }: BoxProps) {
  const texts = usePageTextTexts()
  const inside = 'page' in link
  if (!inside && !isSafe(link.url)) return null
  return (
    <button
      type="button"
      data-pdf-link
      aria-label={inside ? texts.page(link.page) : texts.link(targetOf(link.url))}
      aria-haspopup={inside ? undefined : 'dialog'}
      onClick={({ currentTarget }) => {
        if (!inside) onFollow(link)
        else if (onPage === undefined) scrollToPage(currentTarget, link.page)
        else onPage(link.page)
      }}
      className="pointer-events-auto absolute cursor-pointer hover:bg-soft-primary"
      style={{
        left: percent(link.x / page.width),
        top: percent(link.y / page.height),
        width: percent(link.width / page.width),
        height: percent(link.height / page.height),
      }}
    />
  )
}

/** Names the address before it is opened: what a document shows may differ from where it leads. */
function FollowModal({ link, onClose }: { link: WebLink | null; onClose: () => void }) {
  const texts = usePageTextTexts()
  const [shown, setShown] = useState(link)
  if (link !== null && link !== shown) setShown(link)
  if (shown === null) return null
  const target = targetOf(shown.url)
  return (
    <Modal
      open={link !== null}
      onOpenChange={onClose}
      title={texts.title(target)}
      description={texts.text}
      footer={
        <>
          <Button onClick={onClose}>{texts.stay}</Button>
          <Button asChild variant="primary">
            <a href={shown.url} target="_blank" rel="noopener noreferrer" onClick={onClose}>
              {texts.open}
            </a>
          </Button>
        </>
      }
    >
      <p className="code rounded-lg bg-muted p-3 wrap-anywhere">{shown.url}</p>
    </Modal>
  )
}
