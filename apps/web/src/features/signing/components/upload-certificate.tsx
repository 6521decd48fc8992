import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { useUiTexts } from '../../../ui/texts/ui.ts'
import { useMySignatureTexts } from '../texts/my-signature.ts'
import { useSigningTexts } from '../texts/signing.ts'
import { problemOf } from '../../../lib/api/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { sendSigner } from '../api/send-signer.ts'
import { signerQuery } from '../api/signer.ts'
import { checkCertificateFiles, type FilesProblem } from '../check-certificate-files.ts'
import { KeyFiles } from './key-files.tsx'
import { invalidate, queryKeys } from '../../../lib/api/query-keys.ts'
import { ErrorAlert } from '../../../shared/error-alert.tsx'

type Props = {
  onDone?: () => void
  onCancel?: () => void
  /** Where the key goes; by default it is the certificate of the user. */
  target?: {
    send: (files: readonly File[], password: string) => Promise<unknown>
    renews: readonly QueryKey[]
    words: { text: string; password: string; button: string; done: string }
  }
}

/** Uploads a .p12 with its passphrase inside the panel, without leaving the document. */
export function UploadCertificate({ onDone, onCancel, target }: Props) {
  const domain = useDomainTexts()
  const ui = useUiTexts()
  const mySignature = useMySignatureTexts()
  const signing = useSigningTexts()
  const {
    send = sendSigner,
    renews = [signerQuery.queryKey, queryKeys.preflight()],
    words = {
      text: mySignature.uploadText,
      password: mySignature.uploadPassword,
      button: mySignature.uploadButton,
      done: mySignature.uploaded,
    },
  } = target ?? {}
  const queries = useQueryClient()
  const [files, setFiles] = useState<File[]>([])
  const [password, setPassword] = useState('')
  const [fileError, setFileError] = useState<FilesProblem | null>(null)
  const [passwordError, setPasswordError] = useState<string | null>(null)
  const { mutate, isPending, error, reset } = useMutation({
    // The variables contain the passphrase, so the mutation is not cached.
    gcTime: 0,
    mutationFn: async () => await send(files, password),
    onSuccess: async () => {
      setPassword('')
      await invalidate(queries, ...renews)
      toast.success(words.done)
      onDone?.()
    },
    onError: (failure) => {
      const problem = problemOf(failure)
      if (problem?.code === 'p12_wrong_passphrase') setPasswordError(problem.detail)
    },
  })
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!isPending && passwordError !== null) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [isPending, passwordError])

  const take = (chosen: File[]) => {
    reset()
    setFileError(null)
    setFiles(chosen)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = checkCertificateFiles(files)
    const missing = password === '' ? signing.passphraseMissing : null
    setFileError(wrong)
    setPasswordError(missing)
    if (wrong === null && missing === null && !isPending) mutate()
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-ink-muted">{words.text}</p>
      <KeyFiles files={files} error={fileError} onFiles={take} />
      <Field label={signing.passphrase} hint={words.password} error={passwordError}>
        <PasswordInput
          size="lg"
          autoComplete="off"
          value={password}
          onChange={(event) => {
            setPassword(event.target.value)
            setPasswordError(null)
          }}
        />
      </Field>
      {problemOf(error)?.code !== 'p12_wrong_passphrase' && <ErrorAlert error={error} title={domain.loadFailedTitle} />}
      <div className="flex gap-2">
        {onCancel !== undefined && (
          <Button variant="ghost" size="lg" onClick={onCancel}>
            {ui.cancel}
          </Button>
        )}
        <Button type="submit" variant="primary" size="lg" block loading={isPending} className="min-w-0 shrink!">
          {words.button}
        </Button>
      </div>
    </form>
  )
}
