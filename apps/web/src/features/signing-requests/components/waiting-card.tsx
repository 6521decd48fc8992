import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../../../lib/router/paths.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { AppLink } from '../../../shared/app-link.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardHeader, CardList, CardRow } from '../../../ui/card.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { textLink } from '../../../ui/link.ts'
import { mostWaiting, type Awaited } from '../progress.ts'
import { useSigningRequestsTexts } from '../texts/signing-requests.ts'
import { useRemind } from '../use-remind.ts'
import { RecipientState } from './request-parts.tsx'

const ChangeModal = lazyPart(async () => (await import('./request-modals.tsx')).ChangeModal)

type Props = { awaited: readonly Awaited[] }

/** Whom the user waits for, with what they have done so far. */
export function WaitingCard({ awaited }: Props) {
  const texts = useSigningRequestsTexts()
  const { number, shortDate } = useFormat()
  const reminder = useRemind()
  const [wrong, setWrong] = useState<Awaited['recipient'] | null>(null)
  if (awaited.length === 0) return null
  return (
    <Card aria-labelledby="waiting-title">
      <CardHeader
        title={texts.waitingFor}
        titleId="waiting-title"
        count={number(awaited.length)}
        note={<span className="max-sm:hidden">{texts.waitingNote}</span>}
        action={
          <AppLink to={`${paths.signingRequests()}?estado=enviada`} className={textLink}>
            {texts.seeAll} <ArrowRight aria-hidden />
          </AppLink>
        }
      />
      <CardList>
        {awaited.slice(0, mostWaiting).map(({ recipient, titulo, page, expires_at, act, delivered }) => {
          const isToday = new Date(expires_at).toDateString() === new Date().toDateString()
          return (
            <CardRow key={recipient.id}>
              <Avatar name={recipient.nombre} silent />
              <div className="min-w-0 flex-1">
                <AppLink to={page} className="block truncate font-medium hover:underline">
                  {recipient.nombre}
                </AppLink>
                <p className="truncate text-small text-ink-muted max-sm:hidden">
                  {delivered === null ? texts.roles[recipient.rol] : texts.delivered(delivered.done, delivered.total)} ·{' '}
                  {titulo}
                </p>
                <span className="sm:hidden">
                  <RecipientState recipient={recipient} draft={false} />
                </span>
              </div>
              <span className="w-54 shrink-0 max-sm:hidden">
                <RecipientState recipient={recipient} draft={false} />
              </span>
              <span
                className={`w-24 shrink-0 text-right text-small max-md:hidden ${isToday ? 'font-medium text-error-ink' : 'text-ink-muted'}`}
              >
                {isToday ? texts.dueToday : texts.due(shortDate(expires_at))}
              </span>
              {act !== null && (
                <Button
                  size="sm"
                  variant="ghost"
                  className="text-gold-ink! max-sm:px-2!"
                  aria-label={(act === 'correct' ? texts.correctOf : texts.remindTo)(recipient.nombre)}
                  loading={reminder.isPending && reminder.variables.id === recipient.id}
                  onClick={() => (act === 'correct' ? setWrong(recipient) : reminder.mutate(recipient))}
                >
                  {texts[act]}
                </Button>
              )}
            </CardRow>
          )
        })}
      </CardList>
      {wrong !== null && <ChangeModal recipient={wrong} onClose={() => setWrong(null)} />}
    </Card>
  )
}
