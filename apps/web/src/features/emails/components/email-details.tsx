import type { EmailDetails as Details } from '@foja/contracts/emails'
import { useQuery } from '@tanstack/react-query'
import { FileText, Paperclip } from 'lucide-react'
import { useState, useMemo, useRef } from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useEmailsTexts } from '../texts/emails.ts'
import { AppLink } from '../../../shared/app-link.tsx'
import { LoadFailed, Stale } from '../../../shared/load-failed.tsx'
import { paths } from '../../../lib/router/paths.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/details.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { emailQuery } from '../api/emails.ts'
import { EmailActions } from './email-actions.tsx'
import { EmailBadge, EmailReason, useEmailTime } from './email-state.tsx'

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
function EmailFrame({ html }: { html: string }) {
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

type Props = { id: string | null; subject: string; onClose: () => void }

/** One email in full: recipients, status, content and attachment. */
export function EmailDetailsModal({ id, subject, onClose }: Props) {
  return (
    <Modal
      open={id !== null}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      variant="wide"
      title={subject}
    >
      {id !== null && <Loaded id={id} />}
    </Modal>
  )
}

function Loaded({ id }: { id: string }) {
  const { data, isLoadingError, isRefetchError, error, refetch } = useQuery(emailQuery(id))
  if (isLoadingError) return <LoadFailed error={error} onRetry={() => void refetch()} level={3} />
  if (data === undefined) return <SkeletonList rows={4} className="-mx-5" />
  return (
    <>
      {isRefetchError && <Stale onRetry={() => void refetch()} />}
      <Content email={data} />
    </>
  )
}

function Content({ email }: { email: Details }) {
  const emails = useEmailsTexts()
  const time = useEmailTime()
  return (
    <div className="flex flex-col gap-4 pb-3">
      <div className="flex flex-wrap items-center gap-2 text-small text-ink-muted">
        <EmailBadge email={email} /> {emails.kinds[email.kind]} · {time(email)}
      </div>
      <EmailReason email={email} />
      <EmailActions email={email} />
      <Facts
        items={[
          ...(email.from === '' ? [] : [{ label: emails.from, value: email.from }]),
          { label: emails.to, value: email.to.join(', ') },
          ...(email.cc.length === 0 ? [] : [{ label: emails.cc, value: email.cc.join(', ') }]),
          ...(email.reply_to === null ? [] : [{ label: emails.replyTo, value: email.reply_to }]),
        ]}
      />
      <Body email={email} />
      <Attachments email={email} />
    </div>
  )
}

/** The content, or since when it is no longer kept. */
function Body({ email }: { email: Details }) {
  const emails = useEmailsTexts()
  const { date } = useFormat()
  const [view, setView] = useState<'html' | 'text'>('html')
  if (email.emptied_at !== null) {
    return (
      <Alert variant="info" title={emails.emptiedTitle}>
        {emails.emptied(date(email.emptied_at))}
      </Alert>
    )
  }
  return (
    <>
      <SegmentedControl
        label={emails.body}
        value={view}
        onValueChange={setView}
        className="self-start"
        options={(['html', 'text'] as const).map((value) => ({ value, label: emails.bodyViews[value] }))}
      />
      {view === 'html' ? (
        <EmailFrame html={email.html} />
      ) : (
        <pre
          style={{ whiteSpace: 'pre-wrap' }}
          className="rounded-lg border border-line p-4 font-sans text-small wrap-anywhere"
        >
          {email.text}
        </pre>
      )}
      {email.as === 'link' && <p className="text-small text-ink-muted">{emails.linkHidden}</p>}
    </>
  )
}

function Attachments({ email }: { email: Details }) {
  const emails = useEmailsTexts()
  const { bytes } = useFormat()
  return (
    <>
      {email.attachments.length > 0 && (
        <section>
          <h3 className="mb-1 font-semibold">{emails.attachments}</h3>
          <ul className="flex flex-col gap-1">
            {email.attachments.map(({ nombre, size }) => (
              <li key={nombre} className="flex items-center gap-2 text-small">
                <Paperclip aria-hidden className="size-4 shrink-0 text-ink-muted" />
                <span className="min-w-0 wrap-anywhere">{nombre}</span>
                {size !== null && <span className="text-ink-muted">{bytes(size)}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {email.id_documento !== null && (
        <Button asChild icon={<FileText />} className="self-start">
          <AppLink to={paths.document(email.id_documento)}>{emails.openDocument}</AppLink>
        </Button>
      )}
    </>
  )
}
