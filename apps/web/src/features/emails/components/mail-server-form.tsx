import { mailSecurities, type MailSettings } from '@foja/contracts/mail-settings'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormSend } from '../../../shared/use-form-send.ts'
import { Field } from '../../../ui/field.tsx'
import { FormModal } from '../../../ui/form-modal.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { refreshEmails } from '../api/emails.ts'
import { changeMailSettings, mailSettingsQuery, type MailChange } from '../api/mail-settings.ts'
import { useMailSettingsTexts } from '../texts/mail-settings.ts'
import { isEmail } from '../../../lib/format/is-email.ts'

const fields = ['host', 'port', 'security', 'username', 'password', 'from_name', 'from_address'] as const
type FieldName = (typeof fields)[number]

const byCode = {
  mail_password_missing: 'password',
  mail_password_in_clear: 'security',
} as const satisfies Record<string, FieldName>

/** The usual port of each security. */
const portOf = { tls: '465', starttls: '587', none: '25' } as const

type Props = { settings: MailSettings['settings']; onClose: () => void; onSaved: () => void }

/** The form of the mail server and the sender. */
export function MailServerForm({ settings, onClose, onSaved }: Props) {
  const texts = useMailSettingsTexts()
  const queries = useQueryClient()
  const [draft, setDraft] = useState({
    host: settings?.host ?? '',
    port: String(settings?.port ?? portOf.starttls),
    security: settings?.security ?? ('starttls' as const),
    username: settings?.username ?? '',
    password: '',
    from_name: settings?.from_name ?? '',
    from_address: settings?.from_address ?? '',
  })
  const { host, port, security, username, password, from_name, from_address } = draft
  const body: MailChange = {
    host: host.trim(),
    port: Number(port),
    security,
    username: username.trim() === '' ? null : username.trim(),
    ...(password === '' ? {} : { password }),
    from_name: from_name.trim(),
    from_address: from_address.trim(),
  }
  const form = useFormSend({
    fields,
    byCode,
    send: () => changeMailSettings(body),
    onDone: async (reply) => {
      queries.setQueryData(mailSettingsQuery.queryKey, reply)
      toast.success(texts.saved)
      onSaved()
      await refreshEmails(queries)
    },
  })
  const change = (next: Partial<typeof draft>) => {
    setDraft((before) => ({ ...before, ...next }))
    for (const name of fields) if (name in next) form.mend(name)
  }
  const submit = () =>
    form.submit({
      ...(body.host === '' ? { host: texts.hostMissing } : {}),
      ...(Number.isInteger(body.port) && body.port > 0 && body.port <= 65_535 ? {} : { port: texts.portWrong }),
      ...(isEmail(body.from_address) ? {} : { from_address: texts.fromWrong }),
    })
  const keeps = settings?.has_password === true && settings.usable
  return (
    <FormModal
      title={texts.title}
      description={texts.formText}
      submit={texts.save}
      onSubmit={submit}
      onClose={onClose}
      {...form.state}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] items-start gap-4">
        <TextField
          label={texts.host}
          value={host}
          maxLength={253}
          error={form.errors.host}
          onValueChange={(next) => change({ host: next })}
        />
        <TextField
          label={texts.port}
          value={port}
          maxLength={5}
          error={form.errors.port}
          onValueChange={(next) => change({ port: next })}
        />
      </div>
      <Field label={texts.security} error={form.errors.security}>
        <Select
          value={security}
          onValueChange={(next) =>
            change({ security: next, ...(port === portOf[security] ? { port: portOf[next] } : {}) })
          }
          options={mailSecurities.map((value) => ({ value, label: texts.securities[value] }))}
        />
      </Field>
      <div className="grid grid-cols-2 items-start gap-4 max-sm:grid-cols-1">
        <TextField
          label={texts.username}
          optional
          value={username}
          maxLength={254}
          error={form.errors.username}
          onValueChange={(next) => change({ username: next })}
        />
        <Field label={texts.password} hint={keeps ? texts.passwordKept : undefined} error={form.errors.password}>
          <PasswordInput
            autoComplete="off"
            maxLength={500}
            value={password}
            onChange={(event) => change({ password: event.target.value })}
          />
        </Field>
      </div>
      <TextField
        label={texts.fromName}
        optional
        value={from_name}
        maxLength={100}
        error={form.errors.from_name}
        onValueChange={(next) => change({ from_name: next })}
      />
      <TextField
        label={texts.fromAddress}
        type="email"
        value={from_address}
        maxLength={254}
        error={form.errors.from_address}
        onValueChange={(next) => change({ from_address: next })}
      />
    </FormModal>
  )
}
