import { useMutation, useQuery } from '@tanstack/react-query'
import type { Level } from '@foja/contracts/constants'
import { ShieldCheck } from 'lucide-react'
import { problemOf } from '../../../lib/api/call.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { preflightQuery } from '../api/signing.ts'
import { keyCodeOf, wrongPassphrase } from '../attempt.ts'
import { useSignFailureTexts } from '../texts/sign-failure.ts'
import { useSignOptionsTexts } from '../texts/sign-options.ts'
import { useSigningTexts } from '../texts/signing.ts'
import { PreflightBox } from './preflight-box.tsx'

export type KeyToCheck = {
  level: Level
  files: readonly File[]
  password: string
  /** True if file and passphrase are there; otherwise shows what is missing. */
  requireKey: () => boolean
  onWrongPassphrase: (text: string) => void
}

/** The certificates of a key file opened in this browser. They are public; key and passphrase are discarded. */
async function readCertificates(files: readonly File[], password: string) {
  const { openBrowserKey } = await import('../../../lib/files/browser-key.ts')
  const key = await openBrowserKey(files, password)
  key.forget()
  return { files, certificate: key.certificate, chain: key.chain }
}

/** Pre-flight for a key that stays in this browser: only its certificate is sent. */
export function CheckKey({ level, files, password, requireKey, onWrongPassphrase }: KeyToCheck) {
  const signOptions = useSignOptionsTexts()
  const { keyProblems } = useSignFailureTexts()
  const signing = useSigningTexts()
  const open = useMutation({
    // The variables contain the passphrase, so the mutation is not cached.
    gcTime: 0,
    mutationFn: () => readCertificates(files, password),
    onError: (failure) => {
      if (keyCodeOf(failure) === wrongPassphrase) onWrongPassphrase(signing.wrongPassphrase)
    },
  })
  // The result applies only to the file that was checked.
  const known = open.data?.files === files ? open.data : null
  const preflight = useQuery({
    ...preflightQuery({ level, certificate: known?.certificate ?? '', chain: known?.chain ?? [] }, ''),
    enabled: known !== null,
  })
  if (known !== null) {
    const problem = problemOf(preflight.error)
    if (problem !== null) {
      return (
        <Alert variant="error" title={problem.title}>
          {problem.detail}
        </Alert>
      )
    }
    return (
      <div aria-live="polite">
        <PreflightBox
          lines={preflight.data?.lines}
          failed={preflight.isError}
          onRetry={() => void preflight.refetch()}
        />
      </div>
    )
  }
  const code = keyCodeOf(open.error)
  return (
    <div className="flex flex-col gap-2">
      {open.error !== null && code !== wrongPassphrase && (
        <Alert variant="error">{keyProblems[code ?? ''] ?? keyProblems['key_worker_failed']}</Alert>
      )}
      <Button
        block
        icon={<ShieldCheck />}
        loading={open.isPending}
        onClick={() => {
          if (requireKey()) open.mutate()
        }}
      >
        {signOptions.checkKey}
      </Button>
      <p className="text-small text-pretty text-ink-muted">{signOptions.checkKeyHint}</p>
    </div>
  )
}
