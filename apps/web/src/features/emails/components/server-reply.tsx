import { useEmailsTexts } from '../texts/emails.ts'

/** The mail server's response, for troubleshooting. */
export function ServerReply({ reply }: { reply: string | null }) {
  const emails = useEmailsTexts()
  if (reply === null) return null
  return (
    <details>
      <summary className="touch-target text-ink-muted hover:underline">{emails.serverSaid}</summary>
      <p className="code mt-1 text-meta wrap-anywhere text-ink-muted">{reply}</p>
    </details>
  )
}
