import type { SigningSettings } from '@foja/contracts/signing'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Stamp } from 'lucide-react'
import { useState, type FormEvent, type ReactNode } from 'react'
import { LoadFailed, Stale } from '../../../shared/load-failed.tsx'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useMySignatureTexts } from '../texts/my-signature.ts'
import { useSettingsTexts } from '../texts/settings.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { useSignOptionsTexts } from '../texts/sign-options.ts'
import { isUnreported, problemOf } from '../../../lib/api/call.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '../../../ui/card.tsx'
import { Disclosure } from '../../../ui/details.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { Select } from '../../../ui/select.tsx'
import { SkeletonForm } from '../../../ui/skeleton.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { askTimestamp, saveSettings, settingsQuery } from '../api/signing.ts'
import { appearances, levels, signingHashes } from '@foja/contracts/constants'
import { OfficeSealCard } from './office-seal-card.tsx'
import { ErrorAlert } from '../../../shared/error-alert.tsx'

/** Signing settings of the company, editable for admins and read-only for others. `links`: to related settings. */
export function SigningSettingsPage({ links }: { links: ReactNode }) {
  const mySignature = useMySignatureTexts()
  const { data, isLoadingError, isRefetchError, error, refetch } = useQuery(settingsQuery)
  return (
    <div className="max-w-180">
      <PageHeader title={mySignature.settings} note={mySignature.settingsText} actions={links} />
      {isLoadingError ? (
        <Card>
          <LoadFailed error={error} onRetry={() => void refetch()} />
        </Card>
      ) : data === undefined ? (
        <Card>
          <SkeletonForm fields={5} />
        </Card>
      ) : (
        <>
          {isRefetchError && <Stale onRetry={() => void refetch()} />}
          <SettingsForm settings={data} />
          <div className="mt-4">
            <OfficeSealCard />
          </div>
        </>
      )}
    </div>
  )
}

type Draft = Pick<SigningSettings, 'level' | 'hash' | 'appearance' | 'repeat'> & {
  url: string
  username: string
  policy: string
  password: string
}

const draftOf = (settings: SigningSettings): Draft => ({
  level: settings.level,
  hash: settings.hash,
  appearance: settings.appearance,
  repeat: settings.repeat,
  url: settings.tsa_url ?? '',
  username: settings.tsa_username ?? '',
  policy: settings.tsa_policy ?? '',
  password: '',
})

const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

const bodyOf = ({ url, username, policy, password, ...rest }: Draft) => ({
  ...rest,
  tsa_url: orNull(url),
  tsa_username: orNull(username),
  tsa_policy: orNull(policy),
  // An empty field keeps the stored password; without authority or user name it is removed.
  ...(password !== '' && orNull(url) !== null
    ? { tsa_password: password }
    : orNull(url) === null || orNull(username) === null
      ? { tsa_password: null }
      : {}),
})

function useSettingsForm(settings: SigningSettings) {
  const texts = useSettingsTexts()
  const queries = useQueryClient()
  // Only changed fields, so that concurrent changes of other users show in the rest.
  const [edits, setEdits] = useState<Partial<Draft>>({})
  const stored = draftOf(settings)
  const draft = { ...stored, ...edits }
  const changed = JSON.stringify(draft) !== JSON.stringify(stored)
  const [submitted, setSubmitted] = useState(false)
  const wrong = {
    url:
      draft.url.trim() === ''
        ? draft.level === 'B-B'
          ? null
          : texts.urlNeeded
        : /^https?:\/\/\S+$/.test(draft.url.trim())
          ? null
          : texts.urlWrong,
    policy: draft.policy.trim() === '' || /^[0-2](\.\d+)+$/.test(draft.policy.trim()) ? null : texts.policyWrong,
  }
  const save = useMutation({
    mutationFn: () => saveSettings(bodyOf(draft)),
    onSuccess: (saved) => {
      queries.setQueryData(settingsQuery.queryKey, saved)
      setEdits({})
      setSubmitted(false)
      toast.success(texts.saved)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!changed) return
    setSubmitted(true)
    const form = event.currentTarget
    if (wrong.url !== null || wrong.policy !== null)
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
    else if (!save.isPending) save.mutate()
  }
  return {
    draft,
    change: (next: Partial<Draft>) => setEdits((before) => ({ ...before, ...next })),
    errors: submitted ? wrong : { url: null, policy: null },
    changed,
    save,
    submit,
  }
}

type Form = ReturnType<typeof useSettingsForm>

function SettingsForm({ settings }: { settings: SigningSettings }) {
  const texts = useSettingsTexts()
  const domain = useDomainTexts()
  const form = useSettingsForm(settings)
  const locked = !settings.may_change
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      {locked && <Alert variant="info">{texts.readOnly}</Alert>}
      <fieldset disabled={locked} className="contents">
        <Defaults form={form} />
        <Timestamp form={form} settings={settings} />
      </fieldset>
      <ErrorAlert error={form.save.error} title={domain.loadFailedTitle} />
      {!locked && (
        <Button
          type="submit"
          variant="primary"
          // Not disabled: the button keeps the focus after saving.
          aria-disabled={!form.changed}
          loading={form.save.isPending}
          className="self-end max-sm:w-full"
        >
          {texts.save}
        </Button>
      )}
    </form>
  )
}

function Defaults({ form }: { form: Form }) {
  const texts = useSettingsTexts()
  const signOptions = useSignOptionsTexts()
  const { draft, change } = form
  return (
    <Card>
      <CardHeader title={texts.defaults} />
      <CardBody className="flex flex-col gap-4">
        <p className="text-ink-muted">{texts.defaultsText}</p>
        <Field label={signOptions.level} hint={signOptions.levelHints[draft.level]}>
          <Select
            value={draft.level}
            onValueChange={(level) => change({ level })}
            options={levels.map((value) => ({ value, label: signOptions.levels[value] }))}
          />
        </Field>
        <Disclosure summary={texts.levelsTitle}>
          <dl className="flex flex-col gap-2 text-small">
            {levels.map((level) => (
              <div key={level}>
                <dt className="font-medium">{signOptions.levels[level]}</dt>
                <dd className="text-ink-muted">{texts.levelMeanings[level]}</dd>
              </div>
            ))}
          </dl>
        </Disclosure>
        <div className="grid grid-cols-2 items-start gap-4 max-sm:grid-cols-1">
          <Field label={signOptions.appearance}>
            <Select
              value={draft.appearance}
              onValueChange={(appearance) => change({ appearance })}
              options={appearances.map((value) => ({ value, label: signOptions.appearances[value] }))}
            />
          </Field>
          <Field label={texts.hash} hint={texts.hashHint}>
            <Select
              value={draft.hash}
              onValueChange={(hash) => change({ hash })}
              options={signingHashes.map((value) => ({ value, label: texts.hashes[value] }))}
            />
          </Field>
        </div>
        <Switch
          label={texts.everyPage}
          hint={texts.everyPageHint}
          checked={draft.repeat === 'every_page'}
          onCheckedChange={(on) => change({ repeat: on ? 'every_page' : 'once' })}
        />
      </CardBody>
    </Card>
  )
}

function Timestamp({ form, settings }: { form: Form; settings: SigningSettings }) {
  const texts = useSettingsTexts()
  const { draft, change, errors } = form
  return (
    <Card>
      <CardHeader title={texts.tsa} />
      <CardBody className="flex flex-col gap-4">
        <p className="text-ink-muted">{texts.tsaText}</p>
        <Field label={texts.url} hint={texts.urlHint} error={errors.url}>
          <Input
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            maxLength={500}
            value={draft.url}
            onChange={(event) => change({ url: event.target.value })}
          />
        </Field>
        <div className="grid grid-cols-2 items-start gap-4 max-sm:grid-cols-1">
          <Field label={texts.username} optional>
            <Input
              autoComplete="off"
              maxLength={200}
              value={draft.username}
              onChange={(event) => change({ username: event.target.value })}
            />
          </Field>
          <Field label={texts.password} hint={settings.tsa_has_password ? texts.passwordKept : undefined} optional>
            <PasswordInput
              autoComplete="new-password"
              value={draft.password}
              onChange={(event) => change({ password: event.target.value })}
            />
          </Field>
        </div>
        <Field label={texts.policy} hint={texts.policyHint} error={errors.policy} optional>
          <Input
            autoComplete="off"
            code
            value={draft.policy}
            onChange={(event) => change({ policy: event.target.value })}
          />
        </Field>
      </CardBody>
      {settings.may_change && settings.tsa_url !== null && (
        // The key resets the test result when the authority changes.
        <TestTimestamp key={JSON.stringify(settings)} changed={form.changed} />
      )}
    </Card>
  )
}

/** Tests the stored authority. */
function TestTimestamp({ changed }: { changed: boolean }) {
  const texts = useSettingsTexts()
  const domain = useDomainTexts()
  const { dateTime } = useFormat()
  const { mutate, isPending, data, error } = useMutation({ mutationFn: askTimestamp })
  const problem = problemOf(error)
  return (
    <CardFooter className="justify-between">
      <div role="status" className="min-w-0 flex-1 text-small">
        {changed ? (
          <p className="text-ink-muted">{texts.testHint}</p>
        ) : isUnreported(error) ? (
          <p className="text-error-ink">{problem?.detail ?? domain.tryAgainLater}</p>
        ) : data !== undefined ? (
          <>
            <p className="text-on-soft-success">{texts.tested(data.tsa, dateTime(data.time))}</p>
            {!data.trusted && <p className="text-ink-muted">{texts.testedUntrusted}</p>}
          </>
        ) : null}
      </div>
      <Button icon={<Stamp />} disabled={changed} loading={isPending} onClick={() => mutate()}>
        {texts.test}
      </Button>
    </CardFooter>
  )
}
