import { isSigner } from '@foja/contracts/request-states'
import { Check, CircleCheck, Clock, Mail, Signature, UserRound, UserRoundCheck } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import type { Tone } from '../../../ui/badge.tsx'
import { Disclosure, Timeline, TimelineItem } from '../../../ui/details.tsx'
import type { OtherRecipient, View } from '../api/recipient.ts'
import { useRecipientTexts } from '../texts/recipient.ts'
import { actOf, actorsOf, phaseOf, type Phase } from '../words.ts'

const icons: Record<Phase, { icon: ReactNode; tone: Tone }> = {
  done: { icon: <Check />, tone: 'success' },
  asked: { icon: <Signature />, tone: 'neutral' },
  later: { icon: <Clock />, tone: 'neutral' },
  out: { icon: <UserRound />, tone: 'neutral' },
}

/** Those before the recipient, and those after. */
function around(view: View): { before: OtherRecipient[]; after: OtherRecipient[] } {
  const actors = actorsOf(view)
  const isLater = ({ status }: OtherRecipient) => phaseOf(status) !== 'done'
  return { before: actors.filter((one) => !isLater(one)), after: actors.filter(isLater) }
}

/** Who takes part, in their order, each with their state in words. */
export function People({ view }: { view: View }) {
  const texts = useRecipientTexts()
  const { number } = useFormat()
  const { before, after } = around(view)
  const copies = view.others.filter(({ rol }) => rol === 'copia')
  const { nombre, rol } = view.recipient
  const onlySign = [...before, ...after].every((one) => isSigner(one.rol))
  const title = texts.people[onlySign ? actOf(rol) : 'aprueba']
  const row = ({ nombre: name, rol: role, status }: OtherRecipient) => {
    const phase = phaseOf(status)
    const words =
      role === 'copia'
        ? texts.copyLater
        : phase === 'out'
          ? texts.otherwise
          : texts.others[isSigner(role) ? 'firma' : 'aprueba'][phase]
    const { icon, tone } = role === 'copia' ? { icon: <Mail />, tone: 'neutral' as const } : icons[phase]
    return (
      <TimelineItem
        key={`${name} ${role} ${status}`}
        icon={role === 'aprueba' && phase === 'asked' ? <UserRoundCheck /> : icon}
        tone={tone}
      >
        <PersonText name={name}>{words}</PersonText>
      </TimelineItem>
    )
  }
  return (
    <section>
      <div className="mb-3 flex items-baseline justify-between gap-3">
        <h2 className="font-semibold">{title}</h2>
        <span className="figures text-small text-ink-muted">
          {texts.progress(number(before.length), number(before.length + after.length + 1))}
        </span>
      </div>
      <Timeline label={title}>
        {before.map(row)}
        <TimelineItem icon={isSigner(rol) ? <Signature /> : <UserRoundCheck />} tone="primary">
          <PersonText name={texts.you(nombre)} strong>
            {texts.yourTurn}
          </PersonText>
        </TimelineItem>
        {[...after, ...copies].map(row)}
      </Timeline>
    </section>
  )
}

function PersonText({ name, strong = false, children }: { name: string; strong?: boolean; children: ReactNode }) {
  return (
    <>
      <span className={strong ? 'block text-body font-semibold' : 'block text-body'}>{name}</span>
      <span className="block text-ink-muted">{children}</span>
    </>
  )
}

/** The same in one line, for phones; a longer list is folded. */
export function PeopleLine({ view }: { view: View }) {
  const texts = useRecipientTexts()
  const { number } = useFormat()
  const { before, after } = around(view)
  const count = before.length + after.length
  if (count === 0) return null
  if (count > 3) {
    const summary = `${texts.people[actOf(view.recipient.rol)]}: ${texts.progress(number(before.length), number(count + 1))}`
    return (
      <Disclosure summary={summary}>
        <People view={view} />
      </Disclosure>
    )
  }
  const parts = [
    ...before.map(({ nombre, rol }) => ({
      text: `${nombre} ${texts.inLine.done[isSigner(rol) ? 'firma' : 'aprueba']}`,
      style: 'text-on-soft-success',
    })),
    { text: texts.youInLine, style: 'font-semibold' },
    ...after.map(({ nombre, status }) => ({
      text: `${nombre} ${phaseOf(status) === 'later' ? texts.inLine.later : texts.inLine.asked}`,
      style: 'text-ink-muted',
    })),
  ]
  return (
    <p className="flex items-start gap-2.5">
      <CircleCheck aria-hidden className="mt-0.5 size-4.5 text-on-soft-success" />
      <span>
        {parts.map(({ text, style }, index) => (
          <Fragment key={text}>
            {index > 0 && <span className="text-ink-muted"> · </span>}
            <span className={style}>{text}</span>
          </Fragment>
        ))}
      </span>
    </p>
  )
}
