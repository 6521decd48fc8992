import { Check, KeyRound, MailQuestion, Smartphone, UserPlus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { paths } from '../../../lib/router/paths.ts'
import { AppLink } from '../../../shared/app-link.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardHeader, CardList, CardRow } from '../../../ui/card.tsx'
import { cn } from '../../../ui/cn.ts'
import { Kbd } from '../../../ui/kbd.tsx'
import { textLink } from '../../../ui/link.ts'
import { Progress } from '../../../ui/progress.tsx'
import { useHelpTexts } from '../texts/help.ts'
import { searchKeys } from '../shortcuts.ts'
import { ShortcutsModal } from './shortcuts-modal.tsx'

export type HelpStep = { key: string; label: string; to: string; done: boolean }

/** The first steps of an office: the done ones are ticked, the next one is highlighted. */
export function StepsCard({ steps }: { steps: readonly HelpStep[] }) {
  const help = useHelpTexts()
  const done = steps.filter((step) => step.done).length
  const next = steps.find((step) => !step.done)
  return (
    <Card aria-labelledby="help-steps">
      <CardHeader
        title={help.first.title}
        titleId="help-steps"
        action={<span className="text-small text-ink-muted figures">{help.first.doneOf(done, steps.length)}</span>}
      />
      <Progress className="px-5 pt-4 pb-3" label={help.first.progress} value={done} max={steps.length} />
      <ul className="pb-2">
        {steps.map((step) => (
          <li
            key={step.key}
            className={cn('flex min-h-11 items-center gap-3 px-5 py-1.5', step === next && 'bg-selected')}
          >
            <span
              aria-hidden
              className={cn(
                'flex size-5.5 shrink-0 items-center justify-center rounded-full',
                step.done
                  ? 'bg-soft-success text-on-soft-success'
                  : ['border-[1.5px]', step === next ? 'border-gold-ink' : 'border-control'],
              )}
            >
              {step.done && <Check className="size-3.5" />}
            </span>
            <span className={cn('min-w-0 flex-1', step === next ? 'font-semibold' : 'text-ink-muted')}>
              {step.label}
              {step.done && <span className="sr-only"> ({help.first.done})</span>}
            </span>
            {!step.done && (
              <AppLink to={step.to} className={cn(textLink, 'shrink-0')}>
                {help.first.do}
                <span className="sr-only">: {step.label}</span>
              </AppLink>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The most used shortcuts, and a button for all. */
export function ShortcutsCard() {
  const help = useHelpTexts()
  const [open, setOpen] = useState(false)
  return (
    <Card aria-labelledby="help-keys" className="max-md:hidden">
      <CardHeader title={help.keys.title} titleId="help-keys" />
      <CardBody className="flex flex-col gap-3">
        <p className="flex items-center justify-between gap-3">
          {help.keys.search} <Kbd>{searchKeys}</Kbd>
        </p>
        <p className="flex items-center justify-between gap-3">
          {help.search} <Kbd>/</Kbd>
        </p>
        <Button aria-haspopup="dialog" block iconEnd={<Kbd>?</Kbd>} onClick={() => setOpen(true)}>
          {help.keys.all}
        </Button>
        <ShortcutsModal open={open} onOpenChange={setOpen} />
      </CardBody>
    </Card>
  )
}

type Person = { id: string; nombre: string; email: string }

type AskProps = {
  /** Undefined while they load. */
  people: readonly Person[] | undefined
  failed: boolean
  onRetry: () => void
}

/** The users of the office who can change permissions and settings, with their address. */
export function AskCard({ people, failed, onRetry }: AskProps) {
  const help = useHelpTexts()
  return (
    <Card aria-labelledby="help-ask">
      <CardHeader title={help.ask.title} titleId="help-ask" />
      <CardBody className="min-h-24 text-small text-ink-muted">
        {failed ? (
          <>
            <p className="mb-3">{help.ask.failed}</p>
            <Button size="sm" onClick={onRetry}>
              {help.ask.retry}
            </Button>
          </>
        ) : people?.length === 0 ? (
          help.ask.alone
        ) : (
          help.ask.text
        )}
        <ul className="mt-3 flex flex-col gap-3 empty:hidden">
          {people?.map(({ id, nombre, email }) => (
            <li key={id} className="flex items-center gap-3">
              <Avatar name={nombre} silent />
              <span className="min-w-0">
                <span className="block font-medium text-ink">{nombre}</span>
                <a href={`mailto:${email}`} className={cn(textLink, 'wrap-anywhere')}>
                  {email}
                </a>
              </span>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}

/** What to do without a session. */
export function SignInHelpCard() {
  const { out } = useHelpTexts()
  const row = (icon: ReactNode, title: string, text: string, action?: ReactNode) => (
    <CardRow className="items-start py-3">
      <span aria-hidden className="pt-0.5 text-ink-muted [&_svg]:size-4.5">
        {icon}
      </span>
      <div className="min-w-0">
        <h3 className="font-semibold">{title}</h3>
        <p className="text-small text-ink-muted">{text}</p>
        {action}
      </div>
    </CardRow>
  )
  return (
    <Card aria-labelledby="help-out">
      <CardHeader title={out.title} titleId="help-out" />
      <CardList>
        {row(
          <KeyRound />,
          out.forgot,
          out.forgotText,
          <AppLink to={paths.forgotPassword()} className={textLink}>
            {out.forgotButton}
          </AppLink>,
        )}
        {row(<UserPlus />, out.invited, out.invitedText)}
        {row(<Smartphone />, out.phone, out.phoneText)}
        {row(<MailQuestion />, out.none, out.noneText)}
      </CardList>
    </Card>
  )
}
