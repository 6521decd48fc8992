import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useUiTexts } from './texts/ui.ts'
import { cn } from './cn.ts'

type Step = {
  id: string
  title: ReactNode
  /** Under the title: "Creada el 12 nov". */
  note?: ReactNode
  /** Replaces the number. */
  icon?: ReactNode
}

type Props = {
  steps: readonly Step[]
  /** The index of the current step; `steps.length` when all are done. */
  current: number
  /** Horizontal for the status of a case; vertical for a wizard, whose completed steps are clickable. */
  orientation?: 'horizontal' | 'vertical'
  label: string
  /** A strip: title and note in one line. */
  compact?: boolean
  onSelect?: (id: string, index: number) => void
}

type State = 'done' | 'current' | 'next'

const disc: Record<State, string> = {
  done: 'bg-soft-success text-on-soft-success',
  current: 'bg-primary text-on-brand',
  next: 'border border-control text-ink-muted',
}

export function Stepper({ steps, current, orientation = 'horizontal', label, compact = false, onSelect }: Props) {
  const across = orientation === 'horizontal'
  return (
    <ol
      aria-label={label}
      className={across ? 'flex items-center gap-4 max-md:flex-col max-md:items-start' : 'flex flex-col gap-1'}
    >
      {steps.map((step, at) => {
        const state: State = at < current ? 'done' : at === current ? 'current' : 'next'
        const face = <StepFace step={step} state={state} number={at + 1} compact={compact} />
        const last = at === steps.length - 1
        return (
          <li
            key={step.id}
            aria-current={state === 'current' ? 'step' : undefined}
            className={cn(across && 'flex items-center gap-4', across && !last && 'md:flex-1')}
          >
            {across ? (
              <>
                {face}
                {!last && (
                  <span
                    aria-hidden
                    className={cn('h-0.5 flex-1 max-md:hidden', at < current ? 'bg-on-soft-success' : 'bg-line')}
                  />
                )}
              </>
            ) : (
              <VerticalStep state={state} onPress={onSelect === undefined ? undefined : () => onSelect(step.id, at)}>
                {face}
              </VerticalStep>
            )}
          </li>
        )
      })}
    </ol>
  )
}

function StepFace({ step, state, number, compact }: { step: Step; state: State; number: number; compact: boolean }) {
  const ui = useUiTexts()
  return (
    <span className={cn('flex items-center text-left', compact ? 'gap-2' : 'gap-3')}>
      <span
        aria-hidden
        className={cn(
          'flex shrink-0 items-center justify-center rounded-full text-meta font-semibold figures',
          compact ? 'size-5 [&_svg]:size-3' : 'size-7 [&_svg]:size-4',
          disc[state],
        )}
      >
        {state === 'done' ? <Check /> : (step.icon ?? number)}
      </span>
      <span className={compact ? 'flex flex-wrap items-baseline gap-x-1.5' : 'flex flex-col'}>
        <span
          className={cn(
            compact ? 'text-small' : 'text-body',
            state === 'next' ? 'text-ink-muted' : 'font-semibold text-ink',
          )}
        >
          {step.title}
          {state !== 'next' && <span className="sr-only"> ({state === 'done' ? ui.stepDone : ui.stepCurrent})</span>}
        </span>
        {step.note !== undefined && <span className="text-small text-ink-muted">{step.note}</span>}
      </span>
    </span>
  )
}

type VerticalProps = { state: State; onPress: (() => void) | undefined; children: ReactNode }

function VerticalStep({ state, onPress, children }: VerticalProps) {
  const box = cn('flex min-h-11 w-full items-center rounded-lg px-3', state === 'current' && 'bg-muted')
  if (onPress === undefined || state !== 'done') return <span className={box}>{children}</span>
  return (
    <button type="button" onClick={onPress} className={cn(box, 'hover:bg-muted')}>
      {children}
    </button>
  )
}
