import { useMemo, useRef } from 'react'
import { useEmailsTexts } from '../texts/emails.ts'

const kept = 'data-style'

/** HTML for the frame and the CSS that is added after parsing. */
type Prepared = { html: string; css: string }

/**
 * Separates the styles from the HTML of an email. The frame inherits the page's CSP (`style-src 'self'`), which blocks
 * inline styles while parsing but allows rules added through the CSSOM. Scripts, frames and forms are removed; sandbox
 * and CSP would block them anyway.
 */
export function prepareHtml(source: string): Prepared {
  const rules: string[] = []
  const bare = source
    .replace(/<style[^>]*>([\s\S]*?)<\/style>/gi, (_, css: string) => {
      rules.push(css)
      return ''
    })
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\sstyle\s*=/gi, ` ${kept}=`))
  const page = new DOMParser().parseFromString(bare, 'text/html')
  for (const node of page.querySelectorAll('script, iframe, object, embed, form, base, link, meta[http-equiv], style'))
    node.remove()
  for (const node of page.querySelectorAll('*')) {
    for (const { name } of Array.from(node.attributes)) if (name.startsWith('on')) node.removeAttribute(name)
    // Links of an email that has not been sent must not be followed from here.
    if (node.tagName === 'A') {
      const target = node.getAttribute('href')
      if (target !== null) node.setAttribute('title', target)
      node.removeAttribute('href')
    }
  }
  return { html: `<!doctype html>${page.documentElement.outerHTML}`, css: rules.join('\n') }
}

/** An email as the recipient sees it, in a frame without scripts or working links. */
export function EmailFrame({ html }: { html: string }) {
  const emails = useEmailsTexts()
  const frame = useRef<HTMLIFrameElement>(null)
  const prepared = useMemo(() => prepareHtml(html), [html])
  const dress = () => {
    const inside = frame.current?.contentDocument
    if (inside === null || inside === undefined) return
    const view = inside.defaultView
    if (view !== null) {
      const sheet = new view.CSSStyleSheet()
      sheet.replaceSync(prepared.css)
      inside.adoptedStyleSheets = [sheet]
    }
    for (const node of inside.querySelectorAll<HTMLElement>(`[${kept}]`)) {
      node.style.cssText = node.getAttribute(kept) ?? ''
    }
    if (frame.current !== null) frame.current.style.height = `${inside.documentElement.scrollHeight}px`
  }
  return (
    <iframe
      ref={frame}
      title={emails.preview}
      // Same origin, so that this page can add the styles; no scripts.
      sandbox="allow-same-origin"
      srcDoc={prepared.html}
      onLoad={dress}
      style={{ height: 480 }}
      className="w-full rounded-lg border border-line bg-white"
    />
  )
}
