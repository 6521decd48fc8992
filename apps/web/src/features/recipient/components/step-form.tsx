import { useEffect, useRef, type FormEvent, type ReactNode, type Ref } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { useRecipientTexts } from '../texts/recipient.ts'
import { Foot } from './foot.tsx'

type Props = {
  title: string
  company: string
  /** Leads back to the documents. */
  back: ReactNode
  submit: string
  icon: ReactNode
  busy: boolean
  /** Below the button. */
  note: string
  /** Above the button: how far it is. */
  progress?: ReactNode
  /** The label of the button may need two lines. */
  long?: boolean
  ref?: Ref<HTMLFormElement>
  onSubmit: () => void
  children: ReactNode
}

/** A step of a recipient's sitting with one act: what it needs, and the button at the foot. Its heading gets the focus. */
export function StepForm({ title, company, back, submit, icon, busy, note, progress, long, ref, ...props }: Props) {
  const { key } = useRecipientTexts()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const send = (event: FormEvent) => {
    event.preventDefault()
    props.onSubmit()
  }
  return (
    <form ref={ref} noValidate onSubmit={send} className="flex min-h-0 flex-1 flex-col">
      <div className="min-h-0 flex-1 bg-canvas px-4 py-5 lg:overflow-y-auto lg:bg-panel lg:px-6">
        <div className="mx-auto flex max-w-160 flex-col gap-5">
          <div className="flex items-start gap-2">
            {back}
            <div>
              <h1 ref={heading} tabIndex={-1} className="text-title-phone font-semibold">
                {title}
              </h1>
              <p className="text-ink-muted">{key.forOffice(company)}</p>
            </div>
          </div>
          {props.children}
        </div>
      </div>
      <Foot>
        {progress}
        <Button
          type="submit"
          variant="primary"
          size="lg"
          block
          icon={icon}
          loading={busy}
          className={cn('h-12!', long && 'whitespace-normal!')}
        >
          {submit}
        </Button>
        <p className="text-center text-small text-pretty text-ink-muted">{note}</p>
      </Foot>
    </form>
  )
}
