import type { Problem } from '@foja/contracts/problem'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useVerifyTexts } from './texts/verify.ts'
import { problemOf, wordsOf } from '../../lib/api/call.ts'
import { toast } from '../../ui/toast-store.ts'
import { verifyPdf, type Verified } from './api/verify.ts'

const mostBytes = 50 * 1024 * 1024

export type Check =
  | { state: 'idle' }
  /** `share`: uploaded part of the file; 1 while the server verifies it. */
  | { state: 'busy'; file: File; share: number }
  /** `again`: it is being verified again while the result stays visible. */
  | { state: 'done'; file: File; verification: Verified; again: boolean }
  /** The file needs a password; `wrong`: the given one was wrong. */
  | { state: 'locked'; file: File; wrong: boolean }
  /** `again` is false if a retry cannot help. */
  | { state: 'failed'; file: File; title: string; detail: string; problem: Problem | null; again: boolean }

const looksLikePdf = (file: File) => /\.pdf$/i.test(file.name) || file.type === 'application/pdf'

/** Verifies one PDF at a time; a new one cancels the current one. */
export function useVerify() {
  const verify = useVerifyTexts()
  const [check, setCheck] = useState<Check>({ state: 'idle' })
  const running = useRef<AbortController>(undefined)
  /** Password of the current file, to verify it again. */
  const password = useRef<string>(undefined)

  useEffect(() => () => running.current?.abort(), [])

  const begin = useCallback((given: string | undefined): AbortSignal => {
    running.current?.abort()
    running.current = new AbortController()
    password.current = given
    return running.current.signal
  }, [])

  const start = useCallback(
    async (file: File, given?: string) => {
      const signal = begin(given)
      const fail = (title: string, detail: string, problem: Problem | null = null, again = false) =>
        setCheck({ state: 'failed', file, title, detail, problem, again })
      if (!looksLikePdf(file)) return fail(verify.failed, verify.notPdf)
      if (file.size === 0) return fail(verify.failed, verify.empty)
      if (file.size > mostBytes) return fail(verify.failed, verify.tooLarge)
      setCheck({ state: 'busy', file, share: 0 })
      try {
        const onProgress = ({ loaded, total }: { loaded: number; total: number }) => {
          if (!signal.aborted) setCheck({ state: 'busy', file, share: total === 0 ? 0 : loaded / total })
        }
        const verification = await verifyPdf(file, { password: given, onProgress, signal })
        if (!signal.aborted) setCheck({ state: 'done', file, verification, again: false })
      } catch (error) {
        if (signal.aborted) return
        const problem = problemOf(error)
        if (problem?.code === 'pdf_encrypted') setCheck({ state: 'locked', file, wrong: given !== undefined })
        else if (problem?.status === 400) fail(problem.title, problem.detail)
        else fail(verify.failed, wordsOf(error, verify.offline), problem, problem?.status !== 413)
      }
    },
    [begin, verify],
  )

  /** Verifies the current file again: an authority may answer now, or its page images have expired. */
  const repeat = useCallback(
    async (file: File) => {
      const signal = begin(password.current)
      const setAgain = (again: boolean) =>
        setCheck((before) => (before.state === 'done' && before.file === file ? { ...before, again } : before))
      setAgain(true)
      try {
        const verification = await verifyPdf(file, { password: password.current, signal })
        if (!signal.aborted) setCheck({ state: 'done', file, verification, again: false })
      } catch (error) {
        if (signal.aborted) return
        setAgain(false)
        toast.error(verify.againFailed, { description: wordsOf(error, verify.offline) })
      }
    },
    [begin, verify],
  )

  const reset = useCallback(() => {
    running.current?.abort()
    password.current = undefined
    setCheck({ state: 'idle' })
  }, [])

  return { check, start, repeat, reset }
}
