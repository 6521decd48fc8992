import { useMemo, useRef } from 'react'
import { useTexts } from '../../../i18n/texts.tsx'

const kept = 'data-style'

/** What the frame parses, and the rules that it gets afterwards. */
type Prepared = { html: string; css: string }

/**
 * The HTML of an email with its styles put aside: the page's content policy (`style-src 'self'`), which a frame of ours
 * inherits, refuses them at parsing, and allows them when they come through the CSSOM. Scripts, frames and forms go
 * altogether; the sandbox and the policy would not let them work either.
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
    // A link of a message that has not gone out leads nowhere from here.
    if (node.tagName === 'A') {
      const target = node.getAttribute('href')
      if (target !== null) node.setAttribute('title', target)
      node.removeAttribute('href')
    }
  }
  return { html: `<!doctype html>${page.documentElement.outerHTML}`, css: rules.join('\n') }
}

/** An email as its reader sees it, in a frame that runs no script and leads nowhere. */
export function EmailFrame({ html }: { html: string }) {
  const { emails } = useTexts()
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
      // Of one origin, so that this page may dress it; without scripts, so that nothing in it may do anything.
      sandbox="allow-same-origin"
      srcDoc={prepared.html}
      onLoad={dress}
      style={{ height: 480 }}
      className="w-full rounded-lg border border-line bg-white"
    />
  )
}
