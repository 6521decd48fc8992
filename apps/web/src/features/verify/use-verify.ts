import type { Verification } from '@foja/contracts/verification'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../i18n/texts.tsx'
import { problemOf } from '../../lib/call.ts'
import { verifyPdf } from './api/verify.ts'

const mostBytes = 50 * 1024 * 1024

export type Check =
  | { state: 'idle' }
  /** `share` of the bytes that have left; 1 while the server looks at them. */
  | { state: 'busy'; file: File; share: number }
  | { state: 'done'; file: File; verification: Verification }
  /** `again` is false for a file that no second try would make better. */
  | { state: 'failed'; file: File; title: string; detail: string; again: boolean }

const looksLikePdf = (file: File) => /\.pdf$/i.test(file.name) || file.type === 'application/pdf'

/** Checks one PDF at a time; a new one takes the place of the one under way. */
export function useVerify() {
  const { verify } = useTexts()
  const [check, setCheck] = useState<Check>({ state: 'idle' })
  const running = useRef<AbortController>(undefined)

  useEffect(() => () => running.current?.abort(), [])

  const start = useCallback(
    async (file: File) => {
      running.current?.abort()
      const control = new AbortController()
      running.current = control
      const fail = (title: string, detail: string, again: boolean) =>
        setCheck({ state: 'failed', file, title, detail, again })
      if (!looksLikePdf(file)) return fail(verify.failed, verify.notPdf, false)
      if (file.size === 0) return fail(verify.failed, verify.empty, false)
      if (file.size > mostBytes) return fail(verify.failed, verify.tooLarge, false)
      setCheck({ state: 'busy', file, share: 0 })
      try {
        const tell = ({ loaded, total }: { loaded: number; total: number }) => {
          if (!control.signal.aborted) setCheck({ state: 'busy', file, share: total === 0 ? 0 : loaded / total })
        }
        const verification = await verifyPdf(file, tell, control.signal)
        if (!control.signal.aborted) setCheck({ state: 'done', file, verification })
      } catch (error) {
        if (control.signal.aborted) return
        const problem = problemOf(error)
        if (problem === null) fail(verify.failed, verify.offline, true)
        else fail(problem.title, problem.detail, problem.status === 429 || problem.status >= 500)
      }
    },
    [verify],
  )

  const reset = useCallback(() => {
    running.current?.abort()
    setCheck({ state: 'idle' })
  }, [])

  return { check, start, reset }
}
