import { AppLink } from '../../../shared/app-link.tsx'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useHomeTexts } from '../texts/home.ts'
import { paths } from '../../../lib/router/paths.ts'
import { Notice } from '../../../ui/notice.tsx'
import type { Summary } from '../api/summary.ts'

/**
 * Warns about failed emails, or emails held because the server cannot send. `mayFix`: the user may manage the outbox.
 */
export function EmailNotice({ emails, mayFix }: { emails: Summary['emails']; mayFix: boolean }) {
  const home = useHomeTexts()
  const { plural } = useFormat()
  const { failed, held, configured } = emails
  const isHeld = failed === 0
  // Missing email setup concerns only users who can fix it.
  if (isHeld && (configured || held === 0 || !mayFix)) return null
  const to = `${paths.outbox()}?estado=${isHeld ? 'held' : 'failed'}`
  return (
    <Notice
      id={isHeld ? 'emails-held' : 'emails-failed'}
      variant={isHeld ? 'warning' : 'error'}
      title={isHeld ? plural(held, home.emailsHeld) : plural(failed, home.emailsFailed)}
      action={
        mayFix ? (
          <AppLink to={to} className="touch-target">
            {home.seeEmails}
          </AppLink>
        ) : undefined
      }
    >
      {isHeld ? home.emailsHeldText : home.emailsFailedText}
    </Notice>
  )
}
