import { CircleAlert, Save, Timer } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import type { Failure } from '../lib/api/failure.ts'
import { useDetour } from '../lib/router/detour.ts'
import { CopyButton } from './copy-button.tsx'
import { titleOf, useFailureTexts } from './texts/failure.ts'
import { clockOf, useCountdown } from './use-countdown.ts'

function reasonOf({ status, detail }: Failure, texts: ReturnType<typeof useFailureTexts>): string {
  if (status === 0) return navigator.onLine ? texts.unanswered : texts.offline
  if (status === 401) return texts.renewed
  return detail ?? (status === 429 ? texts.busy : texts.broken)
}

/** Says that an action was not performed: why, when it can be repeated, and the code for support. Takes the focus. */
export function FailureNotice({ failure }: { failure: Failure }) {
  const texts = useFailureTexts()
  const away = useDetour() !== null
  const id = useId()
  const self = useRef<HTMLDivElement>(null)
  const seconds = useCountdown(failure.until)
  const { code, secret, typed, until } = failure
  useEffect(() => {
    if (away) return
    self.current?.focus({ preventScroll: true })
    self.current?.scrollIntoView({ block: 'nearest' })
  }, [away])
  // Without an answer the server may have performed it all the same.
  const unknown = failure.status === 0 && navigator.onLine
  return (
    <div className="flex flex-col gap-3 pb-3">
      <div
        ref={self}
        role="group"
        tabIndex={-1}
        aria-labelledby={`${id}title`}
        aria-describedby={`${id}why`}
        className="flex items-start gap-3 rounded-lg bg-soft-error px-4 py-3 text-body text-on-soft-error"
      >
        <CircleAlert aria-hidden className="mt-px size-5 shrink-0" />
        <div className="min-w-0 flex-1">
          <p id={`${id}title`} className="font-semibold">
            {unknown ? texts.unknownTitle : titleOf(texts, failure.action)}
          </p>
          <p id={`${id}why`} className="text-pretty">
            {reasonOf(failure, texts)}
          </p>
          {(until !== null || code !== null) && (
            <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              {until !== null && (
                <p role="timer" className="figures flex items-center gap-1.5 font-semibold">
                  <Timer aria-hidden className="size-4" />
                  {seconds === 0 ? texts.again : texts.retryIn(clockOf(seconds))}
                </p>
              )}
              {code !== null && (
                <p className="flex min-w-0 items-center gap-1.5 text-small">
                  {texts.code} <span className="code truncate font-semibold">{code}</span>
                  <CopyButton text={code} label={texts.copyCode} />
                </p>
              )}
            </div>
          )}
        </div>
      </div>
      {typed && (
        <p className="flex items-start gap-2 text-small text-on-soft-success">
          <Save aria-hidden className="mt-0.5 size-4 shrink-0" />
          {secret ? texts.keptButSecret : texts.kept}
        </p>
      )}
    </div>
  )
}
